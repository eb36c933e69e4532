import type { Amount } from '@latchkey/plugin-api'
import { marksOf, readAmount, writeAmount } from '@latchkey/plugin-api/amounts'

const TEN = 10n
/** Rows of a list write amounts in one locale over and over, and making a format takes long. */
// eslint-disable-next-line latchkey/no-module-state -- formats of a locale are the same for all kernels of a page
const formats = new Map<string, Intl.NumberFormat>()

/**
 * Formats base units as text with the locale's marks and Latin digits. Cuts to `digits` decimal
 * places and does not round, so that no amount looks larger than it is.
 * @param digits 3 by default; more only shows what is there
 */
export function formatAmount(
  { value, decimals }: Pick<Amount, 'value' | 'decimals'>,
  locale: string,
  digits = 3,
): string {
  const places = Math.max(0, decimals)
  const unit = TEN ** BigInt(places)
  const absolute = value < 0n ? -value : value
  const format =
    formats.get(locale) ??
    new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 0 })
  formats.set(locale, format)
  const whole = format.format(absolute / unit)
  const rest = (absolute % unit)
    .toString()
    .padStart(places, '0')
    .slice(0, places && digits)
  return `${value < 0n ? '−' : ''}${whole}${rest ? marksOf(locale).decimal + rest : ''}`
}

/**
 * Formats an amount as a person would type it: without group marks and without zeros at the end.
 */
export const toInput = (value: bigint, decimals: number, locale: string): string =>
  writeAmount(value, decimals, marksOf(locale).decimal)

/**
 * Reads a typed or pasted amount as base units. Understands the locale's marks, pasted group marks,
 * and Arabic and Persian digits.
 * @returns `undefined` if the text is not an amount, or has more decimal places than the token
 */
export function parseAmount(typed: string, decimals: number, locale: string): bigint | undefined {
  const amount = readAmount(typed, decimals, locale)
  return typeof amount === 'bigint' ? amount : undefined
}
