import { LatchkeyError, type Dispose } from '@latchkey/plugin-api'

/** What was under way when it was given up, by whatever came instead. */
export const aborted = (message = 'Request was aborted'): LatchkeyError =>
  new LatchkeyError('kernel.aborted', message)

/** Runs once the signal is aborted, at once if it is already. */
export function onAbort(signal: AbortSignal | undefined, run: () => void): Dispose {
  if (signal?.aborted) run()
  signal?.addEventListener('abort', run, { once: true })
  return () => signal?.removeEventListener('abort', run)
}

/**
 * Settles as `run` does, but never later than `ms` say or any of the signals, whether `run` heeds its own signal or not.
 * @throws `kernel.timed_out`, `kernel.aborted`, and what `run` throws
 */
export const bounded = <T>(
  what: string,
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    const { signal } = controller
    const stops: Dispose[] = []
    const release = (): void => stops.forEach((stop) => stop())
    const stop = (reason: LatchkeyError): void => {
      release()
      reject(reason)
      controller.abort()
    }
    const timer = setTimeout(
      () =>
        stop(
          new LatchkeyError('kernel.timed_out', `${what} took longer than ${ms} ms.`, {
            context: { what, ms },
          }),
        ),
      ms,
    )
    stops.push(() => clearTimeout(timer))
    for (const outer of signals)
      if (!signal.aborted) stops.push(onAbort(outer, () => stop(aborted())))
    if (!signal.aborted)
      new Promise<T>((settle) => settle(run(signal))).finally(release).then(resolve, reject)
  })
