import { formatAmount, useLocale } from '@latchkey/ui-react/kit'
import { balanceOf, worthOf } from '../amount.js'
import type { SendToken } from '../api.js'

const MILLION = 1e6

/** Amounts and dollars in the visitor's language. */
export function useNumbers(): { dollars(millionths: bigint): string; worth(value: bigint | undefined, token: SendToken | undefined): string | undefined; amount(value: bigint, of: { decimals: number; symbol: string }, digits?: number): string; balance(token: SendToken): string } {
  const locale = useLocale()
  const dollars = (millionths: bigint): string => {
    const value = Number(millionths) / MILLION
    const isTiny = millionths > 0n && value < 0.01
    return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', numberingSystem: 'latn', ...(isTiny && { maximumSignificantDigits: 2 }) }).format(value)
  }
  const amount = (value: bigint, { decimals, symbol }: { decimals: number; symbol: string }, digits = 6): string => `${formatAmount({ value, decimals }, locale, digits).replace(/(?<=[.,٫]\d*?)0+$/, '').replace(/[.,٫]$/, '')}\u00a0${symbol}`
  return {
    dollars, amount,
    worth(value, token) {
      const worth = value === undefined || token === undefined ? undefined : worthOf(value, token)
      return worth === undefined ? undefined : dollars(worth)
    },
    balance: (token) => amount(balanceOf(token), { decimals: token.quantity.decimals, symbol: token.symbol }),
  }
}
