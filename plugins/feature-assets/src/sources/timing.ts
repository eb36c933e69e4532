/** Settles as the work does, but no later than the signal is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

/** Settles after so many ms, or rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return unlessAborted(over, signal).finally(() => clearTimeout(timer))
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

/**
 * Runs work that may never settle, for this many ms at most. @throws what the work throws, the
 * signal's reason, or a TypeError that names `what` when the time is over
 */
export async function withTimeout<T>(
  ms: number,
  what: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  const timer = setTimeout(() => controller.abort(new TypeError(`${what} took too long`)), ms)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await unlessAborted(run(controller.signal), controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    controller.abort()
  }
}
