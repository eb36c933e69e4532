import { marksOf } from '@latchkey/plugin-api/amounts'
import { formatAmount } from '@latchkey/ui-react/kit'
import type { AssetToken } from '../api.js'

/** Decimal places of an amount in a list, and of a value. */
const AMOUNT_PLACES = 3
const VALUE_PLACES = 2

/** Decimal text as base units, cut. */
const toBase = (numeric: string, decimals: number): bigint => {
  const [whole = '0', rest = ''] = numeric.split('.')
  return BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
}

/**
 * An amount with 3 decimal places, cut and not rounded, in the locale's marks.
 * @example shownAmount({ decimals: '18', numeric: '1.23999' }, 'en') // '1.239'
 */
export const shownAmount = (
  { decimals, numeric }: AssetToken['quantity'],
  locale: string,
): string => {
  const places = Math.max(Number(decimals), AMOUNT_PLACES)
  return formatAmount({ value: toBase(numeric, places), decimals: places }, locale, AMOUNT_PLACES)
}

/** The whole amount in the locale's marks. */
export function exactAmount({ numeric }: AssetToken['quantity'], locale: string): string {
  const [whole = '0', rest = ''] = numeric.split('.')
  const fraction = rest.replace(/0+$/, '')
  const shown = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(BigInt(whole))
  return fraction ? shown + marksOf(locale).decimal + fraction : shown
}

/**
 * Money in the locale's currency style, with 2 decimal places.
 * @param currency a code of ISO 4217. One that Intl does not know stands before the number
 */
export function shownValue(value: number, currency: string, locale: string): string {
  const places = {
    numberingSystem: 'latn',
    minimumFractionDigits: VALUE_PLACES,
    maximumFractionDigits: VALUE_PLACES,
  } as const
  return /^[a-z]{3}$/i.test(currency)
    ? new Intl.NumberFormat(locale, { ...places, style: 'currency', currency }).format(value)
    : `${currency.toUpperCase()} ${new Intl.NumberFormat(locale, places).format(value)}`
}
