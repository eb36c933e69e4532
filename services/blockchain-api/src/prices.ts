import { inTime } from '@latchkey/service-kit'
import { type Chains } from './chains.js'
import { invalidOption } from './errors.js'
import { type LastGood } from './sources/lastGood.js'
import { type SourcePool } from './sources/pool.js'
import { type PriceQuery, type Source, tokenKey } from './sources/source.js'

/** An answer does not wait longer for its prices, of all sources and in both currencies. */
const PATIENCE_MS = 5000

/** Knows prices and nothing else: `defillama()`. */
export type PriceSource = Pick<Source, 'id' | 'chains' | 'keptMs' | 'prices'>

/** Prices that the host sets by hand, or of a source. */
export type PriceOption = PriceTable | PriceSource

export interface PriceTable {
  /** `usd` */
  currency: string
  /** Of one whole unit, by CAIP-2 id for the native coin and by CAIP-10 id for tokens. */
  table: Readonly<Record<string, number>>
}

/** The currency that is answered where no price is known in another. */
export const DOLLAR = 'usd'

/** Makes a source of what the host gave. */
export function priceSource(option: PriceOption, chains: Chains): Source {
  if (!('table' in option)) return option
  const currency = option.currency.toLowerCase()
  const prices = new Map(
    Object.entries(option.table).map(([id, price]) => {
      if (!Number.isFinite(price) || price <= 0)
        throw invalidOption(`The price of ${id} must be a number above 0. Leave it out if unknown.`)
      return [id.toLowerCase(), price] as const
    }),
  )
  return {
    id: 'price-table',
    chains: chains.all.map(({ id }) => id),
    prices: async (query) =>
      new Map(
        (query.currency === currency ? query.tokens : []).flatMap(({ chain, address }) => {
          const key = tokenKey(chain, address)
          const price = prices.get(key)
          return price === undefined ? [] : [[key, price] as const]
        }),
      ),
  }
}

/** A key of {@link tokenKey} and its price. */
type Priced = readonly [string, number]

export interface FoundPrices {
  /** Of all of them: the one that was asked for, or `usd`. */
  currency: string
  prices: ReadonlyMap<string, number>
  age: number
}

export interface Prices {
  /**
   * Where no price is known in that currency, the prices are in dollars: `currency` says so.
   * @returns prices by {@link tokenKey}; what is not known is left out. `age` in seconds, of the oldest.
   */
  find(currency: string, tokens: PriceQuery['tokens']): Promise<FoundPrices>
}

/** Asks for the prices of each chain; a chain without answer has none, and nothing fails. */
export function createPrices(pool: SourcePool, lastGood: LastGood): Prices {
  const ofChain = (currency: string, chain: string, tokens: PriceQuery['tokens']) => {
    const keys = tokens.map((token) => tokenKey(token.chain, token.address)).sort()
    // As a list: an answer that is kept is a value of JSON.
    const rule = { sizeOf: (prices: readonly Priced[]) => prices.length }
    return lastGood.get(`prices ${currency} ${keys.join(' ')}`, rule, async () => {
      const { answer } = await pool.ask('prices', chain, (source, signal) =>
        source.prices({ currency, tokens, signal }),
      )
      return [...answer]
    })
  }
  const ofCurrency = async (
    currency: string,
    tokens: PriceQuery['tokens'],
  ): Promise<FoundPrices> => {
    const chains = [...new Set(tokens.map(({ chain }) => chain))].filter((chain) =>
      pool.has('prices', chain),
    )
    const answers = await Promise.all(
      chains.map((chain) =>
        ofChain(
          currency,
          chain,
          tokens.filter((token) => token.chain === chain),
        ).catch(() => undefined),
      ),
    )
    const known = answers.filter((answer) => answer !== undefined)
    return {
      currency,
      prices: new Map(known.flatMap(({ answer }) => answer)),
      age: Math.max(0, ...known.map(({ age }) => age)),
    }
  }
  return {
    find: (currency, tokens) =>
      inTime(PATIENCE_MS, async () => {
        const found = await ofCurrency(currency, tokens)
        return found.prices.size > 0 || currency === DOLLAR ? found : ofCurrency(DOLLAR, tokens)
      }).catch(() => ({ currency: DOLLAR, prices: new Map(), age: 0 })),
  }
}
