import * as v from 'valibot'
import { createAskJson, providerError } from '../askJson.js'
import { DOLLAR, type PriceSource } from '../prices.js'
import { inParts, PRICE, PRICE_CHAINS, type PriceChain } from './priceChains.js'
import { type PriceQuery, tokenKey } from './source.js'

export interface DefillamaOptions {
  /** Beside those that are known, by CAIP-2 id. */
  chains?: Readonly<Record<string, PriceChain>>
  /** For tests: `https://coins.llama.fi`. */
  url?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** The names of coins stand in the address, which must not grow too long. */
const MAX_COINS = 50

const pricesSchema = v.object({ coins: v.record(v.string(), v.object({ price: PRICE })) })

/**
 * Prices of DefiLlama in dollars, which takes no key. Tested against a fake with the shapes of its
 * public documentation, not against the service.
 */
export function defillama({
  chains = {},
  url = 'https://coins.llama.fi',
  fetch,
}: DefillamaOptions = {}): PriceSource {
  const ask = createAskJson(fetch)
  const known = { ...PRICE_CHAINS, ...chains }
  return {
    id: 'defillama',
    chains: Object.keys(known),
    async prices({ currency, tokens, signal }) {
      if (currency !== DOLLAR) return new Map()
      const parts = inParts(
        tokens.flatMap((token) => nameOf(known, token)),
        MAX_COINS,
      )
      const answers = await Promise.all(
        parts.map(async (part) => {
          const coins = part.map(({ coin }) => encodeURIComponent(coin)).join(',')
          const target = new URL(`/prices/current/${coins}`, url)
          const answer = await ask({ url: target, signal, schema: pricesSchema })
          return pricesOf(part, answer.coins)
        }),
      )
      return new Map(answers.flat())
    },
  }
}

interface Named {
  /** By which the service knows it. */
  key: string
  /** By which DefiLlama knows it. */
  coin: string
}

const nameOf = (
  known: Readonly<Record<string, PriceChain>>,
  { chain, address }: PriceQuery['tokens'][number],
): Named[] => {
  const names = known[chain]
  if (!names) return []
  const coin = address === undefined ? `coingecko:${names.coin}` : `${names.llama}:${address}`
  return [{ key: tokenKey(chain, address), coin }]
}

/** @throws ProviderError where something was answered that nobody asked for */
const pricesOf = (
  asked: readonly Named[],
  coins: v.InferOutput<typeof pricesSchema>['coins'],
): [string, number][] => {
  const wanted = new Set(asked.map(({ coin }) => coin.toLowerCase()))
  const found = new Map(
    Object.entries(coins).map(([coin, { price }]) => [coin.toLowerCase(), price] as const),
  )
  if ([...found.keys()].some((coin) => !wanted.has(coin))) throw providerError()
  return asked.flatMap(({ key, coin }) => {
    const price = found.get(coin.toLowerCase())
    return price ? [[key, price]] : []
  })
}
