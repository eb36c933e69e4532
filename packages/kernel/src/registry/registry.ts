import type { Contribution, Dispose, Registry } from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'
import { refuseTwin } from '../support/refuse.js'

/** A registry as the kernel holds it. The default owner of an item is the host. */
export interface OwnedRegistry<T> extends Registry<T> {
  add(value: T, owner?: string): Dispose
  remove(id: string): void
}

export function createRegistry<T extends object>(
  state: State,
  name: string,
  idOf: (value: T) => string,
): OwnedRegistry<T> {
  // Items without an order stand where 100 would stand.
  const list = state.list<Contribution<T & { order?: number }>>(({ value }) => value.order ?? 100)
  const find = (id: string): Contribution<T> | undefined =>
    list.get().find(({ value }) => idOf(value) === id)
  return {
    ...readonly(list),
    find,
    add(value, owner = 'host') {
      const id = idOf(value)
      const taken = find(id)
      if (taken) refuseTwin(name, id, taken.owner, owner)
      return list.push(Object.freeze({ owner, value }))
    },
    remove(id) {
      const found = find(id)
      if (found) list.swap(found)
    },
  }
}

/**
 * Adds an item to the end of a list. The list is replaced, not changed, so that a loop over the old
 * list is not disturbed.
 * @returns takes the item out again
 */
export function append<Key extends string, T>(
  lists: Record<Key, readonly T[]>,
  key: Key,
  item: T,
): Dispose {
  lists[key] = [...lists[key], item]
  return () => {
    lists[key] = lists[key].filter((other) => other !== item)
  }
}
