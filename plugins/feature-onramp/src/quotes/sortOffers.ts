import type { OnrampOffer, OnrampState } from '../api.js'
import { toUnits } from './decimals.js'

const RANK = { quoted: 0, unpriced: 1, loading: 2, waiting: 2, failed: 3 } as const

/**
 * Compares offers: the one by which most arrives comes first, or where the coins are fixed, the
 * cheapest. Those without a price come after.
 */
export const byWorth =
  (side: OnrampState['side']) =>
  (a: OnrampOffer, b: OnrampOffer): number => {
    if (a.status !== 'quoted' || b.status !== 'quoted') return RANK[a.status] - RANK[b.status]
    const worth = ({ quote }: typeof a): bigint =>
      side === 'payment'
        ? (toUnits(quote.purchaseAmount.amount) ?? 0n)
        : -(toUnits(quote.paymentTotal.amount) ?? 0n)
    const [one, other] = [worth(a), worth(b)]
    return one === other ? 0 : one > other ? -1 : 1
  }

/** The name of the best provider. Only where two real prices can be compared. */
export function bestOf(offers: readonly OnrampOffer[]): string | undefined {
  const quoted = offers.filter(({ status }) => status === 'quoted')
  return quoted.length > 1 ? quoted[0]?.provider.name : undefined
}
