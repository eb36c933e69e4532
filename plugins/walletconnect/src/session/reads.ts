import { isCaip2, LatchkeyError, type AdapterRegistration, type Caip2, type Namespace, type Network, type WireRequest } from '@latchkey/plugin-api'
import type { SessionNamespace } from './namespaces.js'
import { addressesOn } from './scopes.js'

/** The reference of a chain in whatever form a wallet spells it: `eip155:137`, `137`, `0x89`, 137. */
export function toReference(chain: unknown): string | undefined {
  const text = typeof chain === 'number' && Number.isSafeInteger(chain) && chain > 0 ? String(chain) : chain
  if (typeof text !== 'string' || !text) return undefined
  const reference = isCaip2(text) ? text.slice(text.indexOf(':') + 1) : text
  if (/^0x[0-9a-f]{1,13}$/i.test(reference)) return String(parseInt(reference, 16))
  return /^[-_a-zA-Z0-9]{1,32}$/.test(reference) ? reference : undefined
}

/** The chain in use. @throws `walletconnect.chain_missing` */
export function demandChain({ defaultChain, chains: [first] }: Pick<SessionNamespace, 'defaultChain' | 'chains'>): string {
  const reference = defaultChain || (first && first.slice(first.indexOf(':') + 1))
  if (!reference) throw new LatchkeyError('walletconnect.chain_missing', 'ChainId not found')
  return reference
}

/** What the session itself tells: nobody has to be asked for it. */
export function answerLocally(session: SessionNamespace, method: string): { result: unknown } | undefined {
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return { result: addressesOn(session, demandChain(session)) }
  if (method === 'eth_chainId') return { result: `0x${Number(demandChain(session)).toString(16)}` }
  return undefined
}

interface ReadNeeds {
  adapter(namespace: Namespace): AdapterRegistration | undefined
  network(id: Caip2): Network | undefined
}

/**
 * Asks the network's own RPC for what the session does not list.
 * @throws `wallet.unsupported_method` for what only a wallet can do, `walletconnect.rpc_missing`, `walletconnect.rpc_url_missing`, and what the adapter throws
 */
export async function readFromNetwork({ adapter: find, network: look }: ReadNeeds, { network: id, method, params, signal }: Omit<WireRequest, 'signal'> & { signal?: AbortSignal | undefined }): Promise<unknown> {
  const network = look(id)
  const registration = network && find(network.namespace)
  if (registration?.session.methods.includes(method)) throw new LatchkeyError('wallet.unsupported_method', `The wallet did not allow ${method} when it connected.`, { context: { method } })
  if (!network || !registration?.abilities.includes('read')) throw new LatchkeyError('walletconnect.rpc_missing', `JSON-RPC provider for ${id} not found`, { context: { network: id } })
  if (!network.rpcUrls.length) throw new LatchkeyError('walletconnect.rpc_url_missing', `No RPC url provided for chainId: ${id}`, { context: { network: id } })
  const adapter = await registration.load()
  return adapter.read?.({ network, method, params, ...(signal && { signal }) })
}
