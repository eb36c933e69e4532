import { inTime } from '@latchkey/service-kit'
import { type Route, badInput, refusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { readAddress } from '../accounts.js'
import { familyOf } from '../chains.js'
import { type ApiContext } from '../context.js'
import { findCoin, findCurrency } from '../onramp/lists.js'
import { checkLimit, type Offer } from '../onramp/prices.js'
import { type ProviderUrl, type UrlRequest } from '../onramp/provider.js'
import * as schemas from '../onramp/schemas.js'
import { textOf } from '../schemas.js'
import { type OrderRow } from '../store/store.js'

type Body = v.InferOutput<typeof schemas.urlBody>
type Wallet = UrlRequest['wallet']

const URL_MS = 5000
/** An order that nobody paid by then is given up. */
const ORDER_MS = 60 * 60_000

export const onrampRoutes = (context: ApiContext): Route[] => [
  options(context),
  quote(context),
  url(context),
  order(context),
  ...context.onramp.routes(),
]

const options = ({ onramp, serviceOrigin }: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/onramp/options',
    summary: 'The coins that can be bought, the currencies to pay with, and who sells them.',
    answer: schemas.optionsAnswer,
    failures: [503],
    async handle() {
      const { purchaseCurrencies, paymentCurrencies } = await onramp.lists()
      return {
        purchaseCurrencies: purchaseCurrencies.map(({ id, name, symbol, networks }) => ({
          ...{ id, name, symbol },
          networks: networks.map((network) => ({ ...network })),
        })),
        paymentCurrencies: paymentCurrencies.map(({ id, payment_method_limits }) => ({
          id,
          payment_method_limits: payment_method_limits.map((limit) => ({ ...limit })),
        })),
        providers: onramp.providers.map((provider) => ({
          id: provider.id,
          label: provider.label,
          chains: [...provider.chains],
          origin: provider.origin ?? serviceOrigin(),
          quotes: provider.quote !== undefined,
          orders: provider.events !== undefined,
          test: provider.isTest === true,
        })),
      }
    },
  })

const quote = ({ onramp }: ApiContext): Route =>
  route({
    method: 'post',
    path: '/v1/onramp/quote',
    summary: 'What an amount of money buys, of all providers, fees and all.',
    body: schemas.quoteBody,
    answer: schemas.quoteAnswer,
    failures: [503],
    async handle({ body }) {
      const quotes = (await onramp.prices(body, body.provider)).map((price) => ({ ...price }))
      const [best] = quotes
      if (!best) throw refusal(503, 'unavailable', 'No provider gives a price now.')
      return { ...best, quotes }
    },
  })

const url = (context: ApiContext): Route =>
  route({
    method: 'post',
    path: '/v1/generators/onrampurl',
    summary: 'Begins an order, and gives the address of a window of its provider.',
    body: schemas.urlBody,
    answer: schemas.urlAnswer,
    failures: [503],
    async handle({ body, context: http }) {
      const project = http.req.query('projectId') ?? body.projectId ?? ''
      const wallets = body.destinationWallets.map((text, at) =>
        readWallet(context, `destinationWallets.${at}`, text),
      )
      const wallet = chooseWallet(wallets, body.defaultNetwork)
      const offer = await chooseOffer(context, wallet, body)
      const request: UrlRequest = {
        ...{ wallets, wallet, projectId: project, partnerUserId: body.partnerUserId },
        ...readChoice(offer, wallet, body),
        orderId: context.onramp.ids.create(),
        clientIp: context.clientIp(http),
        serviceOrigin: context.serviceOrigin(),
      }
      const made = await ask(context, offer, request)
      const now = context.now()
      await context.store.orders.add({
        ...{ id: request.orderId, project, provider: offer.provider.id },
        ...{ chain: wallet.chain, address: wallet.address, status: 'created' },
        ...(made.coin ? { coin: made.coin } : coinOf(context, request)),
        ...(made.purchase && { purchase: made.purchase }),
        ...(made.payment && { payment: made.payment }),
        ...{ expires: now + ORDER_MS, createdAt: now, updatedAt: now },
      })
      return {
        url: made.url,
        provider: offer.provider.id,
        orderId: request.orderId,
        expires: made.expires,
      }
    },
  })

const order = ({ onramp }: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/onramp/orders/:order',
    summary: 'How far an order is.',
    params: v.object({ order: schemas.ORDER_ID }),
    query: v.object({ projectId: v.optional(textOf(128)) }),
    answer: schemas.orderAnswer,
    failures: [404],
    async handle({ params, query }) {
      const found = await onramp.order(params.order, query.projectId ?? '')
      if (!found) throw refusal(404, 'order', 'There is no such order. Begin a new one.')
      return toAnswer(found)
    },
  })

