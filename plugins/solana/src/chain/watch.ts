import type { Network, Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { askNodes, pause } from '@latchkey/plugin-api/nodes'
import { readSafely } from '@latchkey/plugin-api/wallet'

/** ms between two questions. */
const POLL_MS = 1_000
/** Questions after which watching stops. */
const MAX_POLLS = 180
/**
 * Questions after which a transaction that no node has seen is dropped: its block hash lives for
 * about 150 slots of 0.4 s.
 */
const MAX_UNSEEN = 120

interface Status {
  err?: unknown
  confirmationStatus?: unknown
}
/** @returns `null` when the node has not seen it, `undefined` when the node cannot be asked */
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
  return readSafely(() => (answer as { value: (Status | null)[] }).value[0])
}

/**
 * Follows a transaction until it is confirmed, has failed, or can no longer be included. Ends
 * silently when `signal` is aborted.
 */
export async function* watch(
  { id }: Submission,
  network: Network,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  let unseen = 0
  for (let count = 0; count < MAX_POLLS && !signal?.aborted; count++) {
    const status = await statusOf(network, id, signal)
    if (signal?.aborted) return
    if (status && (status.err || status.confirmationStatus !== 'processed'))
      return yield { status: status.err ? 'failed' : 'success', transaction: id }
    unseen = status === null ? unseen + 1 : 0
    if (unseen > MAX_UNSEEN) return yield { status: 'dropped' }
    yield { status: 'pending' }
    await pause(POLL_MS, signal)
  }
}
