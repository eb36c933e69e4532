import type { Network, Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { askNodes, pause } from '@latchkey/plugin-api/nodes'
import { look } from './errors.js'

/** ms between two looks. */
const POLL = 1_000
/** Looks after which watching stops. */
const MOST_LOOKS = 180
/** Looks after which a transaction that no node has seen cannot come any more: its block hash lives for about 150 slots of 0.4 s. */
const GONE = 120

interface Status {
  err?: unknown
  confirmationStatus?: unknown
}
/** `null`: the node has not seen it; `undefined`: the node cannot be asked. */
async function statusOf(
  network: Network,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Status | null | undefined> {
  const answer = await askNodes(
    network,
    'getSignatureStatuses',
    [[id], { searchTransactionHistory: true }],
    signal,
  ).catch(() => undefined)
  return look(() => (answer as { value: (Status | null)[] }).value[0])
}

/** Follows a transaction until it is confirmed, has failed, or can come no more. Ends silently when `signal` is aborted. */
export async function* watch(
  { id }: Submission,
  network: Network,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  let unseen = 0
  for (let count = 0; count < MOST_LOOKS && !signal?.aborted; count++) {
    const status = await statusOf(network, id, signal)
    if (signal?.aborted) return
    if (status && (status.err || status.confirmationStatus !== 'processed'))
      return yield { status: status.err ? 'failed' : 'success', transaction: id }
    unseen = status === null ? unseen + 1 : 0
    if (unseen > GONE) return yield { status: 'dropped' }
    yield { status: 'pending' }
    await pause(POLL, signal)
  }
}
