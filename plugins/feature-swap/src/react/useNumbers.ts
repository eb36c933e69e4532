import { formatAmount, showHidden, useLocale } from '@latchkey/ui-react/kit'

/** Places that an amount is shown with, where it has as many that say something. */
const PLACES = 6
const SMALL_PERCENT = 0.01

/** Decimal places that say something: all of them where `most` would show nothing of what is there. */
function placesOf(value: bigint, decimals: number, most: number): number {
  const places = decimals ? value.toString().padStart(decimals, '0').slice(-decimals) : ''
  const shown = places.slice(0, most).replace(/0+$/, '')
  return shown || value >= 10n ** BigInt(decimals) ? shown.length : places.replace(/0+$/, '').length
}

export interface Numbers {
  /** With the symbol behind it. */
  amount(value: bigint, of: { decimals: number; symbol: string }, places?: number): string
  plain(value: bigint, decimals: number, places?: number): string
  dollars(value: number): string
  /** Of a number of percent. */
  percent(value: number): string
}

/** Amounts, money and percents in the visitor's language. */
export function useNumbers(): Numbers {
  const locale = useLocale()
  const plain = (value: bigint, decimals: number, most = PLACES): string =>
    formatAmount({ value, decimals }, locale, placesOf(value, decimals, most))
  return {
    plain,
    amount: (value, { decimals, symbol }, most) =>
      `${plain(value, decimals, most)}\u00a0${showHidden(symbol)}`,
    dollars: (value) =>
      new Intl.NumberFormat(locale, {
        ...{ style: 'currency', currency: 'USD', numberingSystem: 'latn' },
        ...(value > 0 && value < SMALL_PERCENT && { maximumSignificantDigits: 2 }),
      }).format(value),
    percent: (value) =>
      new Intl.NumberFormat(locale, {
        ...{ style: 'percent', numberingSystem: 'latn', maximumFractionDigits: 2 },
      }).format(value / 100),
  }
}
