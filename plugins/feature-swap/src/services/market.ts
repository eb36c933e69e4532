import { LatchkeyError, type Caip2, type Network } from '@latchkey/plugin-api'
import type { SwapQuote, SwapRequest, SwapSource, SwapTransaction, SwapToken } from '../api.js'
import { NATIVE, tokenId } from '../proof/checkBuild.js'
import { allowanceData, approveData, fromQuantity } from '../proof/hex.js'
import { unlessAborted } from './timing.js'
import type { SwapServices } from './swapServices.js'

/** The source that stands for the site's server. */
const SERVER = 'backend'
/** A price of gas is good for so long. */
const GAS_PRICE_MS = 15_000

/** A quote, and the source to which it goes back. */
export interface Offer {
  quote: SwapQuote
  sourceId: string
  /** Wei for a unit of gas, as of now; 0: not known. */
  gasPrice: bigint
}
export interface Built {
  tx: SwapTransaction
  quote: SwapQuote & { minimum: bigint }
}

/** Everything that is asked of markets: the site's server, and the sources of the page. */
export interface Market {
  /** The best offer. @throws `swap.no_route` */
  quote(request: SwapRequest, signal: AbortSignal): Promise<Offer>
  build(
    request: SwapRequest,
    offer: Offer,
    slippage: number,
    isEstimated: boolean,
    signal: AbortSignal,
  ): Promise<Built>
  /** How much of the sold token a spender may take. */
  allowance(
    request: SwapRequest,
    offer: Offer,
    network: Network,
    signal: AbortSignal,
  ): Promise<bigint>
  /** The approvals that allow exactly the amount. */
  approvals(
    request: SwapRequest,
    offer: Offer,
    signal: AbortSignal,
  ): Promise<readonly SwapTransaction[]>
  /** @throws `swap.unsupported_gas_network` */
  gasPrice(network: Caip2, signal?: AbortSignal): Promise<bigint>
  tokens(network: Caip2, signal: AbortSignal): Promise<readonly SwapToken[]>
}

/** A quote by what is left after the network's fee, where that is known. */
const worthOf = ({ quote: { toAmount, fee = 0n } }: Offer): bigint => toAmount - fee

const addressOf = (id: string): string => id.slice(id.lastIndexOf(':') + 1)

const noRoute = (): LatchkeyError =>
  new LatchkeyError(
    'swap.no_route',
    'No market trades these two tokens in this amount: choose another token, or another amount.',
  )

/** The site's server as one source among the others. */
function serverSource({ client }: SwapServices, gasPrice: Market['gasPrice']): SwapSource {
  const demand = () => {
    const found = client()
    if (!found)
      throw new LatchkeyError(
        'swap.no_source',
        'Nobody gives prices: install @latchkey/backend, or name a market in the option sources.',
      )
    return found
  }
  return {
    id: SERVER,
    networks: [],
    async quotes({ network, ...request }, signal) {
      const price = await gasPrice(network, signal)
      return demand().getSwapQuotes({ ...request, gasPrice: price, signal })
    },
    build: async ({ from, to, amount, userAddress, slippage }, signal) =>
      demand().buildSwap({
        from,
        to,
        amount,
        userAddress,
        slippage,
        disableEstimate: true,
        signal,
      }),
  }
}

/** Reads prices of gas, each once in a while. */
function createGasPrices({ client, isOffered, ctx }: SwapServices): Market['gasPrice'] {
  const known = new Map<Caip2, { at: number; price: Promise<bigint> }>()
  return async (network, signal = ctx.signal) => {
    if (!isOffered(network))
      throw new LatchkeyError(
        'swap.unsupported_gas_network',
        'Network not supported for Gas Price',
        { context: { network } },
      )
    const before = known.get(network)
    if (before && Date.now() - before.at < GAS_PRICE_MS) return unlessAborted(before.price, signal)
    const asked = client()
    if (!asked) return 0n
    const price = asked
      .getGasPrices({ chainId: network, signal: ctx.signal })
      .then(({ fast }) => fast)
    known.set(network, { at: Date.now(), price })
    price.catch(() => known.delete(network))
    return unlessAborted(price, signal)
  }
}

