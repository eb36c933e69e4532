import { badInput, refusal } from '@latchkey/service-kit/http'
import { addsUp, parseDecimal } from './money.js'
import { findCoin, findCurrency } from './lists.js'
import {
  type Money,
  type OnrampLists,
  type OnrampProvider,
  type Price,
  type PriceRequest,
} from './provider.js'

export interface AskedPrice {
  purchaseCurrency: string
  paymentCurrency: string
  paymentMethod: string
  amount: string
  amountIn: 'payment' | 'purchase'
  /** CAIP-2. */
  network: string
}

export type FoundPrice = Price & { provider: string }

/** A provider with its own lists. */
export interface Offer {
  provider: OnrampProvider
  lists: OnrampLists
}

/**
 * The part of a request that a provider can answer, in its own words.
 * @throws Refusal 400 where the amount is outside of its limits
 */
export function requestFor({ lists }: Offer, asked: AskedPrice): PriceRequest | undefined {
  const coin = findCoin(lists, asked.purchaseCurrency)
  const network = coin?.networks.find(({ chain_id }) => chain_id === asked.network)
  const currency = findCurrency(lists, asked.paymentCurrency)
  const limit = currency?.payment_method_limits.find(({ id }) => id === asked.paymentMethod)
  if (!coin || !network || !currency || !limit) return undefined
  if (asked.amountIn === 'payment' && /\.\d{3}/.test(asked.amount))
    throw badInput('amount', 'This must have two decimals at most.')
  if (asked.amountIn === 'payment') checkLimit('amount', asked.amount, limit, currency.id)
  return { ...asked, coin, network, paymentCurrency: currency.id }
}

/** @throws Refusal 400, which names the limits */
export function checkLimit(
  field: string,
  amount: string,
  { min, max }: { min: string; max: string },
  currency: string,
): void {
  const [asked, least, most] = [amount, min, max].map(parseDecimal)
  if (asked === undefined || least === undefined || most === undefined) return
  if (asked < least || asked > most)
    throw badInput(field, `This must be from ${min} to ${max} ${currency}.`)
}

/** Believes a price that is in the right currencies, above 0, and adds up to the cent. */
export function checkPrice(
  { coin, paymentCurrency, amount, amountIn }: PriceRequest,
  price: Price,
): Price | undefined {
  const { coinbaseFee, networkFee, paymentSubtotal, paymentTotal, purchaseAmount } = price
  const paid = [coinbaseFee, networkFee, paymentSubtotal, paymentTotal]
  const isIn = ({ currency }: Money, ...names: readonly string[]): boolean =>
    names.some((name) => name.toUpperCase() === currency.toUpperCase())
  if (!paid.every((money) => isIn(money, paymentCurrency))) return undefined
  if (!isIn(purchaseAmount, coin.id, coin.symbol)) return undefined
  const [fee, network, subtotal, total, bought] = [...paid, purchaseAmount].map((money) =>
    parseDecimal(money.amount),
  )
  if (fee === undefined || network === undefined || !subtotal || !total || !bought) return undefined
  if (!addsUp(total, [fee, network, subtotal])) return undefined
  const wanted = parseDecimal(amount) ?? 0n
  const given = amountIn === 'payment' ? total : bought
  // Nobody asked for another amount; a provider may round it to the cent.
  if (amountIn === 'payment' ? !addsUp(given, [wanted]) : given < wanted) return undefined
  return price
}

/** The best first: of those who want the same, of whom the most arrives. */
export const byArrival =
  (amountIn: AskedPrice['amountIn']) =>
  (one: Price, other: Price): number => {
    const key = amountIn === 'payment' ? 'purchaseAmount' : 'paymentTotal'
    const [a = 0n, b = 0n] = [one[key].amount, other[key].amount].map(parseDecimal)
    const order = a < b ? 1 : a > b ? -1 : 0
    return amountIn === 'payment' ? order : -order
  }

/** @throws Refusal 400 that names the field that no provider takes */
export function refuseUnknown(lists: OnrampLists, asked: AskedPrice): never {
  const coin = findCoin(lists, asked.purchaseCurrency)
  if (!coin) throw badInput('purchaseCurrency', 'No provider of this service sells this coin.')
  if (!coin.networks.some(({ chain_id }) => chain_id === asked.network))
    throw badInput('network', 'No provider of this service sells this coin on this network.')
  const currency = findCurrency(lists, asked.paymentCurrency)
  if (!currency)
    throw badInput('paymentCurrency', 'No provider of this service takes this currency.')
  if (!currency.payment_method_limits.some(({ id }) => id === asked.paymentMethod))
    throw badInput('paymentMethod', 'No provider of this service takes this way to pay.')
  throw refusal(503, 'unavailable', 'No provider gives a price for this now. Ask again in a while.')
}
