import { isLatchkeyError, type Network } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { SEND_SIGNED } from '../chain/methods.js'

/** Whether a node says that it has the transaction already. */
const hasAlready = (error: unknown): boolean =>
  isLatchkeyError(error, 'rpc.failed') && /already (been )?processed/i.test(error.message)
/** Whether a node refused the call itself: it does not have the transaction. */
const isRefusedCall = (error: unknown): boolean =>
  isLatchkeyError(error, 'http.status') && error.context.status >= 400 && error.context.status < 500

interface Target {
  network: Pick<Network, 'id' | 'rpcUrls'>
  signal?: AbortSignal | undefined
  /** Whether the failure is told even where a node may have the transaction. */
  tellsDoubt?: boolean
}

/**
 * Hands a signed transaction to the network's nodes, one after the other until one answers. A
 * transaction that a node may have, although it did not answer, counts as sent, whatever the next
 * node says: sending such a transfer again could pay twice, and its watcher sees whether it arrived.
 * @param params of `sendTransaction` of Solana's JSON-RPC
 * @param own the first signature of the transaction in base58, which is its id
 * @returns the same, or the signature that the node answers
 */
export async function broadcast(
  { network: { id, rpcUrls: urls }, signal, tellsDoubt }: Target,
  params: readonly unknown[],
  own: string,
): Promise<unknown> {
  let isMaybeSent = false
  let last: unknown
  // Without a node this asks once and fails with the right error.
  for (const rpcUrls of urls.length ? urls.map((url) => [url]) : [[]]) {
    try {
      return await askNodes({ id, rpcUrls }, SEND_SIGNED, params, signal)
    } catch (error) {
      if (isLatchkeyError(error, 'kernel.aborted')) throw error
      if (hasAlready(error)) return own
      last = error
      if (isLatchkeyError(error, 'rpc.failed')) break
      isMaybeSent ||= rpcUrls.length > 0 && !isRefusedCall(error)
    }
  }
  if (isMaybeSent && !tellsDoubt) return own
  throw last
}
