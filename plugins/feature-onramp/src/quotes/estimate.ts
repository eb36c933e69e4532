import type { OnrampQuote } from '../api.js'
import { fromUnits, toUnits } from './decimals.js'

/** The id of a quote that nobody gave. Nothing can be bought by it. */
export const ESTIMATE_ID = 'latchkey:estimate'

export const isEstimate = ({ quoteId }: Pick<OnrampQuote, 'quoteId'>): boolean =>
  quoteId.startsWith('latchkey:')

const PERCENT = 100n

/** The lower and the upper bound of a list's fees for an amount, by a text such as `1-2%`. */
export function feeBounds(amount: string, feeRange: string): readonly [string, string] {
  const bounds = /^(\d{1,2})(?:-(\d{1,2}))?%$/.exec(feeRange)
  const of = (percent = '0'): string =>
    fromUnits(((toUnits(amount) ?? 0n) * BigInt(percent)) / PERCENT, 2, true)
  return [of(bounds?.[1]), of(bounds?.[2] ?? bounds?.[1])]
}

/**
 * All six fields of a quote where the provider gave none: the list's highest fee, and no coins, for
 * their price is not known. Made where it is shown: it is never stored, sent or added up.
 */
export function estimate(
  amount: string,
  currency: string,
  coin: string,
  feeRange: string,
): OnrampQuote {
  const total = toUnits(amount) ?? 0n
  const [, fee] = feeBounds(amount, feeRange)
  const money = (units: bigint) => ({ amount: fromUnits(units, 2), currency })
  return {
    coinbaseFee: { amount: fee, currency },
    networkFee: money(0n),
    paymentSubtotal: money(total - (toUnits(fee) ?? 0n) > 0n ? total - (toUnits(fee) ?? 0n) : 0n),
    paymentTotal: money(total),
    purchaseAmount: { amount: '0', currency: coin },
    quoteId: ESTIMATE_ID,
  }
}
