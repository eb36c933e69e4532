import type { Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { pause } from '@latchkey/plugin-api/nodes'
import type { BitcoinSource, SourceOn } from './source.js'

/** ms between two questions: short at first, then longer. */
const FIRST_POLL_MS = 1_000
const LAST_POLL_MS = 30_000
/** Questions without a trace of the transaction, after which it counts as dropped. */
const MAX_UNKNOWN = 20
/** Questions after which watching stops: about two hours. */
const MAX_POLLS = 250

/**
 * Follows a transaction until it is in a block. While the source cannot be asked it stays pending.
 * Ends silently when `signal` is aborted.
 */
export async function* watch(
  source: BitcoinSource,
  { id }: Submission,
  on: SourceOn,
): AsyncGenerator<SubmissionStatus> {
  const { signal } = on
  let unknown = 0
  for (let look = 0; look < MAX_POLLS && !signal?.aborted; look++) {
    const status = await source.status(id, on).catch(() => 'pending' as const)
    if (signal?.aborted) return
    if (status === 'confirmed') return yield { status: 'success', transaction: id }
    unknown = status === 'unknown' ? unknown + 1 : 0
    if (unknown >= MAX_UNKNOWN) return yield { status: 'dropped' }
    yield { status: 'pending' }
    await pause(Math.min(LAST_POLL_MS, FIRST_POLL_MS * 1.2 ** look), signal)
  }
}
