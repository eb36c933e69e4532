import { LatchkeyError, type Contribution } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { bounded, onAbort } from './services/bounded.js'

export { aborted, onAbort } from './services/bounded.js'

/** Longest time that one step, all stored connections together, or a wallet that is let go may take, ms. */
export const LIMIT = 10_000

export const disposed = (): LatchkeyError =>
  new LatchkeyError('kernel.disposed', 'The kernel was disposed.')

/** Asks in this very task, and settles as the answer does, or rejects with the signal's reason as soon as that is aborted. `late` gets what is answered after that. */
export const unlessAborted = <T>(
  signal: AbortSignal,
  ask: () => T | Promise<T>,
  late?: (answer: T) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason as Error))
    if (!signal.aborted)
      void new Promise<T>((settle) => settle(ask()))
        .then((answer) => (signal.aborted ? late?.(answer) : resolve(answer)), reject)
        .finally(stop)
  })

/** Runs what plugins added, one after the other, as long as `life` lasts. A step that throws or takes too long is reported and passed over. */
export async function runSteps<T>(
  { report }: KernelCore,
  name: string,
  steps: readonly Contribution<(value: T, signal: AbortSignal) => unknown>[],
  value: T,
  life: AbortSignal,
): Promise<void> {
  for (const { owner, value: step } of steps) {
    const where = `${owner}: ${name}`
    await bounded(where, LIMIT, [life], async (signal) => step(value, signal)).catch(
      (error: unknown) => life.aborted || report(error, where),
    )
  }
}
