import { knownViews, LatchkeyError, type Dispose, type Observable, type ViewDefinition } from '@latchkey/plugin-api'
import type { State } from '../state/store.js'
import type { BoundView, ResolvedOptions } from '../types.js'

/** Owner of the views that the UI package registers. */
export const UI = 'ui-react'

export interface Views extends Observable<readonly BoundView[]> {
  find(id: string): BoundView | undefined
  addAs(owner: string, definition: ViewDefinition): Dispose
}

/** Plugin that a view id belongs to by its name: `swap.quote` to swap, the specification's to the package that brings it. */
function rightful(id: string, installed: (plugin: string) => boolean): string | undefined {
  if (Object.hasOwn(knownViews, id)) return knownViews[id]?.replace('feature-', '')
  const plugin = id.split('.')[0]
  return plugin !== undefined && plugin !== id && installed(plugin) ? plugin : undefined
}

/** Views with their owners. One that belongs to another is taken only from the plugin that the host bound it to; if that one ends, the first is back. */
export function createViews(state: State, options: () => ResolvedOptions, installed: (plugin: string) => boolean, apiOf: (plugin: string) => unknown): Views {
  const list = state.cell<readonly BoundView[]>('registry:views', [])
  const all: BoundView[] = []
  const bound = (id: string): string | undefined => options().bindViews?.[id]
  const find = (id: string): BoundView | undefined => list.get().find(({ definition }) => definition.id === id)
  const publish = (): void => {
    const views = new Map<string, BoundView>()
    for (const view of all) {
      const { id } = view.definition
      if (!views.has(id) || bound(id) === view.owner) views.set(id, view)
    }
    list.set(Object.freeze([...views.values()]))
  }
  return {
    get: list.get,
    subscribe: list.subscribe,
    find,
    addAs(owner, definition) {
      const { id } = definition
      const others = all.filter((view) => view.definition.id === id)
      const keeper = rightful(id, installed) ?? others.find((view) => view.owner !== bound(id))?.owner ?? owner
      if (keeper !== owner && bound(id) !== owner) {
        throw new LatchkeyError('kernel.not_allowed', `View "${id}" belongs to "${keeper}" and "${owner}" brings it too. Only the host decides who replaces a view: createKernel({ bindViews: { '${id}': '${owner}' } }).`, { context: { what: `view ${id}`, plugin: owner } })
      }
      if (others.some((view) => view.owner === owner)) throw new LatchkeyError('kernel.duplicate_id', `View "${id}" is registered by "${owner}" already.`, { context: { registry: 'views', id, owner } })
      const view: BoundView = Object.freeze({
        owner,
        definition,
        get api() {
          return apiOf(owner)
        },
      })
      all.push(view)
      publish()
      return () => {
        all.splice(all.indexOf(view), 1)
        publish()
      }
    },
  }
}
