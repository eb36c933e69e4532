// The shapes of the public documentation of DefiLlama and CoinGecko; neither service was asked.
import { TOKENS } from './fakeChain.js'
import { type Provider } from './fakeProvider.js'

export const PRICES = { native: 0.5, token: 1.25 }
const ADDRESS = TOKENS.erc20.address

/** Knows a price of the native coin and of the ERC-20, and of nothing else. */
export const defillamaFake: Provider = (url) => {
  const coins = decodeURIComponent(url.pathname.replace('/prices/current/', '')).split(',')
  const known: Record<string, number> = {
    'coingecko:polygon-ecosystem-token': PRICES.native,
    [`polygon:${ADDRESS}`]: PRICES.token,
  }
  const found = coins.flatMap((coin) => {
    const price = known[coin]
    if (price === undefined) return []
    return [
      [coin, { decimals: 6, symbol: 'SHD', price, timestamp: 1_700_000_000, confidence: 0.99 }],
    ]
  })
  return { coins: Object.fromEntries(found) }
}

/** Answers addresses in small letters. */
export const coingeckoFake: Provider = (url) => {
  const currency = url.searchParams.get('vs_currencies') ?? ''
  if (url.pathname.endsWith('/simple/price'))
    return { [url.searchParams.get('ids') ?? '']: { [currency]: PRICES.native } }
  const asked = (url.searchParams.get('contract_addresses') ?? '').split(',')
  return asked.includes(ADDRESS) ? { [ADDRESS.toLowerCase()]: { [currency]: PRICES.token } } : {}
}
