/** Waits this long, or until the signal is aborted. Never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })

/**
 * A signal that is aborted as soon as one of these is, or by `abort`. `end` removes the listeners
 * from these signals, which may outlive the work.
 */
export function linkSignals(...signals: readonly AbortSignal[]): {
  signal: AbortSignal
  abort(reason?: unknown): void
  end(): void
} {
  const controller = new AbortController()
  const abort = (reason?: unknown): void => {
    controller.abort(reason)
    end()
  }
  const listener = (): void => abort()
  const end = (): void => signals.forEach((signal) => signal.removeEventListener('abort', listener))
  for (const signal of signals) signal.addEventListener('abort', listener)
  if (signals.some(({ aborted }) => aborted)) abort()
  return { signal: controller.signal, abort, end }
}

/** Settles as the work does, but no later than the signal is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}
