import { randomBytes } from 'node:crypto'
import { badInput, refusal, type Route, route } from '@latchkey/service-kit/http'
import { getAddress, isAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as v from 'valibot'
import { invalidOption } from '../../errors.js'
import { parseDecimal } from '../money.js'
import {
  type OnrampContext,
  type OnrampFactory,
  type OnrampProvider,
  type PurchaseCurrency,
  type UrlRequest,
} from '../provider.js'
import { ORDER_ID } from '../schemas.js'
import { createDelivery, type Delivery } from './delivery.js'
import { backToOrder, missingPage, orderPage, TEST_CARDS } from './page.js'
import { priceOf, RATES, type SandboxCoin } from './pricing.js'

export interface SandboxOptions {
  coins: readonly SandboxCoin[]
  /** Private key of the account that sends them: `0x` and 64 hex digits. */
  key: string
}

const ID = 'sandbox'
const WINDOW_MS = 60 * 60_000
const QUOTE_MS = 60_000
/** Where the page named no amount. */
const AMOUNT = '50.00'
const LIMITS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/**
 * A provider for trying out purchases: a page of this service takes test cards and sends coins of
 * test networks.
 * @throws BlockchainApiError `blockchain-api.invalid_option` where any configured chain is not marked
 * `testnet`, so that it cannot be switched on by mistake
 */
export const sandbox =
  (options: SandboxOptions): OnrampFactory =>
  (context) => {
    const coins = checkOptions(options, context)
    const account = privateKeyToAccount(options.key as Hex)
    const delivery = createDelivery(context, ID, account)
    const coinOn = (chain: string, symbol: string | undefined): SandboxCoin | undefined =>
      coins.find((coin) => coin.chain === chain && (symbol ?? coin.symbol) === coin.symbol)
    const provider: OnrampProvider = {
      id: ID,
      label: 'Sandbox',
      chains: [...new Set(coins.map(({ chain }) => chain))],
      isTest: true,
      options: async () => ({
        purchaseCurrencies: coins.map(toCurrency),
        paymentCurrencies: Object.keys(RATES).map((id) => ({ id, payment_method_limits: LIMITS })),
      }),
      async quote(request) {
        const coin = coinOn(request.network.chain_id, request.coin.symbol)
        const amounts = coin && priceOf(coin, request)
        return (
          amounts && {
            ...amounts,
            quoteId: `sandbox-${randomBytes(12).toString('hex')}`,
            ...{ expires: context.now() + QUOTE_MS, seconds: 5, identity: 'none' },
          }
        )
      },
      async url(request) {
        const coin = coinOn(request.wallet.chain, request.coin?.symbol)
        const amounts = coin && priceOf(coin, askedBy(request))
        if (!coin || !amounts) throw badInput('presetFiatAmount', 'Nothing is left after the fees.')
        const { symbol, decimals, token } = coin
        return {
          url: `${request.serviceOrigin}/sandbox/onramp/${request.orderId}`,
          expires: context.now() + WINDOW_MS,
          purchase: amounts.purchaseAmount,
          payment: amounts.paymentTotal,
          coin: { symbol, decimals, ...(token !== undefined && { token }) },
        }
      },
      // Its orders are changed here, where they are.
      events: async () => undefined,
      run: (signal) => delivery.run(signal),
      routes: pages(context, delivery),
    }
    return provider
  }

const askedBy = ({ paymentCurrency = 'USD', fiatAmount, cryptoAmount }: UrlRequest) =>
  fiatAmount === undefined && cryptoAmount !== undefined
    ? { amount: cryptoAmount, amountIn: 'purchase' as const, paymentCurrency }
    : { amount: fiatAmount ?? AMOUNT, amountIn: 'payment' as const, paymentCurrency }

const toCurrency = ({ symbol, name, chain, token }: SandboxCoin): PurchaseCurrency => ({
  id: symbol,
  name,
  symbol,
  networks: [{ name: chain, display_name: chain, chain_id: chain, contract_address: token ?? '' }],
})

const checkOptions = ({ coins, key }: SandboxOptions, { chains }: OnrampContext): SandboxCoin[] => {
  const real = chains.all.find(({ testnet }) => testnet !== true)
  if (real)
    throw invalidOption(
      `sandbox() sends coins to whoever asks, so every chain must be marked testnet. ${real.id} is not.`,
    )
  if (!/^0x[\da-f]{64}$/i.test(key))
    throw invalidOption('The key of sandbox() must be 0x and 64 hex digits.')
  return coins.map((coin) => {
    const isChain = coin.chain.startsWith('eip155:') && chains.find(coin.chain)
    if (!isChain)
      throw invalidOption(`sandbox() has a coin on ${coin.chain}, which is not configured.`)
    if (!parseDecimal(coin.price))
      throw invalidOption(`The price of ${coin.symbol} in sandbox() must be above 0, as text.`)
    if (coin.token === undefined) return coin
    if (!isAddress(coin.token, { strict: false }))
      throw invalidOption(`The token of ${coin.symbol} in sandbox() must be an address.`)
    return { ...coin, token: getAddress(coin.token.toLowerCase()) }
  })
}

const pages = (context: OnrampContext, delivery: Delivery): Route[] => {
  const path = '/sandbox/onramp/:order'
  const params = v.object({ order: ORDER_ID })
  const media = ['text/html']
  const find = async (id: string) => {
    const order = context.ids.isOwn(id) ? await context.store.orders.find(id) : undefined
    return order?.provider === ID ? order : undefined
  }
  const show = route({
    ...{ method: 'get', path, params, media, open: true },
    summary: 'The page of an order of the sandbox.',
    async handle({ params: { order: id } }) {
      const order = await find(id)
      return order ? orderPage(order) : missingPage()
    },
  })
  const act = route({
    ...{ method: 'post', path, params, media, open: true },
    summary: 'Pays an order of the sandbox with a test card, or gives it up.',
    failures: [403],
    async handle({ params: { order: id }, context: http }) {
      const site = http.req.header('sec-fetch-site')
      if (site !== undefined && site !== 'same-origin')
        throw refusal(403, 'origin', 'Only the page of the order may pay it.')
      const order = await find(id)
      if (!order) return missingPage()
      const form = new URLSearchParams(await http.req.text())
      const note = await pay(context, id, form)
      if (note !== '') return orderPage(order, note)
      delivery.wake()
      return backToOrder(`/sandbox/onramp/${id}`)
    },
  })
  return [show, act]
}

/** @returns why it was not paid; empty where it was, or is already */
const pay = async (
  { store: { orders }, now }: OnrampContext,
  id: string,
  form: URLSearchParams,
): Promise<string> => {
  const updatedAt = now()
  const order = await orders.find(id)
  const isLate = order !== undefined && order.expires < updatedAt
  if (form.get('action') === 'cancel' || isLate) {
    await orders.move(id, ['created'], { status: 'abandoned', updatedAt })
    return ''
  }
  const card = (form.get('card') ?? '').replaceAll(/[\s-]/g, '')
  if (card === TEST_CARDS.declined) return 'This card was declined. Nothing was paid.'
  if (card !== TEST_CARDS.pays && card !== TEST_CARDS.refunded)
    return 'This is not a test card. Nothing was paid.'
  const status = card === TEST_CARDS.pays ? 'paid' : 'failed'
  // The state is asked and set in one step: of two payments of one order, one is none.
  await orders.move(id, ['created'], { status, updatedAt })
  return ''
}
