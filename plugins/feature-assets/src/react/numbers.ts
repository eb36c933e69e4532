import { marksOf } from '@latchkey/plugin-api/amounts'
import { formatAmount } from '@latchkey/ui-react/kit'
import type { AssetToken } from '../api.js'

/** Decimal places of an amount in a list, and of a value. */
const AMOUNT_PLACES = 3
const VALUE_PLACES = 2
/** Digits of a small price, and the most decimal places that every browser can write. */
const PRICE_DIGITS = 3
const MAX_PLACES = 20

/** Making a format takes far longer than its use, and each row of a list uses some. */
const formats = new Map<string, Intl.NumberFormat>()
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.currency ?? ''} ${options.maximumFractionDigits ?? ''}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

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
  const shown = formatOf(locale, { numberingSystem: 'latn' }).format(BigInt(whole))
  return fraction ? shown + marksOf(locale).decimal + fraction : shown
}

/** Money with so many decimal places, at least 2; `<` stands before the least that can be written. */
function money(amount: number, currency: string, locale: string, maxPlaces: number): string {
  const least = 10 ** -maxPlaces
  const isLess = amount > 0 && amount < least
  const places = {
    numberingSystem: 'latn',
    minimumFractionDigits: VALUE_PLACES,
    maximumFractionDigits: maxPlaces,
  } as const
  const shown = Math.max(amount, isLess ? least : 0)
  const text = /^[a-z]{3}$/i.test(currency)
    ? formatOf(locale, { ...places, style: 'currency', currency }).format(shown)
    : `${currency.toUpperCase()} ${formatOf(locale, places).format(shown)}`
  return isLess ? `<${text}` : text
}

/**
 * A value in the locale's currency style, with 2 decimal places.
 * @param currency a code of ISO 4217. One that Intl does not know stands before the number
 * @example shownValue(0.004, 'usd', 'en') // '<$0.01'
 */
export const shownValue = (value: number, currency: string, locale: string): string =>
  money(value, currency, locale, VALUE_PLACES)

/**
 * A price as {@link shownValue} writes values, but for one below 1: that has three digits that say
 * something.
 * @example shownPrice(0.0000123456, 'usd', 'en') // '$0.0000123'
 */
export function shownPrice(price: number, currency: string, locale: string): string {
  const digits = price > 0 ? PRICE_DIGITS - 1 - Math.floor(Math.log10(price)) : 0
  const places = Math.min(Math.max(digits, VALUE_PLACES), MAX_PLACES)
  return money(price, currency, locale, price < 1 ? places : VALUE_PLACES)
}
