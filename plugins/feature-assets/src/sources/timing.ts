/** Settles as the work does, but no later than the signal is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
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
