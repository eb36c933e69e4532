import { type Hex } from 'viem'
import { QUANTITY, turnOf } from '../sources/rpc/nodes.js'
import {
  byWorth,
  NATIVE,
  type Quote,
  type QuoteSource,
  type QuoteSourceContext,
  type QuoteSourceFactory,
} from './quoteSource.js'
import { createReads } from './reads.js'
import { callV2, callV3, type UniswapChain } from './uniswapCalls.js'
import { uniswapChains } from './uniswapChains.js'
import { readBlock, readDirect, readListed, readWay, readWorth } from './uniswapReads.js'
import { readPlace, wayOf, waysOf, wrapped } from './uniswapWays.js'

export interface UniswapOptions {
  /** By CAIP-2 id. Absent: the twelve of {@link uniswapChains}. */
  chains?: Readonly<Record<string, UniswapChain>>
}

/**
 * Quotes of Uniswap V2 and V3 by the network's own nodes: all direct ways and those over one base
 * token, in one call of Multicall3.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const uniswap =
  ({ chains = uniswapChains }: UniswapOptions = {}): QuoteSourceFactory =>
  ({ nodeOf }) => {
    const places = new Map(Object.entries(chains).map(([id, place]) => [id, readPlace(id, place)]))
    const placeOf = (id: string): UniswapChain => places.get(id) as UniswapChain
    const here = { placeOf, nodeOf }
    const source: QuoteSource = {
      id: ID,
      chains: [...places.keys()],
      spenders: (chain) => {
        const { v2, v3 } = placeOf(chain)
        return [v3?.router, v2?.router].filter((router): router is Hex => router !== undefined)
      },
      quote: createQuote(here),
      rates: createRates(here),
      tokens: createTokens(here),
      build(request, quote, terms) {
        const place = placeOf(request.chain.id)
        const trade = {
          ...{ ...terms, way: wayOf(place, request, quote) },
          ...{ amount: request.amount, account: request.account },
          isNativeIn: request.from === NATIVE,
          isNativeOut: request.to === NATIVE,
        }
        const isV3 = trade.way.venue === 'uniswap-v3' && place.v3
        return isV3 ? callV3(isV3, trade) : callV2(quote.router, trade)
      },
    }
    return source
  }

const ID = 'uniswap'

/** The contracts and the nodes of chains. */
interface Here extends Pick<QuoteSourceContext, 'nodeOf'> {
  placeOf(chain: string): UniswapChain
}

const createQuote =
  ({ placeOf, nodeOf }: Here): QuoteSource['quote'] =>
  async (request, signal) => {
    const { chain, from, amount } = request
    const place = placeOf(chain.id)
    const reads = createReads()
    const block = readBlock(reads, chain)
    const worth = readWorth(reads, place, wrapped(place, request.to))
    const found = waysOf(place, request).map((way) => readWay(reads, place, way, amount))
    const node = nodeOf(chain)
    const turn = turnOf(signal)
    const gasPrice = node.ask('eth_gasPrice', [], turn, QUANTITY)
    await Promise.all([reads.run(node, turn), gasPrice])
    const paid = await gasPrice
    return found
      .flatMap((outcome): Quote[] => {
        const answer = outcome()
        if (!answer) return []
        const fee = worth(answer.gas * paid)
        return [
          {
            ...answer,
            source: ID,
            block: block() ?? 0n,
            ...(fee !== undefined && { fee }),
            ...(from !== NATIVE && { spender: answer.router }),
          },
        ]
      })
      .sort(byWorth)
  }

const createRates =
  ({ placeOf, nodeOf }: Here): NonNullable<QuoteSource['rates']> =>
  async ({ chain, sold, to }, signal) => {
    const place = placeOf(chain.id)
    const reads = createReads()
    const bought = wrapped(place, to)
    const answers = sold.map(({ token, amount }) => {
      const from = wrapped(place, token)
      return from === bought ? () => amount : readDirect(reads, place, { from, to: bought }, amount)
    })
    await reads.run(nodeOf(chain), turnOf(signal))
    return new Map(
      sold.flatMap(({ token }, at) => {
        const amount = answers[at]?.() ?? 0n
        return amount > 0n ? [[token, amount] as const] : []
      }),
    )
  }

const createTokens =
  ({ placeOf, nodeOf }: Here): NonNullable<QuoteSource['tokens']> =>
  async (chain, signal) => {
    const { weth, bases = [] } = placeOf(chain.id)
    const reads = createReads()
    const answers = [...new Set([weth, ...bases])].map((token) => readListed(reads, token as Hex))
    await reads.run(nodeOf(chain), turnOf(signal))
    return answers.flatMap((answer) => answer() ?? [])
  }
