import type { Cache } from './cache.js'

/** Settles as the work does, but no later than the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

/** Looks up, asks once for several who want to know the same, and keeps the answer. */
export function createReader<T>(cache: Cache<T>) {
  const running = new Map<string, Promise<T | undefined>>()
  const begin = (key: string, read: () => Promise<T | undefined>): Promise<T | undefined> => {
    const isStill = (): boolean => running.get(key) === work
    const work: Promise<T | undefined> = read()
      .then((value) => {
        // An answer from before the name was forgotten is out of date.
        if (isStill()) cache.store(key, value ?? null)
        return value
      })
      .finally(() => isStill() && running.delete(key))
    running.set(key, work)
    return work
  }
  return {
    read(
      key: string,
      read: () => Promise<T | undefined>,
      signal?: AbortSignal,
    ): Promise<T | undefined> {
      const kept = cache.find(key)
      if (kept) return Promise.resolve(kept.value ?? undefined)
      return unlessAborted(running.get(key) ?? begin(key, read), signal)
    },
    forget(key: string): void {
      running.delete(key)
      cache.forget(key)
    },
  }
}

export type Reader<T> = ReturnType<typeof createReader<T>>
