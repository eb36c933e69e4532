import { LatchkeyError } from '@latchkey/plugin-api'
import type { OnrampAmount, OnrampQuote } from '../api.js'
import { toUnits } from './decimals.js'
import { isEstimate } from './estimate.js'

/** The question that a quote answers. */
export interface AskedPrice {
  provider: string
  /** Id and symbol of the coin. */
  coin: { id: string; symbol: string }
  currency: string
  /** Decimal text: money that is paid, or coins that arrive. */
  amount: string
  side: 'payment' | 'purchase'
}

/** Sums are compared to the cent. */
const CENT = 10n ** 16n
const cents = (units: bigint): bigint => (units + CENT / 2n) / CENT

const refused = (provider: string, reason: string): LatchkeyError<'onramp.quote_refused'> =>
  new LatchkeyError(
    'onramp.quote_refused',
    `The quote of ${provider} is refused (${reason}): it does not answer what was asked, or its sum is wrong.`,
    { context: { provider, reason } },
  )

/**
 * A quote that answers this question, and whose sum is right.
 * @throws `onramp.quote_refused`
 */
export function checkQuote(
  quote: OnrampQuote & { provider?: string },
  asked: AskedPrice,
): OnrampQuote {
  const fail = (reason: string): never => {
    throw refused(asked.provider, reason)
  }
  const money = ({ amount, currency }: OnrampAmount): bigint => {
    if (currency !== asked.currency) return fail('currency')
    return toUnits(amount) ?? fail('amount')
  }
  const { coinbaseFee, networkFee, paymentSubtotal, paymentTotal, purchaseAmount, quoteId } = quote
  if (!quoteId || isEstimate({ quoteId })) return fail('id')
  if (quote.provider !== undefined && quote.provider !== asked.provider) return fail('provider')
  const [fee, network, subtotal, total] = [
    money(coinbaseFee),
    money(networkFee),
    money(paymentSubtotal),
    money(paymentTotal),
  ]
  if (cents(fee + network + subtotal) !== cents(total)) return fail('sum')
  const wanted = toUnits(asked.amount) ?? 0n
  if (asked.side === 'payment' && cents(total) > cents(wanted)) return fail('total')
  const { id, symbol } = asked.coin
  if (![id, symbol].includes(purchaseAmount.currency)) return fail('coin')
  const bought = toUnits(purchaseAmount.amount)
  if (!bought || (asked.side === 'purchase' && bought < wanted)) return fail('amount')
  const { provider: _, ...checked } = quote
  return checked
}
