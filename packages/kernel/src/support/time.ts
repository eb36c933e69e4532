import { LatchkeyError, type Dispose } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'

/**
 * Longest time in ms that one step may hold up the others: a plugin's start or flow step, restoring
 * a connection, releasing a wallet, putting a request into words.
 */
export const STEP_TIMEOUT_MS = 10_000

/** The error of work that was given up because something else came instead. */
export const abortedError = (message = 'Request was aborted'): LatchkeyError =>
  new LatchkeyError('kernel.aborted', message)

export const disposedError = (): LatchkeyError =>
  new LatchkeyError('kernel.disposed', 'The kernel was disposed.')

/**
 * Calls `run` once when the signal is aborted, and at once if it is aborted already.
 * @returns stops waiting for the abort
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): Dispose {
  if (signal?.aborted) run()
  signal?.addEventListener('abort', run, { once: true })
  return () => signal?.removeEventListener('abort', run)
}

/**
 * Calls `ask` in this very task and settles as its answer does, but rejects with the signal's
 * reason as soon as the signal is aborted.
 * @param onLate gets an answer that comes after the abort
 */
export const unlessAborted = <T>(
  signal: AbortSignal,
  ask: () => T | Promise<T>,
  onLate?: (answer: T) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason as Error))
    if (!signal.aborted)
      void new Promise<T>((settle) => settle(ask()))
        .then((answer) => (signal.aborted ? onLate?.(answer) : resolve(answer)), reject)
        .finally(stop)
  })

/**
 * Settles as `run` does, but after `ms` milliseconds or an abort of one of the signals at the
 * latest, whether or not `run` heeds the signal that it gets.
 * @param what names the work in the error of a timeout
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
    const giveUp = (reason: LatchkeyError): void => {
      release()
      reject(reason)
      controller.abort()
    }
    const timer = setTimeout(
      () =>
        giveUp(
          new LatchkeyError('kernel.timed_out', `${what} took longer than ${ms} ms.`, {
            context: { what, ms },
          }),
        ),
      ms,
    )
    stops.push(() => clearTimeout(timer))
    for (const outer of signals)
      if (!signal.aborted) stops.push(onAbort(outer, () => giveUp(abortedError())))
    if (!signal.aborted)
      new Promise<T>((settle) => settle(run(signal))).finally(release).then(resolve, reject)
  })

/**
 * Waits for work that never rejects, for {@link STEP_TIMEOUT_MS} at most; after that the timeout is
 * reported and the kernel goes on without the work. Ends at once when the kernel is disposed.
 */
export const within = (
  { signal, report }: Pick<KernelCore, 'signal' | 'report'>,
  work: Promise<unknown>,
  what: string,
): Promise<void> =>
  bounded(what, STEP_TIMEOUT_MS, [signal], () => work).then(
    () => undefined,
    (error: unknown) => {
      if (!signal.aborted) report(error, what)
    },
  )
