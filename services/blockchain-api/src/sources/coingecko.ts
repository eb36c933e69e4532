import * as v from 'valibot'
import { createAskJson, providerError } from '../askJson.js'
import { type PriceSource } from '../prices.js'
import { inParts, PRICE, PRICE_CHAINS, type PriceChain } from './priceChains.js'
import { type PriceQuery, tokenKey } from './source.js'

export interface CoingeckoOptions {
  /**
   * Of the Demo plan, which costs nothing. Absent: one token a request and few requests a minute, so
   * that few prices are known. It never reaches a page or a log.
   */
  apiKey?: string
  /** Beside those that are known, by CAIP-2 id. */
  chains?: Readonly<Record<string, PriceChain>>
  /** For tests: `https://api.coingecko.com/api/v3`. */
  url?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** Addresses in one request; without a key CoinGecko takes one. */
const MAX_ADDRESSES = 100

/** Currencies of countries that `/simple/supported_vs_currencies` has. */
const CURRENCIES = new Set(
  (
    'usd aed ars aud bdt bhd bmd brl cad chf clp cny czk dkk eur gbp gel hkd huf idr ils inr jpy krw ' +
    'kwd lkr mmk mxn myr ngn nok nzd php pkr pln rub sar sek sgd thb try twd uah vef vnd zar'
  ).split(' '),
)

/** By address, or by the id of a coin; then by currency. */
const pricesSchema = v.record(v.string(), v.record(v.string(), PRICE))

type Token = PriceQuery['tokens'][number]
interface Request {
  path: string
  /** The parameter that takes the names. */
  parameter: string
  /** Names at CoinGecko, each with the key by which the service knows the token. */
  names: ReadonlyMap<string, string>
}

/**
 * Prices of CoinGecko in dollars and other currencies. Tested against a fake with the shapes of its
 * public documentation, not against the service.
 */
export function coingecko({
  apiKey,
  chains = {},
  url = 'https://api.coingecko.com/api/v3',
  fetch,
}: CoingeckoOptions = {}): PriceSource {
  const ask = createAskJson(fetch)
  const known = { ...PRICE_CHAINS, ...chains }
  const size = apiKey === undefined ? 1 : MAX_ADDRESSES
  return {
    id: 'coingecko',
    chains: Object.keys(known),
    async prices({ currency, tokens, signal }) {
      if (!CURRENCIES.has(currency)) return new Map()
      const answers = await Promise.all(
        requestsOf(known, tokens, size).map(async ({ path, parameter, names }) => {
          const target = new URL(`${url}${path}`)
          target.searchParams.set(parameter, [...names.keys()].join(','))
          target.searchParams.set('vs_currencies', currency)
          const headers = apiKey === undefined ? {} : { 'x-cg-demo-api-key': apiKey }
          const answer = await ask({ url: target, headers, signal, schema: pricesSchema })
          return pricesOf(names, answer, currency)
        }),
      )
      return new Map(answers.flat())
    },
  }
}

/** One request for the native coin of each chain, and those for its tokens. */
const requestsOf = (
  known: Readonly<Record<string, PriceChain>>,
  tokens: readonly Token[],
  size: number,
): Request[] =>
  [...new Set(tokens.map(({ chain }) => chain))].flatMap((chain) => {
    const names = known[chain]
    if (!names) return []
    const own = tokens.filter((token) => token.chain === chain)
    const addresses = own.flatMap(({ address }) => address ?? [])
    const ofTokens = inParts(addresses, size).map((part) => ({
      path: `/simple/token_price/${names.platform}`,
      parameter: 'contract_addresses',
      names: new Map(part.map((address) => [address, tokenKey(chain, address)])),
    }))
    if (addresses.length === own.length) return ofTokens
    const ofCoin = { path: '/simple/price', parameter: 'ids' }
    return [{ ...ofCoin, names: new Map([[names.coin, tokenKey(chain)]]) }, ...ofTokens]
  })

/** @throws ProviderError where something was answered that nobody asked for */
const pricesOf = (
  names: Request['names'],
  answer: v.InferOutput<typeof pricesSchema>,
  currency: string,
): [string, number][] => {
  const keys = new Map([...names].map(([name, key]) => [name.toLowerCase(), key]))
  return Object.entries(answer).flatMap(([name, prices]) => {
    const key = keys.get(name.toLowerCase())
    if (key === undefined) throw providerError()
    const price = prices[currency]
    return price ? [[key, price] as [string, number]] : []
  })
}
