import { type OnrampLists, type PaymentCurrency, type PurchaseCurrency } from './provider.js'
import { parseDecimal } from './money.js'

/** The lists of several providers as one: a coin counts by its symbol, a network by chain and contract. */
export function mergeLists(lists: readonly OnrampLists[]): OnrampLists {
  const coins = new Map<string, PurchaseCurrency>()
  const currencies = new Map<string, PaymentCurrency>()
  for (const { purchaseCurrencies, paymentCurrencies } of lists) {
    for (const coin of purchaseCurrencies) {
      const id = coin.symbol.toUpperCase()
      coins.set(id, mergeCoin(coins.get(id) ?? { ...coin, id, networks: [] }, coin))
    }
    for (const currency of paymentCurrencies) {
      const id = currency.id.toUpperCase()
      const before = currencies.get(id) ?? { id, payment_method_limits: [] }
      currencies.set(id, mergeLimits(before, currency))
    }
  }
  return {
    purchaseCurrencies: [...coins.values()],
    paymentCurrencies: [...currencies.values()],
  }
}

const mergeCoin = (one: PurchaseCurrency, { networks }: PurchaseCurrency): PurchaseCurrency => {
  const keyOf = ({ chain_id, contract_address }: PurchaseCurrency['networks'][number]): string =>
    `${chain_id}:${contract_address.toLowerCase()}`
  const known = new Set(one.networks.map(keyOf))
  return {
    ...one,
    networks: [...one.networks, ...networks.filter((each) => !known.has(keyOf(each)))],
  }
}

/** The widest bounds of each way to pay: what a provider itself takes, it says with its price. */
const mergeLimits = (
  { id, payment_method_limits: before }: PaymentCurrency,
  { payment_method_limits: more }: PaymentCurrency,
): PaymentCurrency => {
  const limits = new Map(before.map((limit) => [limit.id, limit]))
  for (const limit of more) {
    const one = limits.get(limit.id) ?? limit
    limits.set(limit.id, {
      id: limit.id,
      min: unitsOf(limit.min) < unitsOf(one.min) ? limit.min : one.min,
      max: unitsOf(limit.max) > unitsOf(one.max) ? limit.max : one.max,
    })
  }
  return { id, payment_method_limits: [...limits.values()] }
}

const unitsOf = (text: string): bigint => parseDecimal(text) ?? 0n

/** Leaves out limits that cannot be read, and coins without a network. */
export const cleanLists = ({
  purchaseCurrencies,
  paymentCurrencies,
}: OnrampLists): OnrampLists => ({
  purchaseCurrencies: purchaseCurrencies.filter(({ networks }) => networks.length > 0),
  paymentCurrencies: paymentCurrencies.map(({ id, payment_method_limits }) => ({
    id,
    payment_method_limits: payment_method_limits.filter(({ min, max }) => {
      const [least, most] = [parseDecimal(min), parseDecimal(max)]
      return least !== undefined && most !== undefined && least <= most
    }),
  })),
})

/** A coin of a list by its id or its symbol. */
export const findCoin = ({ purchaseCurrencies }: OnrampLists, asked: string) =>
  purchaseCurrencies.find(({ id }) => id === asked) ??
  purchaseCurrencies.find(({ symbol }) => symbol.toUpperCase() === asked.toUpperCase())

export const findCurrency = ({ paymentCurrencies }: OnrampLists, asked: string) =>
  paymentCurrencies.find(({ id }) => id.toUpperCase() === asked.toUpperCase())
