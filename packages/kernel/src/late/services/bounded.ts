import { LatchkeyError } from '@latchkey/plugin-api'

export const aborted = (): LatchkeyError<'kernel.aborted'> => new LatchkeyError('kernel.aborted', 'Request was aborted')

export interface Bounds {
  /** What is done, for the message of a time-out. */
  what: string
  /** ms; without it there is no end by time. */
  ms?: number
  /** Any of them ends it. */
  signals: readonly (AbortSignal | undefined)[]
}

/**
 * Settles as `run` does, but never later than its bounds say, whether `run` heeds its signal or not.
 * @throws `kernel.timed_out`, `kernel.aborted`, and what `run` throws
 */
export function bounded<T>(run: (signal: AbortSignal) => Promise<T>, { what, ms, signals }: Bounds): Promise<T> {
  if (signals.some((signal) => signal?.aborted)) return Promise.reject(aborted())
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController()
    const stop = (error: LatchkeyError): void => {
      release()
      reject(error)
      controller.abort(error)
    }
    const onAbort = (): void => stop(aborted())
    const timer = ms === undefined ? undefined : setTimeout(() => stop(new LatchkeyError('kernel.timed_out', `${what} took longer than ${ms} ms.`, { context: { what, ms } })), ms)
    const release = (): void => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', onAbort)
    }
    for (const signal of signals) signal?.addEventListener('abort', onAbort)
    new Promise<T>((settle) => settle(run(controller.signal))).finally(release).then(resolve, reject)
  })
}

export type Share<T> = (key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Calls of one key at one time become one run. It is aborted when every caller has given up. */
export function createShare<T>(what: string, kernel: AbortSignal): Share<T> {
  const running = new Map<string, { work: Promise<T>; waiting: number; controller: AbortController }>()
  return (key, run, signal) => {
    if (signal?.aborted) return Promise.reject(aborted())
    let job = running.get(key)
    if (!job) {
      const controller = new AbortController()
      const work = bounded(run, { what, signals: [controller.signal, kernel] })
      running.set(key, (job = { work, waiting: 0, controller }))
      // Who waits hears of it; nobody waiting is no error.
      work.catch(() => undefined)
    }
    const mine = job
    mine.waiting++
    return bounded(() => mine.work, { what, signals: [signal] }).finally(() => {
      if (--mine.waiting > 0) return
      if (running.get(key) === mine) running.delete(key)
      mine.controller.abort()
    })
  }
}
