import { expect, it } from 'vitest'
import { INITIAL_STATE } from '../src/initialState.js'
import { FakeChain, FakeServer, held, openSite, OPTIONS, SOLANA } from './bench.js'

it('A provider that is chosen is the selected one [ONRAMP-01]', async () => {
  const { api, priced, until } = await openSite()
  expect(api.state.get().selectedProvider).toBeUndefined()
  await priced()
  api.selectProvider('meld')
  await until(() => api.state.get().selectedProvider?.name === 'meld')
  api.selectProvider('coinbase')
  await until(() => api.state.get().selectedProvider?.name === 'coinbase')
})
it('Options that were read set the currencies and the selected ones [ONRAMP-02]', async () => {
  const { api } = await openSite()
  await api.load()
  const { purchaseCurrencies, paymentCurrencies, purchaseCurrency, paymentCurrency } =
    api.state.get()
  expect(purchaseCurrencies.map(({ id }) => id)).toEqual(['eth-id', 'usdc-id'])
  expect(paymentCurrencies).toEqual(OPTIONS.paymentCurrencies)
  expect(purchaseCurrency).toEqual(OPTIONS.purchaseCurrencies[0])
  expect(paymentCurrency).toEqual(OPTIONS.paymentCurrencies[0])
})
it('The amounts of coins and of money are in the state [ONRAMP-03]', async () => {
  const { api, until } = await openSite()
  await api.load()
  api.setPurchaseAmount('0.05')
  api.setPaymentAmount('120')
  await until(() => api.state.get().paymentAmount === '120')
  expect(api.state.get().purchaseAmount).toBe('0.05')
})
it('While a price is asked for, the state says so [ONRAMP-04]', async () => {
  const answer = held<unknown>()
  const server = Object.assign(new FakeServer(), { quote: () => answer.promise })
  const { api, until } = await openSite({ server })
  await api.load()
  expect(api.state.get().quotesLoading).toBe(false)
  api.setPaymentAmount('100')
  await until(() => api.state.get().quotesLoading && server.of('/quote').length === 1)
  answer.resolve(500)
  await until(() => !api.state.get().quotesLoading)
})
it('An amount outside of the limits is an error, until it is corrected [ONRAMP-05]', async () => {
  const { api, until } = await openSite()
  await api.load()
  for (const [amount, key] of [
    ['19.99', 'onramp.belowMin'],
    ['20.00', undefined],
    ['500.01', 'onramp.aboveMax'],
    ['500', undefined],
    ['1e400', 'onramp.amountInvalid'],
  ] as const) {
    api.setPaymentAmount(amount)
    await until(() => api.state.get().paymentAmount === amount)
    expect(api.state.get().error?.key).toBe(key)
  }
  expect(api.state.get().error?.params).toMatchObject({ min: '20.00', max: '500.00' })
})
it('A reset makes the state what it was at first [ONRAMP-06]', async () => {
  const { api, priced, until } = await openSite()
  expect(api.state.get()).toEqual(INITIAL_STATE)
  await priced('300')
  api.selectProvider('meld')
  api.setPurchaseCurrency('usdc-id')
  api.setPaymentCurrency('EUR')
  api.setPurchaseAmount('3')
  await until(() => api.state.get().purchaseAmount === '3')
  api.reset()
  await until(() => api.state.get().options === 'unread')
  expect(api.state.get()).toEqual(INITIAL_STATE)
})
it('Money follows from the coins that are typed, and coins from the money', async () => {
  const { api, priced, server, until } = await openSite()
  await priced('100')
  expect(api.state.get()).toMatchObject({ purchaseAmount: '0.0300', paymentAmount: '100' })
  api.setPaymentAmount('70')
  await until(() => api.state.get().paymentAmount === '70')
  api.setPurchaseAmount('0.029')
  await until(() => api.state.get().paymentAmount === '100.00')
  expect(server.of('/quote').at(-1)?.body).toMatchObject({ amount: '0.029', amountIn: 'purchase' })
  expect(api.state.get().purchaseAmount).toBe('0.029')
})
it('Nobody is asked while somebody types: one question goes out for the last amount', async () => {
  const { api, server, until } = await openSite()
  await api.load()
  for (const amount of ['1', '10', '100', '100.5']) api.setPaymentAmount(amount)
  await until(() => api.state.get().quotedAt !== undefined && !api.state.get().quotesLoading)
  expect(server.of('/quote').map(({ body }) => body['amount'])).toEqual(['100.5'])
})
it('Another currency takes its own limits and ways to pay', async () => {
  const { api, until } = await openSite()
  await api.load()
  api.setPaymentMethod('ach_bank_account')
  await until(() => api.state.get().paymentMethod === 'ach_bank_account')
  api.setPaymentCurrency('EUR')
  await until(() => api.state.get().paymentCurrency?.id === 'EUR')
  expect(api.state.get().paymentMethod).toBe('card')
})
it('The language of the visitor names the currency at first', async () => {
  const { api } = await openSite({ kernel: { locale: 'de-AT' } })
  await api.load()
  expect(api.state.get().paymentCurrency?.id).toBe('EUR')
})
it('A provider is there only where the site, its remote configuration and the server name it', async () => {
  const names = async (options: Parameters<typeof openSite>[0]): Promise<string[]> => {
    const { api } = await openSite(options)
    await api.load()
    return api.state.get().offers.map(({ provider }) => provider.name)
  }
  expect(await names({})).toEqual(['coinbase', 'meld'])
  expect(await names({ options: { providers: ['meld'] } })).toEqual(['meld'])
  expect(await names({ kernel: { remoteFeatures: { onramp: ['coinbase'] } } })).toEqual([
    'coinbase',
  ])
  expect(await names({ kernel: { remoteFeatures: { onramp: false } } })).toEqual([])
  const one = Object.assign(new FakeServer(), {
    options: () => ({ ...OPTIONS, providers: OPTIONS.providers.slice(1) }),
  })
  expect(await names({ server: one })).toEqual(['meld'])
})
it('A remote configuration that comes later takes providers away', async () => {
  const { api, kernel, until } = await openSite()
  await api.load()
  kernel.setOptions({ remoteFeatures: { onramp: ['meld'] } })
  await until(() => api.state.get().offers.length === 1)
  expect(api.state.get().offers[0]?.provider.name).toBe('meld')
})
it('Without a server Meld is there by its public key alone, with the coin that its address names', async () => {
  const bare = await openSite({ server: null })
  expect(bare.api.canBuy()).toBe(false)
  const options = { meldPublicKey: 'key', projectId: 'shop-1' }
  const { api, popups, priced, until } = await openSite({ server: null, options })
  await priced()
  expect(api.state.get().offers).toMatchObject([{ provider: { name: 'meld' }, status: 'unpriced' }])
  expect(api.state.get().purchaseCurrency?.symbol).toBe('USDC')
  await api.buy()
  await until(() => popups[0]?.addresses.length)
  const url = new URL(popups[0]!.addresses[0]!)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    publicKey: 'key',
    destinationCurrencyCode: 'USDC',
    externalCustomerId: 'shop-1',
  })
})
it('On Solana Meld sells SOL', async () => {
  const chain = new FakeChain('solana', [SOLANA.slice('solana:'.length)])
  const { api } = await openSite({ chain })
  await api.load()
  expect(api.state.get().purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['SOL'])
  expect(api.state.get().offers.map(({ provider }) => provider.name)).toEqual(['meld'])
})
it('Another network takes its own coins, and prices of before are gone', async () => {
  const { api, kernel, priced, until } = await openSite()
  await priced()
  await kernel.switchNetwork('eip155:2')
  await until(() => api.state.get().network?.id === 'eip155:2')
  expect(api.state.get().purchaseCurrencies.map(({ id }) => id)).toEqual(['eth-id'])
  expect(api.state.get().offers.every(({ status }) => status !== 'quoted')).toBe(true)
  await until(() => api.state.get().offers[0]?.status === 'quoted')
  expect(api.state.get().offers.map(({ provider }) => provider.name)).toEqual(['coinbase'])
})
