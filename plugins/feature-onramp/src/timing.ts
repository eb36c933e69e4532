/** Settles as the work does, but no later than the signal is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

/** Settles after so many ms, or as soon as `wake` is called. Rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal, wakers?: Set<() => void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  let wake: () => void
  const over = new Promise<void>((resolve) => {
    wake = resolve
    timer = setTimeout(resolve, ms)
    wakers?.add(resolve)
  })
  return unlessAborted(over, signal).finally(() => {
    clearTimeout(timer)
    wakers?.delete(wake)
  })
}

/** Settles as soon as somebody can see the page and it is online, or rejects with the signal's reason. */
export async function whenSeen(signal: AbortSignal): Promise<void> {
  const { document, window, navigator } = globalThis as Partial<typeof globalThis>
  const isSeen = (): boolean =>
    document?.visibilityState !== 'hidden' && navigator?.onLine !== false
  if (isSeen()) return
  const ends = new AbortController()
  const seen = new Promise<void>((resolve) => {
    const look = (): void => {
      if (isSeen()) resolve()
    }
    document?.addEventListener('visibilitychange', look, { signal: ends.signal })
    window?.addEventListener('online', look, { signal: ends.signal })
  })
  await unlessAborted(seen, signal).finally(() => ends.abort())
}
