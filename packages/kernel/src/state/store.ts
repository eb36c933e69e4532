import type { Dispose, Observable, Slice } from '@latchkey/plugin-api'
import { snapshot } from '../support/snapshot.js'
import { createCell, type Cell } from './cell.js'

/** An observable list of items that come and go. The list is frozen, its items are not. */
export interface List<T> extends Observable<readonly T[]> {
  push(item: T): Dispose
  /** Puts other items in the place of one; without others it is removed. */
  swap(item: T, ...others: T[]): void
}
/**
 * Makes the kernel's observables. Each one is written by its owner alone, who is handed the setter.
 * An error of a listener is reported.
 */
export interface State {
  cell<T>(initial: T): Cell<T>
  /** A list sorted by `orderOf`, and by arrival where two items have the same order. */
  list<T extends object>(orderOf?: (item: T) => number): List<T>
  /** An object that is changed member by member; it holds frozen copies of plain data. */
  slice<T extends object>(initial: T): Slice<T>
}

/** An observable without its setter. */
export const readonly = <T>({ get, subscribe }: Observable<T>): Observable<T> => ({
  get,
  subscribe,
})

export function createState(onError: (error: unknown) => void): State {
  const cell = <T>(initial: T): Cell<T> => createCell(initial, onError)
  return {
    cell,
    list<T extends object>(orderOf = (_: T): number => 0): List<T> {
      const { get, set, subscribe } = cell<readonly T[]>([])
      const put = (items: T[]): void =>
        set(Object.freeze(items.sort((a, b) => orderOf(a) - orderOf(b))))
      const swap: List<T>['swap'] = (item, ...others) =>
        put(get().flatMap((each) => (each === item ? others : [each])))
      return {
        get,
        subscribe,
        swap,
        push(item) {
          put([...get(), item])
          return () => swap(item)
        },
      }
    },
    slice<T extends object>(initial: T): Slice<T> {
      const { get, set, subscribe } = cell(snapshot(initial))
      return {
        get,
        subscribe,
        set: (change) =>
          set(snapshot({ ...get(), ...(typeof change === 'function' ? change(get()) : change) })),
      }
    },
  }
}
