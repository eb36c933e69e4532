import { isLatchkeyError } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { ESTIMATE_ID } from '../src/quotes/estimate.js'
import { ALICE, FakeServer, openSite, OPTIONS, quote } from './bench.js'

it('A coin that can be bought has an id, a name, a symbol and networks [ENT-26]', async () => {
  const { api } = await openSite()
  await api.load()
  for (const currency of api.state.get().purchaseCurrencies)
    expect(Object.keys(currency).sort()).toEqual(['id', 'name', 'networks', 'symbol'])
  expect(api.state.get().purchaseCurrencies).toHaveLength(2)
})
it('A network of such a coin has a name, a shown name, its chain and the contract [ENT-27]', async () => {
  const { api } = await openSite()
  await api.load()
  const networks = api.state.get().purchaseCurrencies.flatMap((each) => each.networks)
  for (const network of networks)
    expect(Object.keys(network).sort()).toEqual([
      'chain_id',
      'contract_address',
      'display_name',
      'name',
    ])
  expect(networks).toHaveLength(3)
})
it('A currency to pay with has an id, and limits with an id, a least and a most [ENT-28]', async () => {
  const { api } = await openSite()
  await api.load()
  for (const { payment_method_limits, ...rest } of api.state.get().paymentCurrencies) {
    expect(Object.keys(rest)).toEqual(['id'])
    for (const limit of payment_method_limits)
      expect(Object.keys(limit).sort()).toEqual(['id', 'max', 'min'])
    expect(payment_method_limits).not.toEqual([])
  }
})
it('A quote has all six fields, and one that lacks a field is refused [ENT-29]', async () => {
  const site = await openSite()
  await site.priced()
  const six = [
    'coinbaseFee',
    'networkFee',
    'paymentSubtotal',
    'paymentTotal',
    'purchaseAmount',
    'quoteId',
  ]
  expect(Object.keys(await site.api.quote())).toEqual(expect.arrayContaining(six))
  for (const missing of six) {
    const { [missing]: _, ...rest } = quote('coinbase', '100.00', '0.03')
    site.server.quote = () => ({ ...rest, quotes: [rest] })
    site.api.refresh()
    await site.until(() => site.api.state.get().quotesLoading)
    expect((await site.api.quote()).quoteId).toBe(ESTIMATE_ID)
  }
})

it('The address of a window is asked for with all that the server needs [API-35]', async () => {
  const { api, priced, server, popups, until } = await openSite()
  await priced('100')
  await api.buy()
  await until(() => popups[0]?.addresses.length)
  const [asked] = server.of('/v1/generators/onrampurl')
  expect(asked?.method).toBe('POST')
  expect(asked?.body).toMatchObject({
    destinationWallets: [`eip155:1:${ALICE}`],
    defaultNetwork: 'eip155:1',
    partnerUserId: expect.stringMatching(/^[\w-]{1,50}$/),
    defaultExperience: 'buy',
    presetCryptoAmount: '0.0300',
    presetFiatAmount: '100.00',
  })
  expect(popups[0]?.addresses).toEqual([
    'https://pay.coinbase.com/buy/select-asset?sessionToken=token-order-1',
  ])
})
it('The options are asked for with the query of every call alone, and both lists are read [API-37]', async () => {
  const { api, server } = await openSite()
  await api.load()
  const [asked] = server.of('/v1/onramp/options')
  expect(asked?.method).toBe('GET')
  expect([...asked!.url.searchParams.keys()].sort()).toEqual(['projectId', 'st', 'sv'])
  expect(api.state.get()).toMatchObject({
    purchaseCurrencies: OPTIONS.purchaseCurrencies.slice(0, 2),
    paymentCurrencies: OPTIONS.paymentCurrencies,
  })
})
it('A price is asked for by coin, currency, amount and network, and its fields are read [API-39]', async () => {
  const { api, priced, server } = await openSite()
  await priced('100')
  const [asked] = server.of('/v1/onramp/quote')
  expect(asked?.method).toBe('POST')
  expect(asked?.body).toMatchObject({
    purchaseCurrency: 'ETH',
    paymentCurrency: 'USD',
    amount: '100',
    network: 'eip155:1',
  })
  expect(await api.quote()).toEqual({
    coinbaseFee: { amount: '1.00', currency: 'USD' },
    networkFee: { amount: '0.50', currency: 'USD' },
    paymentSubtotal: { amount: '98.50', currency: 'USD' },
    paymentTotal: { amount: '100.00', currency: 'USD' },
    purchaseAmount: { amount: '0.0300', currency: 'ETH' },
    quoteId: 'quote-of-coinbase',
  })
})

it('Options that cannot be read are USDC, ETH, USD and EUR [ONRAMP-09]', async () => {
  const server = new FakeServer()
  server.options = () => 500
  const { api, until } = await openSite({ server })
  await api.load()
  const { purchaseCurrencies, paymentCurrencies, options } = api.state.get()
  expect(options).toBe('defaults')
  expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
  expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  server.options = () => OPTIONS
  api.refresh()
  await until(() => api.state.get().options === 'read')
  expect(api.state.get().paymentCurrencies).toHaveLength(3)
})
it('An estimate is in no state, no address, no body and no storage, and nothing can be bought by it', async () => {
  const server = Object.assign(new FakeServer(), { quote: () => 500 })
  const { api, priced, storage, popups } = await openSite({ server })
  const states: string[] = []
  api.state.subscribe((state) => states.push(JSON.stringify(state)))
  await priced('100')
  const made = await api.quote()
  expect(made.quoteId).toBe(ESTIMATE_ID)
  const error = await api.buy().catch((thrown: unknown) => thrown)
  expect(isLatchkeyError(error, 'onramp.no_price')).toBe(true)
  expect(popups).toEqual([])
  const left = [
    ...states,
    ...server.asked.flatMap(({ url, body }) => [url.href, JSON.stringify(body)]),
    JSON.stringify(storage.entries()),
  ].join('\n')
  expect(states.length).toBeGreaterThan(0)
  expect(left).not.toContain('latchkey:estimate')
  expect(server.of('/onrampurl')).toEqual([])
})
