import type { Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { pause } from '@latchkey/plugin-api/nodes'
import type { BitcoinSource, SourceOn } from './source.js'

/** ms between two looks: soon at first, then less often. */
const FIRST = 1_000
const LAST = 30_000
/** Looks at which the source has not heard of it, before it counts as dropped. */
const UNKNOWN_LIMIT = 20
/** Looks after which watching stops: some two hours. */
const LIMIT = 250

/** Follows a transaction until it is in a block. A source that cannot be asked leaves it pending. Ends silently when `signal` is aborted. */
export async function* watch(
  source: BitcoinSource,
  { id }: Submission,
  on: SourceOn,
): AsyncGenerator<SubmissionStatus> {
  const { signal } = on
  let unknown = 0
  for (let look = 0; look < LIMIT && !signal?.aborted; look++) {
    const status = await source.status(id, on).catch(() => 'pending' as const)
    if (signal?.aborted) return
    if (status === 'confirmed') return yield { status: 'success', transaction: id }
    unknown = status === 'unknown' ? unknown + 1 : 0
    if (unknown >= UNKNOWN_LIMIT) return yield { status: 'dropped' }
    yield { status: 'pending' }
    await pause(Math.min(LAST, FIRST * 1.2 ** look), signal)
  }
}
