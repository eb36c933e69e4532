import type { Observable } from '@latchkey/plugin-api'
import { guarded } from '../../support/guard.js'

/** An observable that its owner sets. */
export interface Cell<T> extends Observable<T> {
  set(value: T): void
  /** The answer tells whether it was still subscribed. */
  subscribe(listener: (value: T, previous: T) => void): () => boolean
}

/** @param onError told what a listener throws; the others are called all the same */
export function createCell<T>(value: T, onError: (error: unknown) => void): Cell<T> {
  const listeners = new Set<(value: T, previous: T) => void>()
  return {
    get: () => value,
    set(next) {
      const previous = value
      value = next
      for (const tell of [...listeners]) tell(next, previous)
    },
    subscribe(listener) {
      const tell = guarded(listener, onError)
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
}
