import * as v from 'valibot'
import { createAskJson } from '../askJson.js'
import { type OrderRow, type OrderStatus } from '../store/store.js'
import { type CoinbaseKey, createCoinbaseToken } from './coinbaseToken.js'
import {
  type Money,
  type OnrampFactory,
  type OnrampLists,
  type OnrampProvider,
  type Price,
  type UrlRequest,
} from './provider.js'

export interface CoinbaseOptions extends CoinbaseKey {
  /** ISO 3166-1 of the buyers, which Coinbase's lists and prices are for. */
  country?: string
  /** ISO 3166-2, such as `CA`: Coinbase wants it for prices in the US. */
  subdivision?: string
  /** For tests: `https://api.developer.coinbase.com`. */
  url?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** Coinbase's names of networks, by CAIP-2 id. */
const NETWORKS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:80094': 'berachain',
}
const METHODS: Readonly<Record<string, string>> = {
  card: 'CARD',
  ach_bank_account: 'ACH_BANK_ACCOUNT',
}
/** A session token is good for so long, and for one window. */
const TOKEN_MS = 5 * 60_000

const TEXT = v.pipe(v.string(), v.maxLength(200))
const DECIMAL = v.pipe(v.string(), v.regex(/^\d{1,18}(?:\.\d{1,18})?$/))
/** Older answers say `amount`. */
const MONEY = v.pipe(
  v.object({ value: v.optional(DECIMAL), amount: v.optional(DECIMAL), currency: TEXT }),
  v.check(({ value, amount }) => (value ?? amount) !== undefined),
  v.transform(({ value, amount, currency }): Money => ({
    amount: value ?? amount ?? '',
    currency,
  })),
)
const LIMIT = v.object({ id: TEXT, min: DECIMAL, max: DECIMAL })
const optionsSchema = v.object({
  payment_currencies: v.array(
    v.object({
      id: TEXT,
      payment_method_limits: v.optional(v.array(LIMIT)),
      limits: v.optional(v.array(LIMIT)),
    }),
  ),
  purchase_currencies: v.array(
    v.object({
      id: TEXT,
      name: TEXT,
      symbol: TEXT,
      networks: v.array(
        v.object({
          name: TEXT,
          display_name: TEXT,
          chain_id: v.optional(v.nullable(v.union([TEXT, v.number()]))),
          contract_address: v.optional(v.nullable(TEXT)),
        }),
      ),
    }),
  ),
})
const quoteSchema = v.object({
  payment_total: MONEY,
  payment_subtotal: MONEY,
  purchase_amount: MONEY,
  coinbase_fee: MONEY,
  network_fee: MONEY,
  quote_id: v.pipe(v.string(), v.maxLength(200), v.regex(/^[\x21-\x7e]+$/)),
})
const tokenSchema = v.object({ token: v.pipe(v.string(), v.maxLength(2000), v.minLength(1)) })
const transactionsSchema = v.object({
  transactions: v.array(
    v.object({
      status: TEXT,
      tx_hash: v.optional(v.nullable(v.string())),
      wallet_address: TEXT,
      purchase_network: v.optional(v.nullable(TEXT)),
      purchase_amount: v.optional(v.nullable(MONEY)),
      payment_total: v.optional(v.nullable(MONEY)),
    }),
  ),
})
type Transaction = v.InferOutput<typeof transactionsSchema>['transactions'][number]

