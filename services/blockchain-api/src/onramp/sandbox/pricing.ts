import { divided, formatDecimal, formatShort, parseDecimal, roundUp, times } from '../money.js'
import { type Price, type PriceRequest } from '../provider.js'

/** A coin that the sandbox sends. */
export interface SandboxCoin {
  symbol: string
  name: string
  /** CAIP-2 id of a configured chain that is marked as a testnet. */
  chain: string
  /** Contract of an ERC-20. Absent: the native coin. */
  token?: string
  decimals: number
  /** Made up: dollars for one whole unit, decimal text. */
  price: string
}

const unit = (text: string): bigint => parseDecimal(text) ?? 0n
/** Of the total. */
const FEE = unit('0.015')
const REST = unit('0.985')
const NETWORK_FEE_DOLLARS = unit('0.10')

/** Made-up rates: what a dollar is in each currency. */
export const RATES: Readonly<Record<string, string>> = { USD: '1', EUR: '0.9' }

export type Amounts = Pick<
  Price,
  'coinbaseFee' | 'networkFee' | 'paymentSubtotal' | 'paymentTotal' | 'purchaseAmount'
>

/** The sandbox's price, whose parts are whole cents. @returns `undefined` where nothing is left after fees */
export function priceOf(
  coin: SandboxCoin,
  asked: Pick<PriceRequest, 'amount' | 'amountIn' | 'paymentCurrency'>,
): Amounts | undefined {
  const amount = unit(asked.amount)
  const rate = unit(RATES[asked.paymentCurrency] ?? '1')
  const price = times(unit(coin.price), rate)
  const network = roundUp(times(NETWORK_FEE_DOLLARS, rate))
  const isPaid = asked.amountIn === 'payment'
  const subtotal = isPaid
    ? amount - roundUp(times(amount, FEE)) - network
    : roundUp(times(amount, price))
  const fee = isPaid ? roundUp(times(amount, FEE)) : roundUp(times(divided(subtotal, REST), FEE))
  const bought = isPaid ? divided(subtotal, price) : amount
  const purchase = formatDecimal(bought, Math.min(coin.decimals, 18))
  if (subtotal <= 0n || unit(purchase) <= 0n) return undefined
  const money = (cents: bigint) => ({
    amount: formatDecimal(cents, 2),
    currency: asked.paymentCurrency,
  })
  return {
    coinbaseFee: money(fee),
    networkFee: money(network),
    paymentSubtotal: money(subtotal),
    paymentTotal: money(subtotal + fee + network),
    purchaseAmount: { amount: formatShort(unit(purchase)), currency: coin.symbol },
  }
}
