import type { AssetApproval } from '../api.js'
import type { Owner, Services } from '../services.js'
import { revokeCall } from './revokeCall.js'

/** The end of a revocation. */
export interface RevocationEnd {
  isSuccess: boolean
  /** The transaction on the chain, where it is known. */
  hash: string | undefined
}

/**
 * Has the wallet send what takes a right away, and follows it to its end.
 * @param onSent called when the wallet has sent it
 * @throws what the wallet answers where it does not send
 */
export async function sendRevocation(
  { ctx, loadAdapter }: Services,
  { account, network }: Owner,
  approval: AssetApproval,
  onSent: () => void,
): Promise<RevocationEnd> {
  const adapter = await loadAdapter(network.namespace)
  if (!adapter.write || !adapter.send) throw new TypeError('this adapter writes no contracts')
  const sent = await adapter.write({ account, network, ...revokeCall(approval) })
  onSent()
  let hash = sent.kind === 'transaction' ? sent.id : undefined
  const { signal } = ctx
  for await (const told of adapter.send.watch(sent, { network, signal })) {
    if (told.status === 'pending') continue
    if ('transaction' in told) hash = told.transaction ?? hash
    if ('by' in told) hash = told.by
    return { isSuccess: told.status === 'success', hash }
  }
  return { isSuccess: false, hash }
}
