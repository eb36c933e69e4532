import { LatchkeyError, type Contribution, type Dispose, type Registry } from '@latchkey/plugin-api'
import type { State } from '../state/store.js'

/** A registry as the kernel holds it. What is added without an owner is the host's. */
export interface OwnedRegistry<T> extends Registry<T> {
  addAs(owner: string, value: T): Dispose
  remove(id: string): void
}

export const HOST = 'host'
const orderOf = ({ value }: Contribution<{ order?: number }>): number => value.order ?? 100

export function createRegistry<T extends object>(state: State, name: string, idOf: (value: T) => string): OwnedRegistry<T> {
  const list = state.cell<readonly Contribution<T>[]>(`registry:${name}`, [])
  const byId = new Map<string, Contribution<T>>()
  // Sorted by what says an order; the others stay as they came.
  const publish = (): void => list.set(Object.freeze([...byId.values()].sort((a, b) => orderOf(a) - orderOf(b))))
  const remove = (id: string): void => {
    if (byId.delete(id)) publish()
  }
  const addAs = (owner: string, value: T): Dispose => {
    const id = idOf(value)
    const taken = byId.get(id)
    if (taken) throw new LatchkeyError('kernel.duplicate_id', `"${id}" is taken in ${name}: "${taken.owner}" added it, "${owner}" adds it again. Ids are unique; choose another, or take the first back.`, { context: { registry: name, id, owner: taken.owner } })
    const mine = Object.freeze({ owner, value })
    byId.set(id, mine)
    publish()
    return () => {
      if (byId.get(id) === mine) remove(id)
    }
  }
  return { get: list.get, subscribe: list.subscribe, find: (id) => byId.get(id), add: (value) => addAs(HOST, value), addAs, remove }
}

/** Contributions without ids, in order of registration. */
export interface OwnedList<T> {
  readonly items: readonly Contribution<T>[]
  addAs(owner: string, value: T): Dispose
}
export function createList<T>(): OwnedList<T> {
  const list = {
    items: [] as readonly Contribution<T>[],
    addAs(owner: string, value: T): Dispose {
      const mine = Object.freeze({ owner, value })
      list.items = [...list.items, mine]
      return () => {
        list.items = list.items.filter((item) => item !== mine)
      }
    },
  }
  return list
}
