import {
  isCaip2,
  LatchkeyError,
  namespaceOf,
  type AdapterRegistration,
  type Caip2,
  type Namespace,
  type Network,
  type WireRequest,
} from '@latchkey/plugin-api'
import type { RuleOf, SessionNamespace } from './namespaces.js'
import { addressesOn } from './addresses.js'

/**
 * Reads the reference of a chain in any spelling of wallets: `eip155:137`, `137`, `0x89`, 137.
 */
export function toReference(chain: unknown): string | undefined {
  const text =
    typeof chain === 'number' && Number.isSafeInteger(chain) && chain > 0 ? String(chain) : chain
  if (typeof text !== 'string' || !text) return undefined
  const reference = isCaip2(text) ? text.slice(text.indexOf(':') + 1) : text
  if (/^0x[0-9a-f]{1,13}$/i.test(reference)) return String(parseInt(reference, 16))
  return /^[-_a-zA-Z0-9]{1,32}$/.test(reference) ? reference : undefined
}

/** The reference of the chain in use. @throws `walletconnect.chain_missing` */
export function demandChain({
  defaultChain,
  chains: [first],
}: Pick<SessionNamespace, 'defaultChain' | 'chains'>): string {
  const reference = defaultChain || (first && first.slice(first.indexOf(':') + 1))
  if (!reference) throw new LatchkeyError('walletconnect.chain_missing', 'ChainId not found')
  return reference
}

/** Methods by namespace that the session's own data answers, without asking the wallet. */
const LOCAL_METHODS: Readonly<
  Record<Namespace, Readonly<Record<string, (session: SessionNamespace) => unknown>>>
> = {
  eip155: {
    eth_accounts: (session) => addressesOn(session, demandChain(session)),
    eth_chainId: (session) => `0x${Number(demandChain(session)).toString(16)}`,
  },
}
const localOf = (namespace: Namespace): (typeof LOCAL_METHODS)[string] =>
  Object.hasOwn(LOCAL_METHODS, namespace) ? LOCAL_METHODS[namespace]! : {}

/** Methods that a session answers although it does not list them. */
export const localMethods = (namespace: Namespace): readonly string[] =>
  Object.keys(localOf(namespace))

/** Answers a method from the session's own data. `undefined` where the wallet must be asked. */
export function answerLocally(
  namespace: Namespace,
  session: SessionNamespace,
  method: string,
): { result: unknown } | undefined {
  const local = localOf(namespace)
  return Object.hasOwn(local, method) ? { result: local[method]!(session) } : undefined
}

interface ReadNeeds {
  ruleOf: RuleOf
  adapter(namespace: Namespace): AdapterRegistration | undefined
  network(id: Caip2): Network | undefined
}

/**
 * Asks a node of the network for a method that the session does not list, where a policy says that a
 * node can answer it. Other requests are meant for the wallet alone, and no node may see them.
 * @throws `wallet.unsupported_method` for a method that only a wallet can answer,
 * `walletconnect.rpc_missing`, `walletconnect.rpc_url_missing`, and errors of the adapter
 */
export async function readFromNetwork(
  { ruleOf, adapter: findAdapter, network: findNetwork }: ReadNeeds,
  {
    network: id,
    method,
    params,
    signal,
  }: Omit<WireRequest, 'signal'> & { signal?: AbortSignal | undefined },
): Promise<unknown> {
  if (!ruleOf(method, namespaceOf(id)).nodes)
    throw new LatchkeyError(
      'wallet.unsupported_method',
      `The wallet did not allow ${method} when it connected.`,
      { context: { method } },
    )
  const network = findNetwork(id)
  const registration = network && findAdapter(network.namespace)
  if (!network || !registration?.abilities.includes('read'))
    throw new LatchkeyError('walletconnect.rpc_missing', `JSON-RPC provider for ${id} not found`, {
      context: { network: id },
    })
  if (!network.rpcUrls.length)
    throw new LatchkeyError(
      'walletconnect.rpc_url_missing',
      `No RPC url provided for chainId: ${id}`,
      { context: { network: id } },
    )
  const adapter = await registration.load()
  return adapter.read?.({ network, method, params, ...(signal && { signal }) })
}
