import type { OnrampProblem, OnrampState } from '../api.js'
import { toUnits } from './decimals.js'

type Typed = Pick<OnrampState, 'paymentAmount' | 'paymentCurrency' | 'paymentMethod'>

/** The bounds of the way to pay that is chosen. */
export const limitOf = ({ paymentCurrency, paymentMethod }: Omit<Typed, 'paymentAmount'>) =>
  paymentCurrency?.payment_method_limits.find(({ id }) => id === paymentMethod)

/** The reason why an amount of money cannot be paid. An empty field has none. */
export function problemOf(typed: Typed): OnrampProblem | undefined {
  const { paymentAmount, paymentCurrency } = typed
  if (paymentAmount === undefined) return undefined
  const units = toUnits(paymentAmount)
  const limit = limitOf(typed)
  const params = {
    min: limit?.min ?? '0',
    max: limit?.max ?? '0',
    currency: paymentCurrency?.id ?? '',
  }
  if (!units) return { key: 'onramp.amountInvalid', params }
  if (!limit) return undefined
  if (units < (toUnits(limit.min) ?? 0n)) return { key: 'onramp.belowMin', params }
  return units > (toUnits(limit.max) ?? units) ? { key: 'onramp.aboveMax', params } : undefined
}
