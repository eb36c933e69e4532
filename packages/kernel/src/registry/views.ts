import type { Dispose, Observable, ViewDefinition, ViewId } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'
import { own } from '../support/own.js'
import { refuseTwin } from '../support/refuse.js'
import type { BoundView, ResolvedOptions } from '../types.js'

/** Owner of the views that the UI package registers: nobody else's take their place unless the host says so. */
const UI = 'ui-react'

/** Views with their owners, those that win first: the host's binding, then the UI's own. The others wait behind. */
export interface Views extends Observable<readonly BoundView[]> {
  find(id: string): BoundView | undefined
  /** @throws `kernel.duplicate_id` when the view is another's and the host did not bind it */
  add<Id extends ViewId>(definition: ViewDefinition<Id>, owner?: string): Dispose
}

export function createViews(
  state: State,
  options: () => ResolvedOptions,
  apiOf: (plugin: string) => unknown,
): Views {
  const rank = ({ owner, definition: { id } }: BoundView): number =>
    own(options().bindViews, id) === owner ? 0 : owner === UI ? 1 : 2
  const list = state.list<BoundView>(rank)
  return {
    ...readonly(list),
    find: (id) => list.get().find(({ definition }) => definition.id === id),
    add(definition, owner = UI) {
      const { id } = definition
      const view: BoundView = Object.freeze({
        owner,
        // What differs by view is only the type of its parameters.
        definition: definition as unknown as ViewDefinition,
        get api() {
          return apiOf(owner)
        },
      })
      const twin = list
        .get()
        .find(
          (other) =>
            other.definition.id === id &&
            (other.owner === owner || (rank(view) > 1 && rank(other))),
        )
      if (twin)
        refuseTwin(
          'views',
          id,
          twin.owner,
          owner,
          `the host chooses by bindViews: { '${id}': '${owner}' }`,
        )
      return list.push(view)
    },
  }
}
