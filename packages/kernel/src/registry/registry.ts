import type { Contribution, Dispose, Registry } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'
import { refuse } from '../support/refuse.js'

/** A registry as the kernel holds it. What is added without an owner is the host's. */
export interface OwnedRegistry<T> extends Registry<T> {
  add(value: T, owner?: string): Dispose
  remove(id: string): void
}

const orderOf = ({ value }: Contribution<{ order?: number }>): number => value.order ?? 100

export function createRegistry<T extends object>(state: State, registry: string, idOf: (value: T) => string): OwnedRegistry<T> {
  const list = state.cell<readonly Contribution<T>[]>(registry, [])
  const byId = new Map<string, Contribution<T>>()
  // Sorted by what says an order; the others stay as they came.
  const publish = (): void => list.set(Object.freeze([...byId.values()].sort((a, b) => orderOf(a) - orderOf(b))))
  const remove = (id: string): void => {
    if (byId.delete(id)) publish()
  }
  return {
    ...readonly(list),
    find: (id) => byId.get(id),
    add(value, owner = 'host') {
      const id = idOf(value)
      const taken = byId.get(id)
      if (taken) refuse('kernel.duplicate_id', { registry, id, owner: taken.owner }, `"${id}" in ${registry} is taken by "${taken.owner}", "${owner}" adds it again: choose another id.`)
      const mine = Object.freeze({ owner, value })
      byId.set(id, mine)
      publish()
      return () => {
        if (byId.get(id) === mine) remove(id)
      }
    },
    remove,
  }
}

/** Puts an item at the end of a list that is replaced, never changed: whoever is reading it reads on. */
export function append<Key extends string, T>(lists: Record<Key, readonly T[]>, key: Key, item: T): Dispose {
  lists[key] = [...lists[key], item]
  return () => {
    lists[key] = lists[key].filter((other) => other !== item)
  }
}
