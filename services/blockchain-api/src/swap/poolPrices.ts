import { encodeFunctionData, erc20Abi, formatUnits, getAddress, type Hex } from 'viem'
import { type ChainConfig } from '../chains.js'
import { type ApiContext } from '../context.js'
import { readUint } from '../sources/rpc/calls.js'
import { turnOf } from '../sources/rpc/nodes.js'
import { type PriceQuery, tokenKey } from '../sources/source.js'
import { NATIVE } from './quoteSource.js'

/** Listed tokens whose own price is known, which others are measured by, beside the native coin. */
const MAX_REFERENCES = 4
const MAX_DECIMALS = 77n

interface Sold {
  token: Hex
  /** One whole unit. */
  amount: bigint
}

/**
 * Prices that pools give: what the sale of one whole unit brings, times the price of what it brings. A
 * price that somebody pushed up is one that they would have to pay. It never fails.
 * @param currency of the references, which the prices are in
 * @returns prices by {@link tokenKey}; what has no pool is left out
 */
export async function findPoolPrices(
  context: ApiContext,
  currency: string,
  tokens: PriceQuery['tokens'],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(tokens.map(({ chain }) => chain))
  const chains = context.chains.all.filter(({ id }) => ids.has(id) && context.quotes.has(id))
  const found = await Promise.all(
    chains.map((chain) => {
      const asked = tokens.flatMap(({ chain: id, address }) =>
        id === chain.id && address !== undefined ? [getAddress(address)] : [],
      )
      return ofChain(context, chain, currency, asked).catch(() => [])
    }),
  )
  return new Map(found.flat())
}

const ofChain = async (
  context: ApiContext,
  chain: ChainConfig,
  currency: string,
  asked: readonly Hex[],
): Promise<(readonly [string, number])[]> => {
  if (asked.length === 0) return []
  const references = await findReferences(context, chain, currency)
  let left = references.length > 0 ? await wholeUnits(context, chain, asked) : []
  const prices: (readonly [string, number])[] = []
  for (const { to, decimals, price } of references) {
    if (left.length === 0) break
    const rates = await context.quotes.rates({ chain, sold: left, to })
    for (const [token, got] of rates) {
      const value = Number(formatUnits(got, decimals)) * price
      if (value > 0 && Number.isFinite(value)) prices.push([tokenKey(chain.id, token), value])
    }
    left = left.filter(({ token }) => !rates.has(token))
  }
  return prices
}

/** The native coin and listed tokens with a price of a source. */
const findReferences = async (
  { prices }: ApiContext,
  { id, nativeCurrency, tokens = [] }: ChainConfig,
  currency: string,
) => {
  const listed = tokens.map(({ address, decimals }) => ({ to: getAddress(address), decimals }))
  const all = [{ to: NATIVE, decimals: nativeCurrency.decimals }, ...listed]
  const found = await prices.find(currency, [
    { chain: id },
    ...listed.map(({ to }) => ({ chain: id, address: to })),
  ])
  if (found.currency !== currency) return []
  return all
    .flatMap(({ to, decimals }) => {
      const price = found.prices.get(tokenKey(id, to === NATIVE ? undefined : to))
      return price === undefined ? [] : [{ to, decimals, price }]
    })
    .slice(0, 1 + MAX_REFERENCES)
}

/** One whole unit of each token that says how many decimals it has. */
const wholeUnits = async (
  { nodeOf }: ApiContext,
  chain: ChainConfig,
  tokens: readonly Hex[],
): Promise<Sold[]> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
  const turn = turnOf(new AbortController().signal)
  const answers = await nodeOf(chain).callMany(
    tokens.map((to) => ({ to, data })),
    turn,
  )
  return tokens.flatMap((token, at) => {
    const decimals = readUint(answers.data[at])
    if (decimals === undefined || decimals > MAX_DECIMALS) return []
    return [{ token, amount: 10n ** decimals }]
  })
}
