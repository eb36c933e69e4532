import type { Dispose, Observable, ViewDefinition, ViewId } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'
import { refuse } from '../support/refuse.js'
import type { BoundView, ResolvedOptions } from '../types.js'

/** Owner of the views that the UI package registers: nobody else's take their place unless the host says so. */
const UI = 'ui-react'

export interface Views extends Observable<readonly BoundView[]> {
  find(id: string): BoundView | undefined
  /** @throws `kernel.duplicate_id` when the view is another's and the host did not bind it */
  add<Id extends ViewId>(definition: ViewDefinition<Id>, owner?: string): Dispose
}

/** Views with their owners. The host's binding comes first, then the UI's own, then whoever was first; the others wait behind. */
export function createViews(state: State, options: () => ResolvedOptions, apiOf: (plugin: string) => unknown): Views {
  const list = state.cell<readonly BoundView[]>('views', [])
  const all: BoundView[] = []
  const rank = ({ owner, definition: { id } }: BoundView): number => (options().bindViews?.[id] === owner ? 2 : owner === UI ? 1 : 0)
  const publish = (): void => {
    const views = new Map<string, BoundView>()
    for (const view of [...all].sort((a, b) => rank(b) - rank(a))) views.set(view.definition.id, views.get(view.definition.id) ?? view)
    list.set(Object.freeze([...views.values()]))
  }
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
      const taken = all.find((other) => other.definition.id === id && (other.owner === owner || (!rank(view) && rank(other) < 2)))
      if (taken) refuse('kernel.duplicate_id', { registry: 'views', id, owner: taken.owner }, `View "${id}" is brought by "${taken.owner}" and again by "${owner}": the host chooses with bindViews: { '${id}': '${owner}' }.`)
      all.push(view)
      publish()
      return () => {
        all.splice(all.indexOf(view), 1)
        publish()
      }
    },
  }
}
