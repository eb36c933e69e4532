import { getAddress, isAddress, type Hex } from 'viem'
import { invalidOption } from '../errors.js'
import { isChainId } from '../chains.js'
import { NATIVE, type Quote, type SwapRequest } from './quoteSource.js'
import { type UniswapChain, type Way } from './uniswapCalls.js'

/** The fee tiers of V3, in hundredths of a basis point. */
export const V3_FEES = [100, 500, 3000, 10_000] as const
/** V2 has one fee. */
export const V2_FEE = 3000

/** The token that pools have: the wrapped coin in the place of the native one. */
export const wrapped = ({ weth }: UniswapChain, token: Hex): Hex =>
  token === NATIVE ? (weth as Hex) : token

/** Checks the addresses of a host. @throws BlockchainApiError `blockchain-api.invalid_option` */
export function readPlace(id: string, { weth, v2, v3, bases }: UniswapChain): UniswapChain {
  if (!isChainId(id) || !id.startsWith('eip155:'))
    throw invalidOption(`Uniswap is on chains of eip155, named like eip155:1. It has "${id}".`)
  const read = (name: string, text: string): Hex => {
    if (!isAddress(text))
      throw invalidOption(`Uniswap's ${name} on ${id} must be an address. It is "${text}".`)
    return getAddress(text)
  }
  return {
    weth: read('weth', weth),
    ...(v2 && {
      v2: { factory: read('v2.factory', v2.factory), router: read('v2.router', v2.router) },
    }),
    ...(v3 && {
      v3: {
        factory: read('v3.factory', v3.factory),
        quoter: read('v3.quoter', v3.quoter),
        router: read('v3.router', v3.router),
        kind: v3.kind,
      },
    }),
    bases: (bases ?? [weth]).map((base) => read('bases', base)),
  }
}

/** All ways from the sold token to the bought one: direct, and over one base token. */
export function waysOf(place: UniswapChain, request: Pick<SwapRequest, 'from' | 'to'>): Way[] {
  const from = wrapped(place, request.from)
  const to = wrapped(place, request.to)
  const bases = (place.bases ?? []).filter((base) => base !== from && base !== to) as Hex[]
  const paths = [[from, to], ...bases.map((base) => [from, base, to])]
  return paths.flatMap((path): Way[] => [
    ...(place.v2
      ? [{ venue: 'uniswap-v2', path, fees: path.slice(1).map(() => V2_FEE) } as const]
      : []),
    ...(place.v3
      ? tiersOf(path.length - 1).map((fees) => ({ venue: 'uniswap-v3', path, fees }) as const)
      : []),
  ])
}

const tiersOf = (hops: number): number[][] =>
  hops === 1
    ? V3_FEES.map((fee) => [fee])
    : V3_FEES.flatMap((first) => V3_FEES.map((second) => [first, second]))

/** The way that a quote of this source goes. */
export function wayOf(place: UniswapChain, request: SwapRequest, { route }: Quote): Way {
  const way = waysOf(place, request).find(
    ({ venue, path, fees }) =>
      route.length === fees.length &&
      route.every(
        (hop, at) => hop.venue === venue && hop.fee === fees[at] && hop.to === path[at + 1],
      ),
  )
  if (!way) throw new Error('The quote is not of this request.')
  return way
}
