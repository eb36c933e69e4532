// Balances and what they are worth: apart from typed amounts, which the views do not read.
import type { SendToken } from '../api.js'

/** Decimal places of an amount in US dollars: cheap tokens are worth less than a cent. */
export const FIAT_DECIMALS = 6
const MAX_DECIMALS = 36
export const TEN = 10n

/** Decimal text with a point as base units, cut to `decimals`. `undefined`: not a number. */
export function toBase(numeric: string, decimals: number): bigint | undefined {
  const [, whole, rest = ''] = /^(\d{1,78})(?:\.(\d*))?$/.exec(numeric) ?? []
  return whole === undefined || !(decimals >= 0 && decimals <= MAX_DECIMALS)
    ? undefined
    : BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
}

/** A positive number with its decimal places. */
export const scaled = (
  numeric: string | undefined,
): { value: bigint; places: number } | undefined => {
  const places = numeric?.split('.')[1]?.length ?? 0
  const value = toBase(numeric ?? '', places)
  return value ? { value, places } : undefined
}

/** The price, where it is a positive number; else nothing. */
export const priceOf = (price: string | undefined): { price?: string } =>
  price !== undefined && scaled(price) ? { price } : {}

/**
 * The value of base units of a token in millionths of a US dollar, cut. `undefined`: the price is
 * not known.
 */
export function worthOf(
  value: bigint,
  { quantity: { decimals }, price }: SendToken,
): bigint | undefined {
  const per = scaled(price)
  return (
    per && (value * per.value * TEN ** BigInt(FIAT_DECIMALS)) / TEN ** BigInt(decimals + per.places)
  )
}
/** The balance of a token, in base units. */
export const balanceOf = ({ quantity: { numeric, decimals } }: SendToken): bigint =>
  toBase(numeric, decimals) ?? 0n
