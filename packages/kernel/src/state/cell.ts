import type { Observable } from '@latchkey/plugin-api'
import { createStore } from 'zustand/vanilla'
import { guarded } from '../support/guard.js'

/** An observable value that its owner replaces as a whole. */
export interface Cell<T> extends Observable<T> {
  set(value: T): void
}

/**
 * The kernel's one kind of observable: zustand's vanilla store around a single value.
 * @param onError is told what a listener throws; the other listeners are called all the same
 */
export function createCell<T>(initial: T, onError: (error: unknown) => void): Cell<T> {
  const store = createStore<{ readonly value: T }>(() => ({ value: initial }))
  const get = (): T => store.getState().value
  return {
    get,
    set: (value) => store.setState({ value }),
    subscribe(listener) {
      const notify = guarded(listener, onError)
      // A listener may set the value, and so be called within a call. Each listener sees every value
      // at most once, and never an older value after a newer one.
      let seen = get()
      return store.subscribe(() => {
        const before = seen
        seen = get()
        if (seen !== before) notify(seen, before)
      })
    },
  }
}
