import type { Asset, ChainAdapter } from '@latchkey/plugin-api'
import type { Owner, Services } from '../services.js'
import { fromAsset, fromBalance, type RawToken } from '../tokens/rawToken.js'
import { askListed, askNative } from './askNetwork.js'
import { askWallet } from './askWallet.js'
import { withTimeout } from './timing.js'

/** How long a wallet may take to answer: it may never do. */
const WALLET_TIMEOUT_MS = 10_000
/** The currency of wallets' prices. */
const WALLET_CURRENCY = 'usd'
/** How long a network's node may take. */
const NETWORK_TIMEOUT_MS = 30_000

export interface Reading {
  tokens: readonly RawToken[]
  /** The site's server does not serve this network, so the network itself was asked. */
  isUnserved: boolean
  /** The server has left something out: these tokens are not all. */
  isPartial: boolean
  /** `false`: the transaction of the order is not in the answer yet. */
  isSettled: boolean
  /** Of values and prices: `usd` where the server has none in the one of the order. */
  currency: string
}
export interface Order {
  owner: Owner
  currency: string
  /** The hash of a transaction that the answer has to know of, or `true`: an answer made anew. */
  force: string | true | undefined
  signal: AbortSignal
  /** Called with what the wallet or the server tells, while the network is asked for its coin. */
  onFirst?(tokens: readonly RawToken[], currency: string): void
}
export type Found = Omit<Reading, 'tokens'> & { tokens: readonly RawToken[] | undefined }

const toRaw = (
  assets: readonly Asset[],
  { owner, currency }: Pick<Order, 'owner' | 'currency'>,
  origin: RawToken['origin'],
): RawToken[] =>
  assets
    .map((asset) => fromAsset(asset, { chainId: owner.network.id, currency, origin }))
    .filter((token) => token !== undefined)

/** The tokens that the site's server knows. `undefined`: there is none for this chain family. */
export async function askServer(services: Services, order: Order): Promise<Found | undefined> {
  const { owner, currency, force, signal } = order
  const client = services.clientFor(owner.network.namespace)
  if (!client) return undefined
  const none = { tokens: undefined, isPartial: false, isSettled: true, currency }
  if (!(await services.isServed(client, owner.network.id))) return { ...none, isUnserved: true }
  const answer = await client.getPortfolio({
    address: owner.account.address,
    chainId: owner.network.id,
    currency,
    ...(force !== undefined && { forceUpdate: force }),
    signal,
  })
  return {
    tokens: answer.balances.map(fromBalance).filter((token) => token !== undefined),
    isUnserved: false,
    isPartial: answer.missing.includes(owner.network.id),
    isSettled: answer.settled,
    currency: answer.currency,
  }
}

/** The tokens that the wallet lists, else those that the site's server knows, else nothing. */
async function askSources(services: Services, adapter: ChainAdapter, order: Order): Promise<Found> {
  const { owner, currency, signal } = order
  const listed = await withTimeout(WALLET_TIMEOUT_MS, 'the list of the wallet', signal, (limited) =>
    askWallet(adapter, owner, limited),
  ).catch((error: unknown) => {
    signal.throwIfAborted()
    services.ctx.log.debug(error)
    return undefined
  })
  const plain = { isUnserved: false, isPartial: false, isSettled: true, currency }
  if (listed) {
    const tokens = toRaw(listed, { owner, currency: WALLET_CURRENCY }, 'wallet')
    const isPriced = tokens.some(({ price }) => price !== undefined)
    return { ...plain, tokens, ...(isPriced && { currency: WALLET_CURRENCY }) }
  }
  return (await askServer(services, order)) ?? { ...plain, tokens: undefined }
}

/**
 * The network itself tells of the native coin where nobody else does, and, where nobody else lists
 * tokens, of those that the host lists and of what the adapter can list.
 * @throws what reading the native coin throws, where nothing else is known
 */
async function askNetwork(
  { ctx, tokens: listed = [] }: Services,
  adapter: ChainAdapter,
  order: Order,
  known: readonly RawToken[] | undefined,
): Promise<readonly RawToken[]> {
  const { owner, signal } = order
  const hasCoin = known?.some(({ address }) => address === undefined)
  const optional = async (
    what: string,
    ms: number,
    ask: (limited: AbortSignal) => Promise<readonly Asset[]>,
  ): Promise<readonly Asset[]> =>
    withTimeout(ms, what, signal, ask).catch((error: unknown) => {
      signal.throwIfAborted()
      ctx.log.debug(error)
      return []
    })
  const native = (limited: AbortSignal): Promise<readonly Asset[]> =>
    askNative(adapter, owner, limited).then((asset) => (asset ? [asset] : []))
  const wanted = listed.filter(({ network }) => network === owner.network.id)
  const all = await Promise.all([
    hasCoin
      ? []
      : known
        ? optional('the native balance', NETWORK_TIMEOUT_MS, native)
        : withTimeout(NETWORK_TIMEOUT_MS, 'the native balance', signal, native),
    known
      ? []
      : optional('the listed tokens', NETWORK_TIMEOUT_MS, (limited) =>
          askListed(adapter, owner, wanted, limited),
        ),
    known || !adapter.assets
      ? []
      : optional('the tokens of the adapter', WALLET_TIMEOUT_MS, (limited) =>
          adapter.assets!({ account: owner.account, network: owner.network, signal: limited }),
        ),
  ])
  return toRaw(all.flat(), order, 'network')
}

/**
 * The tokens of an account on a network: from the first source that can tell, then from the network
 * itself what that one left out.
 * @throws `http.*` where the server fails, `rpc.*` where nobody but the network can be asked
 */
export async function readTokens(services: Services, order: Order): Promise<Reading> {
  const adapter = await services.loadAdapter(order.owner.network.namespace)
  const { tokens: known, ...found } = await askSources(services, adapter, order)
  if (known) order.onFirst?.(known, found.currency)
  const { currency } = found
  const rest = await askNetwork(services, adapter, { ...order, currency }, known)
  return { ...found, tokens: [...(known ?? []), ...rest] }
}

/**
 * The tokens that the network alone tells of, where the site's server was asked and failed. Empty where there is no
 * server, or the network fails too.
 */
export async function readWithoutServer(
  services: Services,
  order: Order,
): Promise<readonly RawToken[]> {
  const { namespace } = order.owner.network
  if (!services.clientFor(namespace)) return []
  try {
    return await askNetwork(services, await services.loadAdapter(namespace), order, undefined)
  } catch (error) {
    services.ctx.log.debug(error)
    return []
  }
}