/**
 * Coinbase Onramp, by session tokens. Tested against a fake with the shapes of its public documentation,
 * not against the service.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const coinbase =
  (options: CoinbaseOptions): OnrampFactory =>
  ({ now }) => {
    const { country = 'US', subdivision } = options
    const ask = createAsk(options, now)
    const provider: OnrampProvider = {
      id: 'coinbase',
      label: 'Coinbase',
      chains: Object.keys(NETWORKS),
      origin: 'https://pay.coinbase.com',
      async options(signal) {
        const query = { country, ...(subdivision !== undefined && { subdivision }) }
        const path = `/onramp/v1/buy/options?${new URLSearchParams(query)}`
        return toLists(await ask(path, undefined, optionsSchema, signal))
      },
      async quote({ coin, network, paymentCurrency, paymentMethod, amount, amountIn }, signal) {
        // Coinbase takes what is paid, and nothing else.
        if (amountIn !== 'payment') return undefined
        const body = {
          purchase_currency: coin.id,
          purchase_network: NETWORKS[network.chain_id],
          payment_amount: amount,
          payment_currency: paymentCurrency,
          payment_method: METHODS[paymentMethod] ?? paymentMethod.toUpperCase(),
          country,
          ...(subdivision !== undefined && { subdivision }),
        }
        return toPrice(await ask('/onramp/v1/buy/quote', body, quoteSchema, signal))
      },
      async url(request, signal) {
        const body = { addresses: toAddresses(request.wallets), clientIp: request.clientIp }
        const { token } = await ask('/onramp/v1/token', body, tokenSchema, signal)
        return { url: windowOf(token, request), expires: now() + TOKEN_MS }
      },
      async events(order, signal) {
        const path = `/onramp/v1/buy/user/${encodeURIComponent(order.id)}/transactions?page_size=1`
        const { transactions } = await ask(path, undefined, transactionsSchema, signal)
        const [last] = transactions
        return last && isOf(order, last) ? toEvent(last) : undefined
      },
    }
    return provider
  }

const createAsk = (options: CoinbaseOptions, now: () => number) => {
  const { url = 'https://api.developer.coinbase.com', fetch } = options
  const tokenOf = createCoinbaseToken(options, now)
  const ask = createAskJson(fetch)
  return async <Answer>(
    path: string,
    body: object | undefined,
    schema: v.GenericSchema<unknown, Answer>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const target = new URL(path, url)
    const bearer = await tokenOf(body ? 'POST' : 'GET', target)
    const headers = { authorization: `Bearer ${bearer}` }
    return ask({ url: target, headers, signal, schema, ...(body && { body }) })
  }
}

const toLists = ({
  payment_currencies,
  purchase_currencies,
}: v.InferOutput<typeof optionsSchema>): OnrampLists => ({
  paymentCurrencies: payment_currencies.map(({ id, payment_method_limits, limits }) => ({
    id,
    payment_method_limits: payment_method_limits ?? limits ?? [],
  })),
  purchaseCurrencies: purchase_currencies.flatMap(({ networks, ...coin }) => {
    const known = networks.flatMap(({ name, display_name, chain_id, contract_address }) => {
      const id = `eip155:${chain_id}`
      if (!Object.hasOwn(NETWORKS, id)) return []
      return [{ name, display_name, chain_id: id, contract_address: contract_address ?? '' }]
    })
    return known.length > 0 ? [{ ...coin, networks: known }] : []
  }),
})

const toPrice = (quote: v.InferOutput<typeof quoteSchema>): Price => ({
  coinbaseFee: quote.coinbase_fee,
  networkFee: quote.network_fee,
  paymentSubtotal: quote.payment_subtotal,
  paymentTotal: quote.payment_total,
  purchaseAmount: quote.purchase_amount,
  quoteId: quote.quote_id,
  identity: 'once',
})

/** Each address once, with the networks that it is for. */
const toAddresses = (wallets: UrlRequest['wallets']) => {
  const networks = new Map<string, string[]>()
  for (const { chain, address } of wallets) {
    const name = NETWORKS[chain]
    if (name !== undefined) networks.set(address, [...(networks.get(address) ?? []), name])
  }
  return [...networks].map(([address, blockchains]) => ({ address, blockchains }))
}

const windowOf = (token: string, request: UrlRequest): string => {
  const { wallet, coin, paymentCurrency, paymentMethod, fiatAmount, cryptoAmount } = request
  const url = new URL('https://pay.coinbase.com/buy/select-asset')
  const query = {
    sessionToken: token,
    partnerUserRef: request.orderId,
    defaultNetwork: NETWORKS[wallet.chain],
    defaultExperience: 'buy',
    defaultAsset: coin?.symbol,
    fiatCurrency: paymentCurrency,
    defaultPaymentMethod: paymentMethod === undefined ? undefined : METHODS[paymentMethod],
    presetFiatAmount: fiatAmount,
    presetCryptoAmount: fiatAmount === undefined ? cryptoAmount : undefined,
  }
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

const isOf = ({ address, chain }: OrderRow, { wallet_address, purchase_network }: Transaction) =>
  wallet_address.toLowerCase() === address.toLowerCase() &&
  (!purchase_network || purchase_network === NETWORKS[chain])

const HASH = /^0x[\da-f]{64}$/i
const toEvent = ({ status, tx_hash, purchase_amount, payment_total }: Transaction) => {
  const hash = tx_hash && HASH.test(tx_hash) ? tx_hash : undefined
  return {
    status: statusOf(status.replace('ONRAMP_TRANSACTION_STATUS_', ''), hash),
    ...(hash !== undefined && { hash }),
    ...(purchase_amount && { purchase: purchase_amount }),
    ...(payment_total && { payment: payment_total }),
  }
}

const statusOf = (status: string, hash: string | undefined): OrderStatus => {
  if (status === 'SUCCESS') return 'done'
  if (status === 'FAILED') return 'failed'
  if (status === 'IN_PROGRESS') return hash === undefined ? 'paid' : 'sent'
  return 'created'
}
