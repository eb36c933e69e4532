import { type Hex } from 'viem'
import { QUANTITY, turnOf } from '../sources/rpc/nodes.js'
import {
  byWorth,
  NATIVE,
  type Quote,
  type QuoteSource,
  type QuoteSourceFactory,
} from './quoteSource.js'
import { createReads } from './reads.js'
import { callV2, callV3, type UniswapChain } from './uniswapCalls.js'
import { readBlock, readWay, readWorth } from './uniswapReads.js'
import { readPlace, wayOf, waysOf, wrapped } from './uniswapWays.js'

export interface UniswapOptions {
  /** By CAIP-2 id. */
  chains: Readonly<Record<string, UniswapChain>>
}

/**
 * Quotes of Uniswap V2 and V3 by the network's own nodes: all direct ways and those over one base
 * token, in one call of Multicall3.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const uniswap =
  ({ chains }: UniswapOptions): QuoteSourceFactory =>
  ({ nodeOf }) => {
    const places = new Map(Object.entries(chains).map(([id, place]) => [id, readPlace(id, place)]))
    const placeOf = (id: string): UniswapChain => places.get(id) as UniswapChain
    const source: QuoteSource = {
      id: 'uniswap',
      chains: [...places.keys()],
      spenders: (chain) => {
        const { v2, v3 } = placeOf(chain)
        return [v3?.router, v2?.router].filter((router): router is Hex => router !== undefined)
      },
      async quote(request, signal) {
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
                source: source.id,
                block: block() ?? 0n,
                ...(fee !== undefined && { fee }),
                ...(from !== NATIVE && { spender: answer.router }),
              },
            ]
          })
          .sort(byWorth)
      },
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
