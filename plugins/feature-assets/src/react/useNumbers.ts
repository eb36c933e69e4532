import { useLocale } from '@latchkey/ui-react/kit'
import type { AssetToken } from '../api.js'
import { exactAmount, shownAmount, shownPrice, shownValue } from './numbers.js'

/** Amounts, values and times in the visitor's language. */
export function useNumbers(): {
  amount(quantity: AssetToken['quantity']): string
  exact(quantity: AssetToken['quantity']): string
  value(value: number, currency: string): string
  price(price: number, currency: string): string
  time(at: number): string
} {
  const locale = useLocale()
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
  }
}
