import { useLocale, useMessages } from '@latchkey/ui-react/kit'
import type { AssetToken } from '../api.js'
import { exactAmount, shownAmount, shownPrice, shownValue } from './numbers.js'

/** Amounts, values, times and texts in the visitor's language. A list hands them to all its rows. */
export interface Numbers {
  amount(quantity: AssetToken['quantity']): string
  exact(quantity: AssetToken['quantity']): string
  value(value: number, currency: string): string
  price(price: number, currency: string): string
  time(at: number): string
  /** A text of the catalogue without parameters, which is looked up once for all rows. */
  text(k: string): string
}

export function useNumbers(): Numbers {
  const locale = useLocale()
  const message = useMessages()
  const known = new Map<string, string>()
  return {
    amount: (quantity) => shownAmount(quantity, locale),
    exact: (quantity) => exactAmount(quantity, locale),
    value: (value, currency) => shownValue(value, currency, locale),
    price: (price, currency) => shownPrice(price, currency, locale),
    time(at) {
      const isToday = new Date(at).toDateString() === new Date().toDateString()
      return new Intl.DateTimeFormat(locale, {
        timeStyle: 'short',
        numberingSystem: 'latn',
        ...(!isToday && { dateStyle: 'short' }),
      }).format(at)
    },
    text(k) {
      const text = known.get(k) ?? message(k)
      known.set(k, text)
      return text
    },
  }
}
