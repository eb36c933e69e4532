import type { AssetToken } from '@latchkey/feature-assets'
import type { Asset } from '@latchkey/plugin-api'
import type { SendToken } from '../api.js'
import { priceOf, toBase } from './worth.js'

/** A price of the plugin `assets`. Here values are in US dollars: others are left out. */
const dollarsOf = ({ price }: AssetToken, currency: string | undefined): { price?: string } =>
  currency === 'usd' && price !== undefined ? priceOf(price.toFixed(12).replace(/\.?0+$/, '')) : {}

/** A token of the plugin `assets` as an asset of an adapter. */
export function toAsset(token: AssetToken, currency: string | undefined): Asset {
  const { address, name, symbol, quantity, iconUrl } = token
  const decimals = Number(quantity.decimals)
  return {
    ...(address !== undefined && { token: address }),
    name,
    amount: { value: toBase(quantity.numeric, decimals) ?? 0n, decimals, symbol },
    ...(iconUrl && { iconUrl }),
    ...dollarsOf(token, currency),
  }
}

/** A token of the plugin `assets` as the form has it. */
export function toSendToken(token: AssetToken, currency: string | undefined): SendToken {
  const { address, name, symbol, quantity, iconUrl } = token
  return {
    ...(address !== undefined && { address }),
    name,
    symbol,
    quantity: { decimals: Number(quantity.decimals), numeric: quantity.numeric },
    ...(iconUrl && { iconUrl }),
    ...dollarsOf(token, currency),
  }
}
