import type { Amount as AmountValue } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { formatAmount } from './amounts.js'
import { useLocale } from './messages.js'

/**
 * An amount with its symbol, left to right in every language. `digits` is the number of decimal
 * places, 3 by default; the amount is cut and not rounded.
 */
export function Amount({ amount, digits }: { amount: AmountValue; digits?: number }): ReactNode {
  const locale = useLocale()
  return (
    <bdi dir="ltr">
      {formatAmount(amount, locale, digits)}
      {amount.symbol && `\u00a0${amount.symbol}`}
    </bdi>
  )
}
