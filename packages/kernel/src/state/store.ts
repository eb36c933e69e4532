import type { Dispose, Observable, Slice } from '@latchkey/plugin-api'
import { createStore } from 'zustand/vanilla'
import { guarded } from '../support/guard.js'
import { snapshot } from '../support/snapshot.js'

/** A slice that is replaced as a whole, by whoever holds it. */
export interface Cell<T> extends Observable<T> {
  set(value: T): void
}
/** A slice of items that come and go. What they hold is theirs; only the list is frozen. */
export interface List<T> extends Observable<readonly T[]> {
  push(item: T): Dispose
  /** Puts others in an item's place. */
  swap(item: T, ...others: T[]): void
}
/** The kernel's one store. Each slice is written by its owner alone, who is handed the setter. */
export interface State {
  cell<T>(initial: T): Cell<T>
  /** Kept in that order, and in the order of arrival where it says nothing. */
  list<T extends object>(orderOf?: (item: T) => number): List<T>
  /** Keeps frozen copies of plain data. */
  slice<T extends object>(initial: T): Slice<T>
}

/** An observable without its setter. */
export const readonly = <T>({ get, subscribe }: Observable<T>): Observable<T> => ({
  get,
  subscribe,
})

export function createState(onError: (error: unknown) => void): State {
  const store = createStore<Readonly<Record<number, unknown>>>(() => ({}))
  let count = 0
  const cell = <T>(initial: T): Cell<T> => {
    // By number: names that plugins choose could meet.
    const key = count++
    const set = (value: T): void => store.setState({ [key]: value })
    const get = (): T => store.getState()[key] as T
    set(initial)
    return {
      get,
      set,
      subscribe(listener) {
        const tell = guarded(listener, onError)
        // A listener may write, and so be called within a call: each one sees every state at most once, and never an older after a newer.
        let seen = get()
        return store.subscribe(() => {
          const before = seen
          seen = get()
          if (seen !== before) tell(seen, before)
        })
      },
    }
  }
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
