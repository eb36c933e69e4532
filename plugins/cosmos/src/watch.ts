import { isLatchkeyError, type Network, type SubmissionStatus } from '@latchkey/plugin-api'
import { askNodes, pause } from '@latchkey/plugin-api/nodes'
import { fromHex, toBase64 } from './bytes.js'
import { read } from './errors.js'

/** ms between two looks. */
const POLL = 2_000
/** Pending answers after which watching stops. */
export const PENDING_LIMIT = 99

/** Follows a transaction by its hash into a block, and no longer than {@link PENDING_LIMIT} pending answers. Ends silently when `signal` is aborted. */
export async function* watch(
  hash: string,
  network: Network,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  for (let count = 0; count < PENDING_LIMIT && !signal?.aborted; count++) {
    const status = await look(hash, network, signal)
    if (signal?.aborted) return
    yield status
    if (status.status !== 'pending') return
    await pause(POLL, signal)
  }
}

/** A node that does not know it, or cannot be asked, leaves it pending. */
async function look(
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
  const code = read(() => (answer as { tx_result: { code?: unknown } }).tx_result.code ?? 0)
  return answer === undefined || code === undefined
    ? { status: 'pending' }
    : { status: Number(code) === 0 ? 'success' : 'failed', transaction: hash }
}
