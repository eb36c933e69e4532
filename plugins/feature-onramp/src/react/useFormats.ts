import { formatAmount, showHidden, useLocale } from '@latchkey/ui-react/kit'
import { useMemo } from 'react'
import type { OnrampAmount } from '../api.js'
import { toUnits } from '../quotes/decimals.js'

const DECIMALS = 18
/** Decimal places of coins that say something on a screen. */
const MAX_PLACES = 8

/** How many decimal places of an amount are shown: none but zeros are left out, unless all are. */
function placesOf(units: bigint): number {
  const places = units.toString().padStart(DECIMALS, '0').slice(-DECIMALS)
  const shown = places.slice(0, MAX_PLACES).replace(/0+$/, '')
  return shown || units >= 10n ** BigInt(DECIMALS) ? shown.length : places.replace(/0+$/, '').length
}

/** Money, coins and times in the visitor's language. */
export function useFormats() {
  const locale = useLocale()
  return useMemo(() => {
    const money = ({ amount, currency }: OnrampAmount, digits?: 0): string => {
      try {
        return new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          numberingSystem: 'latn',
          ...(digits === 0 && { maximumFractionDigits: 0 }),
        }).format(Number(amount))
      } catch {
        // The currency is not one of ISO 4217.
        return `${amount}\u00a0${showHidden(currency)}`
      }
    }
    const coins = ({ amount, currency }: OnrampAmount): string => {
      const value = toUnits(amount) ?? 0n
      const written = formatAmount({ value, decimals: DECIMALS }, locale, placesOf(value))
      return `${written}\u00a0${showHidden(currency)}`
    }
    return {
      locale,
      money,
      coins,
      time: (at: number): string =>
        new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at),
      /** Name of a currency or a country. */
      name: (type: 'currency' | 'region', code: string): string => {
        try {
          return new Intl.DisplayNames(locale, { type }).of(code) ?? code
        } catch {
          return code
        }
      },
    }
  }, [locale])
}

/** Decimal places in which people pay in a currency. */
export function placesOfCurrency(currency: string | undefined): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2
    )
  } catch {
    return 2
  }
}