async function readTokens(
  { client, options }: SwapServices,
  network: Caip2,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const own = (options.tokens?.[network] ?? []).map((token): SwapToken => ({
    ...token,
    iconUrl: token.iconUrl ?? '',
    isListed: true,
  }))
  const served = (await client()?.getSwapTokens({ chainId: network, signal })) ?? []
  return [
    ...own,
    ...served.map(({ address: id, name, symbol, decimals, logoUri }): SwapToken => {
      const address = addressOf(id)
      const isNative = address.toLowerCase() === NATIVE.toLowerCase()
      return {
        ...{ address: isNative ? undefined : address, name, symbol, decimals },
        ...{ iconUrl: logoUri, isListed: true },
      }
    }),
  ]
}

// eslint-disable-next-line max-lines-per-function -- one function for each question to a market
export function createMarket(services: SwapServices): Market {
  const { client, options, sources } = services
  const gasPrice = createGasPrices(services)
  const server = serverSource(services, gasPrice)
  const all = (network: Caip2): readonly SwapSource[] => {
    const inPage = [...(options.sources ?? []), ...sources.get().map(({ value }) => value)]
    const served = client() || !inPage.length ? [server] : []
    return [...served, ...inPage.filter(({ networks }) => networks.includes(network))]
  }
  const sourceOf = ({ sourceId }: Offer, { network }: SwapRequest): SwapSource =>
    all(network).find(({ id }) => id === sourceId) ?? server
  return {
    gasPrice,
    async quote(request, signal) {
      const asked = all(request.network)
      const answers = await unlessAborted(
        Promise.allSettled(asked.map((source) => source.quotes(request, signal))),
        signal,
      )
      const gas = await gasPrice(request.network, signal).catch(() => 0n)
      const offers = answers.flatMap((answer, at) =>
        answer.status === 'fulfilled'
          ? answer.value.map((quote): Offer => ({ quote, sourceId: asked[at]!.id, gasPrice: gas }))
          : [],
      )
      const [best] = offers.sort((one, other) => (worthOf(one) < worthOf(other) ? 1 : -1))
      if (best) return best
      const failed = answers.find((answer) => answer.status === 'rejected')
      throw answers.length && answers.every(({ status }) => status === 'rejected') && failed
        ? failed.reason
        : noRoute()
    },
    async build(request, offer, slippage, isEstimated, signal) {
      const source = sourceOf(offer, request)
      const { network: _, ...query } = request
      if (source === server && isEstimated)
        return client()!.buildSwap({ ...query, slippage, disableEstimate: false, signal })
      return source.build({ ...request, slippage, quote: offer.quote }, signal)
    },
    async allowance({ from, userAddress }, { quote: { spender }, sourceId }, network, signal) {
      if (spender === null) return 2n ** 256n - 1n
      const asked = sourceId === SERVER ? client() : undefined
      if (asked) return asked.getSwapAllowance({ tokenAddress: from, userAddress, spender, signal })
      const node = await services.nodeOf(network, signal)
      const data = allowanceData(userAddress, spender)
      const answer = await node('eth_call', [{ to: addressOf(from), data }, 'latest'])
      return fromQuantity(answer) ?? 0n
    },
    async approvals({ from, to, amount, userAddress }, { quote: { spender }, sourceId }, signal) {
      if (spender === null) return []
      const own = (value: bigint): SwapTransaction => ({
        ...{ from: userAddress, to: addressOf(from), value: 0n },
        data: approveData(spender, value),
      })
      const asked = sourceId === SERVER ? client() : undefined
      if (!asked) return [own(amount)]
      const built = await asked.buildSwapApproval({
        from,
        to,
        amount,
        userAddress,
        spender,
        signal,
      })
      return built.reset ? [own(0n), built.tx] : [built.tx]
    },
    tokens: (network, signal) => readTokens(services, network, signal),
  }
}

/** The ids of the two tokens for markets. */
export const requestOf = (
  network: Caip2,
  userAddress: string,
  from: SwapToken,
  to: SwapToken,
  amount: bigint,
): SwapRequest => ({
  ...{ network, userAddress, amount },
  from: tokenId(network, from.address),
  to: tokenId(network, to.address),
})
