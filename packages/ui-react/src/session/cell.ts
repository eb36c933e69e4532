import type { Dispose, Observable } from '@latchkey/plugin-api'

export interface Cell<T> extends Observable<T> {
  set(value: T): void
}

/** A value that can be watched. */
export function createCell<T>(initial: T): Cell<T> {
  let value = initial
  const listeners = new Set<(value: T, previous: T) => void>()
  return {
    get: () => value,
    set(next) {
      if (next === value) return
      const previous = value
      value = next
      for (const listener of [...listeners]) listener(next, previous)
    },
    subscribe(listener): Dispose {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
