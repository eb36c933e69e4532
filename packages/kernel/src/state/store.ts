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
  cell<T>(name: string, initial: T): Cell<T>
  /** Kept in that order, and in the order of arrival where it says nothing. */
  list<T extends object>(name: string, orderOf?: (item: T) => number): List<T>
  /** Keeps frozen copies of plain data. */
  slice<T extends object>(name: string, initial: T): Slice<T>
}

/** An observable without its setter. */
export const readonly = <T>({ get, subscribe }: Observable<T>): Observable<T> => ({ get, subscribe })

export function createState(onError: (error: unknown) => void): State {
  const store = createStore<Readonly<Record<string, unknown>>>(() => ({}))
  const cell = <T>(name: string, initial: T): Cell<T> => {
    const set = (value: T): void => store.setState({ [name]: value })
    const get = (): T => store.getState()[name] as T
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
    list<T extends object>(name: string, orderOf = (_: T): number => 0): List<T> {
      const { get, set, subscribe } = cell<readonly T[]>(name, [])
      const put = (items: T[]): void => set(Object.freeze(items.sort((a, b) => orderOf(a) - orderOf(b))))
      const swap: List<T>['swap'] = (item, ...others) => put(get().flatMap((each) => (each === item ? others : [each])))
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
    slice<T extends object>(name: string, initial: T): Slice<T> {
      const { get, set, subscribe } = cell(name, snapshot(initial))
      return { get, subscribe, set: (change) => set(snapshot({ ...get(), ...(typeof change === 'function' ? change(get()) : change) })) }
    },
  }
}
