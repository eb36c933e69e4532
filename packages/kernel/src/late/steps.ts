import type { Contribution } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { bounded, STEP_TIMEOUT_MS } from '../support/time.js'

/**
 * Runs the steps that plugins added, one after the other, until `life` is aborted. A step that
 * throws, or takes longer than {@link STEP_TIMEOUT_MS}, is reported and passed over.
 */
export async function runSteps<T>(
  { report }: Pick<KernelCore, 'report'>,
  name: string,
  steps: readonly Contribution<(value: T, signal: AbortSignal) => unknown>[],
  value: T,
  life: AbortSignal,
): Promise<void> {
  for (const { owner, value: step } of steps) {
    const where = `${owner}: ${name}`
    await bounded(where, STEP_TIMEOUT_MS, [life], async (signal) => step(value, signal)).catch(
      (error: unknown) => life.aborted || report(error, where),
    )
  }
}
