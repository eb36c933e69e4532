import { isLatchkeyError, type Network, type SubmissionStatus } from '@latchkey/plugin-api'
import { askNodes, pause } from '@latchkey/plugin-api/nodes'
import { readSafely } from '@latchkey/plugin-api/wallet'
import { fromHex, toBase64 } from './bytes.js'

/** Pause in ms between two questions to the node. */
const POLL_MS = 2_000
/** Answers of pending after which watching stops. */
export const PENDING_LIMIT = 99

/**
 * Follows a transaction by its hash until it is in a block, for at most {@link PENDING_LIMIT}
 * answers. It ends without an error when `signal` is aborted.
 */
export async function* watch(
  hash: string,
  network: Network,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  for (let count = 0; count < PENDING_LIMIT && !signal?.aborted; count++) {
    const status = await readStatus(hash, network, signal)
    if (signal?.aborted) return
    yield status
    if (status.status !== 'pending') return
    await pause(POLL_MS, signal)
  }
}

/** The status of a transaction; `pending` where the node does not know it or does not answer. */
async function readStatus(
  hash: string,
  network: Network,
  signal: AbortSignal | undefined,
): Promise<SubmissionStatus> {
  const answer = await askNodes(
    network,
    'tx',
    { hash: toBase64(fromHex(hash)), prove: false },
    signal,
  ).catch((error: unknown) => {
    if (isLatchkeyError(error)) return undefined
    throw error
  })
  const code = readSafely(() => (answer as { tx_result: { code?: unknown } }).tx_result.code ?? 0)
  return answer === undefined || code === undefined
    ? { status: 'pending' }
    : { status: Number(code) === 0 ? 'success' : 'failed', transaction: hash }
}
