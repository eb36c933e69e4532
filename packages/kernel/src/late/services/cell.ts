import type { Dispose, Observable } from '@latchkey/plugin-api'

/** An observable that its owner sets. */
export interface Cell<T> extends Observable<T> {
  set(value: T): void
}

/** @param onError told what a listener throws; the others are called all the same */
export function createCell<T>(initial: T, onError: (error: unknown) => void): Cell<T> {
  const listeners = new Set<(value: T, previous: T) => void>()
  let value = initial
  const tell = (listener: (value: T, previous: T) => void, previous: T): void => {
    try {
      listener(value, previous)
    } catch (error) {
      onError(error)
    }
  }
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      const previous = value
      value = next
      for (const listener of [...listeners]) tell(listener, previous)
    },
    subscribe(listener): Dispose {
      // A listener that is added twice is called twice.
      const own: typeof listener = (now, previous) => listener(now, previous)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}
