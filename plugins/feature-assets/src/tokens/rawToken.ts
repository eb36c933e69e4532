import type { TokenBalance } from '@latchkey/backend'
import type { Asset, Caip2 } from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import { shownName } from '@latchkey/plugin-api/wallet'
import type { AssetToken } from '../api.js'

/** A token as its source tells of it. */
export type RawToken = Omit<AssetToken, 'isVerified' | 'isHidden' | 'spam'> & {
  /** The source flags it. */
  isSpam: boolean
  /** Name and symbol before they were cleaned, where that changed them: never to be drawn. */
  written?: Pick<AssetToken, 'name' | 'symbol'>
}

/** Most UTF-16 units of a name. */
const MAX_NAME = 300
const MAX_WRITTEN = 2_000
/** No token has more decimals: 10^77 is the largest power of ten in 256 bits. */
const MAX_DECIMALS = 77

/** An entry of the server's answer. `undefined`: its address is on another network. */
export function fromBalance(balance: TokenBalance): RawToken | undefined {
  const { name, symbol, written, chainId, value, price, quantity, iconUrl, flags } = balance
  const prefix = `${chainId}:`
  if (balance.address !== undefined && !balance.address.startsWith(prefix)) return undefined
  return {
    name,
    symbol,
    chainId,
    address: balance.address?.slice(prefix.length),
    value,
    price,
    quantity,
    iconUrl,
    origin: 'backend',
    isSpam: flags.is_spam,
    ...(written && { written }),
  }
}

/** Wallets and adapters of others may answer anything. */
const isValid = ({ token, name, amount: { value, decimals, symbol } }: Asset): boolean =>
  // The native coin has no address: an empty one would take its place.
  token !== '' &&
  typeof name === 'string' &&
  typeof symbol === 'string' &&
  typeof value === 'bigint' &&
  value >= 0n &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= MAX_DECIMALS

/**
 * An asset of an adapter, whose prices are in US dollars. `undefined`: it is malformed.
 * @param currency prices are left out in another one than `usd`
 */
export function fromAsset(
  asset: Asset,
  { chainId, currency, origin }: { chainId: Caip2; currency: string; origin: RawToken['origin'] },
): RawToken | undefined {
  if (!isValid(asset)) return undefined
  const { token, name, amount, iconUrl = '', price } = asset
  const numeric = writeAmount(amount.value, amount.decimals)
  // A picture of another host would tell that host who looks at this account.
  const isWithin = /^data:image\//i.test(iconUrl)
  const known = currency === 'usd' && price !== undefined ? Number(price) : NaN
  const isPriced = Number.isFinite(known) && known > 0
  const value = isPriced ? Number(numeric) * known : NaN
  const { symbol } = amount
  const clean = { name: shownName(name, MAX_NAME), symbol: shownName(symbol, MAX_NAME) }
  const isClean = clean.name === name && clean.symbol === symbol
  return {
    ...clean,
    ...(!isClean && {
      written: { name: name.slice(0, MAX_WRITTEN), symbol: symbol.slice(0, MAX_WRITTEN) },
    }),
    chainId,
    address: token,
    value: Number.isFinite(value) ? value : undefined,
    price: isPriced ? known : undefined,
    quantity: { decimals: String(amount.decimals), numeric },
    iconUrl: isWithin ? iconUrl : '',
    origin,
    isSpam: false,
  }
}
