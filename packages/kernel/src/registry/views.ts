import type { Dispose, Observable, ViewDefinition, ViewId } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'
import { own } from '../support/own.js'
import { refuseTwin } from '../support/refuse.js'
import type { BoundView, ResolvedOptions } from '../types.js'

/** Owner of the views of the UI package. A plugin's view replaces one only if the host binds it. */
const UI = 'ui-react'

/**
 * All views with their owners. Of several views with one id the first wins: the one that the host
 * binds, then the UI package's own.
 */
export interface Views extends Observable<readonly BoundView[]> {
  find(id: string): BoundView | undefined
  /** @throws `kernel.duplicate_id` when another plugin has a view of that id and the host binds none */
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
        // Views differ only in the type of their parameters.
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
