import type { Contribution } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { bounded } from './services/bounded.js'

/** Longest time that one step, one stored connection or one wallet that is let go may take, ms. */
export const LIMIT = 10_000

type Step<T> = Contribution<(value: T, signal: AbortSignal) => unknown>

/** Runs what plugins added, one after the other, as long as `life` lasts. A step that throws or takes too long is reported and passed over. */
export async function runSteps<T>({ report }: Pick<KernelCore, 'report'>, name: string, steps: readonly Step<T>[], value: T, life: AbortSignal): Promise<void> {
  for (const { owner, value: step } of steps) {
    if (life.aborted) return
    const where = `${owner}: ${name}`
    await bounded(where, LIMIT, [life], async (signal) => step(value, signal)).catch((error: unknown) => {
      if (!life.aborted) report(error, where)
    })
  }
}

/** Settles as the promise does, or rejects with the signal's reason as soon as that is aborted. */
export const unlessAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> => new Promise((resolve, reject) => {
  const stop = (): void => reject(signal.reason as Error)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
})
