import * as v from 'valibot'
import { ADDRESS, CAIP2, CHAINS, entriesOf, ID, NAME } from './fields.js'
import type {
  OnrampAmount,
  OnrampLimit,
  OnrampNetwork,
  OnrampOptions,
  OnrampOrder,
  OnrampPaymentCurrency,
  OnrampPurchaseCurrency,
  OnrampQuote,
  OnrampQuoteQuery,
  OnrampQuotes,
  OnrampServerProvider,
  OnrampUrl,
} from './onrampTypes.js'

/** Decimals that amounts are added with. */
const SCALE = 18
/** Half a cent in that scale. */
const HALF_CENT = 5n * 10n ** BigInt(SCALE - 3)
const MAX_URL = 4_000

const DECIMAL = v.pipe(v.string(), v.regex(/^\d{1,30}(?:\.\d{1,18})?$/))
const AMOUNT = v.object({ amount: DECIMAL, currency: ID })
const MOMENT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const HASH = v.pipe(v.string(), v.regex(/^(?:0x[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,90})$/i))

const NETWORK = v.object({
  name: NAME,
  display_name: NAME,
  chain_id: CAIP2,
  contract_address: v.union([v.literal(''), ID]),
})
const PURCHASE = v.object({ id: ID, name: NAME, symbol: NAME, networks: v.array(v.unknown()) })
const LIMIT = v.pipe(
  v.object({ id: ID, min: DECIMAL, max: DECIMAL }),
  v.check(({ min, max }) => unitsOf(min) <= unitsOf(max)),
)
const PAYMENT = v.object({ id: ID, payment_method_limits: v.array(v.unknown()) })
const PROVIDER = v.object({
  id: ID,
  label: NAME,
  chains: CHAINS,
  origin: v.pipe(v.string(), v.check(isOrigin)),
  quotes: v.boolean(),
  orders: v.boolean(),
  test: v.boolean(),
})

function unitsOf(decimal: string): bigint {
  const [whole = '', part = ''] = decimal.split('.')
  return BigInt(whole + part.padEnd(SCALE, '0'))
}

/** On this machine a window may come without encryption, as a sandbox's does. */
const isLocal = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && (url.protocol === 'https:' || isLocal(url))
}

/** Reads the answer of `GET /v1/onramp/options`. */
export const onrampOptionsOf = (answer: unknown): OnrampOptions => ({
  purchaseCurrencies: entriesOf(answer, 'purchaseCurrencies', PURCHASE).map(
    (currency): OnrampPurchaseCurrency => ({
      ...currency,
      networks: entriesOf<OnrampNetwork>(currency, 'networks', NETWORK),
    }),
  ),
  paymentCurrencies: entriesOf(answer, 'paymentCurrencies', PAYMENT).map(
    (currency): OnrampPaymentCurrency => ({
      ...currency,
      payment_method_limits: entriesOf<OnrampLimit>(currency, 'payment_method_limits', LIMIT),
    }),
  ),
  providers: entriesOf(answer, 'providers', PROVIDER) as OnrampServerProvider[],
})

const QUOTE = v.object({
  coinbaseFee: AMOUNT,
  networkFee: AMOUNT,
  paymentSubtotal: AMOUNT,
  paymentTotal: AMOUNT,
  purchaseAmount: AMOUNT,
  quoteId: ID,
  provider: ID,
  expires: v.exactOptional(MOMENT),
  seconds: v.exactOptional(MOMENT),
  identity: v.exactOptional(v.picklist(['none', 'once', 'always'])),
})

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

type AskedQuote = Pick<OnrampQuoteQuery, 'purchaseCurrency' | 'paymentCurrency' | 'provider'>

/** Whether a price is in the currencies that were asked for, and its sum adds up to the cent. */
const isSound =
  (asked: AskedQuote) =>
  ({ provider, ...quote }: OnrampQuote): boolean => {
    const { coinbaseFee, networkFee, paymentSubtotal, paymentTotal, purchaseAmount } = quote
    const paid: readonly OnrampAmount[] = [coinbaseFee, networkFee, paymentSubtotal, paymentTotal]
    const parts = [coinbaseFee, networkFee, paymentSubtotal].map(({ amount }) => unitsOf(amount))
    const rest = unitsOf(paymentTotal.amount) - parts.reduce((sum, part) => sum + part, 0n)
    return (
      paid.every(({ currency }) => isSame(currency, asked.paymentCurrency)) &&
      isSame(purchaseAmount.currency, asked.purchaseCurrency) &&
      (asked.provider === undefined || asked.provider === provider) &&
      rest <= HALF_CENT &&
      rest >= -HALF_CENT
    )
  }

/** Reads the answer of `POST /v1/onramp/quote`. @throws where no price in it is sound */
export const onrampQuotesOf =
  (asked: AskedQuote) =>
  (answer: unknown): OnrampQuotes => {
    const first = v.parse(QUOTE, answer) as OnrampQuote
    const isList = Array.isArray((answer as { quotes?: unknown }).quotes)
    const all = isList ? (entriesOf(answer, 'quotes', QUOTE) as OnrampQuote[]) : [first]
    const quotes = all.filter(isSound(asked))
    const [best] = quotes
    if (!best) throw new TypeError('Expected a price in the currencies that were asked for.')
    return { ...best, quotes }
  }

const LINK = v.object({
  url: v.pipe(v.string(), v.maxLength(MAX_URL)),
  provider: ID,
  orderId: ID,
  expires: MOMENT,
})

/**
 * Reads the answer of `POST /v1/generators/onrampurl`.
 * @throws where the address is elsewhere than at `origin`, or names another wallet
 */
export const onrampUrlOf =
  (origin: string, wallets: readonly string[], provider?: string) =>
  (answer: unknown): OnrampUrl => {
    const link = v.parse(LINK, answer)
    const url = new URL(link.url)
    const named = decodeURIComponent(link.url).match(/0x[\da-f]{40}(?![\da-f])/gi) ?? []
    if (
      !isOrigin(origin) ||
      url.origin !== origin ||
      url.username + url.password !== '' ||
      (provider !== undefined && provider !== link.provider) ||
      !named.every((address) => wallets.some((wallet) => isSame(addressOf(wallet), address)))
    )
      throw new TypeError('Expected an address of the provider, for the wallets that were named.')
    return link
  }

const addressOf = (wallet: string): string => wallet.slice(wallet.lastIndexOf(':') + 1)

const ORDER = v.object({
  id: ID,
  provider: ID,
  status: v.picklist(['created', 'paid', 'sent', 'done', 'failed', 'refunded', 'abandoned']),
  chainId: CAIP2,
  address: v.union([ADDRESS, ID]),
  purchase: v.exactOptional(AMOUNT),
  payment: v.exactOptional(AMOUNT),
  hash: v.exactOptional(HASH),
  createdAt: MOMENT,
  updatedAt: MOMENT,
})

/** Reads the answer of `GET /v1/onramp/orders/{id}`. @throws where it is another order */
export const onrampOrderOf =
  (orderId: string) =>
  (answer: unknown): OnrampOrder => {
    const order = v.parse(ORDER, answer)
    if (order.id !== orderId) throw new TypeError('Expected the order that was asked for.')
    return order
  }
