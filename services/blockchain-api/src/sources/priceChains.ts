// Names that providers of prices have for chains and their coins.
import * as v from 'valibot'

export interface PriceChain {
  /** The chain at DefiLlama: `ethereum`. */
  llama: string
  /** The asset platform at CoinGecko: `ethereum`. */
  platform: string
  /** The native coin at CoinGecko, whose id DefiLlama takes too: `ethereum`. */
  coin: string
}

/** By CAIP-2 id. Testnets have no prices. */
export const PRICE_CHAINS: Readonly<Record<string, PriceChain>> = {
  'eip155:1': { llama: 'ethereum', platform: 'ethereum', coin: 'ethereum' },
  'eip155:10': { llama: 'optimism', platform: 'optimistic-ethereum', coin: 'ethereum' },
  'eip155:56': { llama: 'bsc', platform: 'binance-smart-chain', coin: 'binancecoin' },
  'eip155:100': { llama: 'xdai', platform: 'xdai', coin: 'xdai' },
  'eip155:137': { llama: 'polygon', platform: 'polygon-pos', coin: 'polygon-ecosystem-token' },
  'eip155:8453': { llama: 'base', platform: 'base', coin: 'ethereum' },
  'eip155:42161': { llama: 'arbitrum', platform: 'arbitrum-one', coin: 'ethereum' },
  'eip155:43114': { llama: 'avax', platform: 'avalanche', coin: 'avalanche-2' },
  'eip155:59144': { llama: 'linea', platform: 'linea', coin: 'ethereum' },
  'eip155:534352': { llama: 'scroll', platform: 'scroll', coin: 'ethereum' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    ...{ llama: 'solana', platform: 'solana', coin: 'solana' },
  },
}

/** Negative numbers and texts are refused; nothing and 0 mean that the price is not known. */
export const PRICE = v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0)))

/** A part of a list, as often as it takes. */
export const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
