import { LatchkeyError } from '@latchkey/plugin-api'

export const aborted = (): LatchkeyError => new LatchkeyError('kernel.aborted', 'Request was aborted')

/**
 * Settles as `run` does, but never later than `ms` say or any of the signals, whether `run` heeds its own signal or not.
 * @throws `kernel.timed_out`, `kernel.aborted`, and what `run` throws
 */
export const bounded = <T>(what: string, ms: number, signals: readonly (AbortSignal | undefined)[], run: (signal: AbortSignal) => Promise<T>): Promise<T> => new Promise((resolve, reject) => {
  const controller = new AbortController()
  const release = (): void => {
    clearTimeout(timer)
    for (const signal of signals) signal?.removeEventListener('abort', stop)
  }
  const stop = (late?: LatchkeyError | Event): void => {
    release()
    reject(late instanceof Event || !late ? aborted() : late)
    controller.abort()
  }
  const timer = setTimeout(() => stop(new LatchkeyError('kernel.timed_out', `${what} took longer than ${ms} ms.`, { context: { what, ms } })), ms)
  for (const signal of signals) {
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
  }
  new Promise<T>((settle) => settle(run(controller.signal))).finally(release).then(resolve, reject)
})