const toAnswer = ({ chain, ...row }: OrderRow): v.InferOutput<typeof schemas.orderAnswer> => ({
  id: row.id,
  provider: row.provider,
  status: row.status,
  chainId: chain,
  address: row.address,
  ...(row.purchase && { purchase: row.purchase }),
  ...(row.payment && { payment: row.payment }),
  ...(row.hash !== undefined && { hash: row.hash }),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** A wallet as CAIP-10, on a chain that a provider sells on. @throws Refusal 400 */
const readWallet = ({ onramp }: ApiContext, field: string, text: string): Wallet => {
  if (!/^[^:]+:[^:]+:[^:]+$/.test(text))
    throw badInput(field, 'A wallet must be CAIP-10, for example eip155:1:0x….')
  const chain = text.slice(0, text.lastIndexOf(':'))
  const isSold = onramp.providers.some((provider) => provider.chains.includes(chain))
  if (!isSold) throw badInput(field, 'No provider of this service sells on this network.')
  const family = familyOf(chain) === 'solana' ? 'solana' : 'eip155'
  const address = readAddress(family, text.slice(chain.length + 1))
  if (address === undefined)
    throw badInput(field, `This must have an address of ${family}, with a right checksum.`)
  return { chain, address }
}

const chooseWallet = (wallets: readonly Wallet[], network: string | undefined): Wallet => {
  const wallet = network === undefined ? wallets[0] : wallets.find(({ chain }) => chain === network)
  if (!wallet) throw badInput('defaultNetwork', 'None of the wallets is on this network.')
  return wallet
}

const chooseOffer = async (
  { onramp }: ApiContext,
  { chain }: Wallet,
  { provider: id }: Body,
): Promise<Offer> => {
  const able = onramp.providers.filter(({ chains }) => chains.includes(chain))
  const provider = id === undefined ? able[0] : able.find((one) => one.id === id)
  if (!provider) throw badInput('provider', 'This service has no such provider on this network.')
  const offer = (await onramp.offers()).find((one) => one.provider.id === provider.id)
  if (!offer) throw refusal(503, 'unavailable', 'The provider does not answer now.')
  return offer
}

/** The choices of the page, in the provider's own words. @throws Refusal 400 */
const readChoice = ({ lists }: Offer, { chain }: Wallet, body: Body) => {
  const { purchaseCurrency, paymentCurrency, paymentMethod } = body
  const coin = purchaseCurrency === undefined ? undefined : findCoin(lists, purchaseCurrency)
  if (purchaseCurrency !== undefined && !coin?.networks.some(({ chain_id }) => chain_id === chain))
    throw badInput('purchaseCurrency', 'The provider does not sell this coin on this network.')
  const currency = paymentCurrency === undefined ? undefined : findCurrency(lists, paymentCurrency)
  if (paymentCurrency !== undefined && !currency)
    throw badInput('paymentCurrency', 'The provider does not take this currency.')
  const limit = currency?.payment_method_limits.find(({ id }) => id === (paymentMethod ?? 'card'))
  if (paymentMethod !== undefined && currency && !limit)
    throw badInput('paymentMethod', 'The provider does not take this way to pay.')
  if (body.presetFiatAmount !== undefined && currency && limit)
    checkLimit('presetFiatAmount', body.presetFiatAmount, limit, currency.id)
  return {
    ...(coin && { coin }),
    ...(currency && { paymentCurrency: currency.id }),
    ...(paymentMethod !== undefined && { paymentMethod }),
    ...(body.presetFiatAmount !== undefined && { fiatAmount: body.presetFiatAmount }),
    ...(body.presetCryptoAmount !== undefined && { cryptoAmount: body.presetCryptoAmount }),
  }
}

/** Asks for the window, and believes only an address of the provider's own, for the wallets named. */
const ask = async (
  { log, serviceOrigin }: ApiContext,
  { provider }: Offer,
  request: UrlRequest,
): Promise<ProviderUrl> => {
  const refuse = (why: string): never => {
    log('warn', 'onramp.failed', { provider: provider.id, error: why })
    throw refusal(503, 'unavailable', 'The provider gives no window now. Ask again in a while.')
  }
  const made = await inTime(URL_MS, (signal) => provider.url(request, signal)).catch(
    (error: unknown) => refuse(error instanceof Error ? error.name : 'unknown'),
  )
  const target = URL.canParse(made.url) ? new URL(made.url) : undefined
  const named = /0x[\da-f]{40}(?![\da-f])/gi
  const isOwn = (address: string): boolean =>
    request.wallets.some((wallet) => wallet.address.toLowerCase() === address.toLowerCase())
  const isAllowed =
    target?.origin === (provider.origin ?? serviceOrigin()) &&
    (target.protocol === 'https:' || provider.origin === undefined) &&
    target.username + target.password === '' &&
    (decoded(made.url).match(named) ?? []).every(isOwn)
  return isAllowed ? made : refuse('address_refused')
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** How the coin that is bought is counted, where this service's own chains know it. */
const coinOf = (
  { chains }: ApiContext,
  { coin, wallet: { chain } }: UrlRequest,
): Pick<OrderRow, 'coin'> => {
  const config = chains.find(chain)
  const network = coin?.networks.find(({ chain_id }) => chain_id === chain)
  if (!config || !coin || !network) return {}
  const token = network.contract_address
  if (token === '')
    return { coin: { symbol: coin.symbol, decimals: config.nativeCurrency.decimals } }
  const listed = config.tokens?.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  return listed ? { coin: { symbol: coin.symbol, decimals: listed.decimals, token } } : {}
}
