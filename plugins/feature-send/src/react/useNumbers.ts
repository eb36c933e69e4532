import { formatAmount, showHidden, useLocale } from '@latchkey/ui-react/kit'
import { balanceOf, worthOf } from '../form/worth.js'
import type { SendToken } from '../api.js'

const MILLION = 1e6

/**
 * How many decimal places say something: without zeros at the end, and all of them where `most`
 * would show nothing of what is there.
 */
function digitsOf(value: bigint, decimals: number, most: number): number {
  const places = decimals ? value.toString().padStart(decimals, '0').slice(-decimals) : ''
  const shown = places.slice(0, most).replace(/0+$/, '')
  return shown || value >= 10n ** BigInt(decimals) ? shown.length : places.replace(/0+$/, '').length
}

/** Amounts and dollars in the visitor's language. */
export function useNumbers(): {
  dollars(millionths: bigint): string
  worth(value: bigint | undefined, token: SendToken | undefined): string | undefined
  amount(value: bigint, of: { decimals: number; symbol: string }, digits?: number): string
  balance(token: SendToken): string
} {
  const locale = useLocale()
  const dollars = (millionths: bigint): string => {
    const value = Number(millionths) / MILLION
    const isTiny = millionths > 0n && value < 0.01
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      numberingSystem: 'latn',
      ...(isTiny && { maximumSignificantDigits: 2 }),
    }).format(value)
  }
  const amount = (
    value: bigint,
    { decimals, symbol }: { decimals: number; symbol: string },
    most = 6,
  ): string =>
    `${formatAmount({ value, decimals }, locale, digitsOf(value, decimals, most))}\u00a0${showHidden(symbol)}`
  return {
    dollars,
    amount,
    worth(value, token) {
      const worth = value === undefined || token === undefined ? undefined : worthOf(value, token)
      return worth === undefined ? undefined : dollars(worth)
    },
    balance: (token) =>
      amount(balanceOf(token), { decimals: token.quantity.decimals, symbol: token.symbol }),
  }
}
