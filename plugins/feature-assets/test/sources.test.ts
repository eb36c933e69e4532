import { expect, it } from 'vitest'
import { BOB, balance, coin, FakeChain, FakeServer, GOLD, held, openSite } from './bench.js'

const TOAST = 'Token Balance Unavailable'
const amount = { value: 10n ** 18n, decimals: 18, symbol: 'TKN' }
/** A chain whose wallet lists these assets. */
const listing = (assets: FakeChain['assets']): FakeChain =>
  Object.assign(new FakeChain(), {
    capabilities: { '0x1': { assetDiscovery: { supported: true } } },
    assets,
  })

it("A token of the server with an empty address does not take the coin's place", async () => {
  const server = new FakeServer()
  server.balances = () => [balance({ address: 'eip155:1:', name: 'Fake' }), coin()]
  const { api, names } = await openSite({ server })
  await api.tokens()
  expect(names()).toEqual(['Ether'])
})
it("A token of the wallet with an empty address does not take the coin's place", async () => {
  const chain = listing([{ token: '', name: 'Fake', amount }])
  const { api, names } = await openSite({ chain, server: null })
  await api.tokens()
  expect(names()).toEqual(['Ether'])
})

it("A node that hangs does not delay the server's answer", async () => {
  const chain = new FakeChain()
  Object.assign(chain.adapter, { read: () => new Promise(() => undefined) })
  const listed = {
    network: 'eip155:1',
    address: BOB,
    name: 'L',
    symbol: 'L',
    decimals: 18,
  } as const
  const { api, names } = await openSite({ chain, options: { tokens: [listed] } })
  await api.tokens()
  expect(names()).toEqual(['Ether', 'Gold'])
})
it('The list of the server is shown while the node is asked for its coin', async () => {
  const chain = new FakeChain()
  const answer = held<typeof amount>()
  Object.assign(chain.adapter, { balance: () => answer.promise })
  const server = new FakeServer()
  server.balances = () => [balance()]
  const { api, names, until } = await openSite({ chain, server })
  const reading = api.tokens()
  await until(() => names().length)
  expect(names()).toEqual(['Gold'])
  expect(api.state.get().loading).toBe(true)
  answer.resolve(amount)
  expect((await reading).map(({ name }) => name)).toEqual(['Ether', 'Gold'])
})
it('The coin is shown although the server fails, and the failure is said', async () => {
  const server = new FakeServer()
  server.balances = () => 500
  const { api, names, toasts } = await openSite({ server })
  await api.refresh()
  expect(names()).toEqual(['Ether'])
  expect(api.state.get().tokens[0]!.origin).toBe('network')
  expect(api.state.get().lastRetry).toBeDefined()
  expect(toasts).toEqual([TOAST])
})
it('A change during a reading begins it anew, and whoever waits gets the new answer', async () => {
  const server = new FakeServer()
  const first = held<unknown>()
  server.balances = () => first.promise
  const { api, until, changed } = await openSite({ server })
  const reading = api.tokens()
  await until(() => server.of('balance').length)
  server.balances = () => [coin()]
  const hash = `0x${'cd'.repeat(32)}`
  changed('eip155:1', hash)
  expect((await reading).map(({ name }) => name)).toEqual(['Ether'])
  expect(api.state.get().loading).toBe(false)
  expect(server.of('balance').at(-1)!.searchParams.get('forceUpdate')).toBe(hash)
  first.resolve([])
})
it('An action that is not placed here is not offered to an account that has nothing', async () => {
  const { api, chain } = await openSite()
  const action = { label: 'x', feature: 'onramp', run: () => undefined }
  chain.ctx.accountActions.add({ ...action, id: 'no', when: () => false })
  chain.ctx.accountActions.add({ ...action, id: 'yes', when: ({ account }) => !!account })
  await api.tokens()
  expect(api.nextActions().map(({ id }) => id)).toEqual(['yes'])
})

it("A currency in capitals keeps wallets' prices, and is said in small letters", async () => {
  const chain = listing([{ token: GOLD, name: 'Gold', amount, price: '3' }])
  const { api } = await openSite({ chain, server: null, options: { currency: 'USD' } })
  await api.tokens()
  expect(api.state.get().currency).toBe('usd')
  expect(api.state.get().tokens[1]!.price).toBe(3)
})
it('A picture of a wallet is taken where it comes with the answer, not where a host has it', async () => {
  const iconUrl = 'data:image/png;base64,AAAA'
  const chain = listing([
    { token: BOB, name: 'A', amount, iconUrl: 'https://tracker.example/pixel.png?of=alice' },
    { token: GOLD, name: 'B', amount, iconUrl },
  ])
  const { api } = await openSite({ chain, server: null })
  await api.tokens()
  expect(api.state.get().tokens.map((token) => token.iconUrl)).toEqual(['', '', iconUrl])
})

const HIDING = 'US\u200bDC'
const LISTED = {
  network: 'eip155:1',
  address: BOB,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
} as const
it('A symbol of the server that hides letters is judged before it is cleaned, after a reload too', async () => {
  const server = new FakeServer()
  server.balances = () => [coin(), balance({ name: 'Coin', symbol: HIDING })]
  const options = { tokens: [LISTED] }
  const first = await openSite({ server, options })
  await first.api.tokens()
  expect(first.api.state.get().tokens[1]).toMatchObject({ symbol: 'USDC', spam: 'lookalike' })
  expect(JSON.stringify(first.api.state.get().tokens)).not.toContain('\u200b')
  first.kernel.dispose()
  const { api } = await openSite({ server, options, storage: first.storage })
  await api.tokens()
  expect(server.of('balance')).toHaveLength(1)
  expect(api.state.get().tokens[1]).toMatchObject({ symbol: 'USDC', spam: 'lookalike' })
})
it('A symbol of the wallet that hides letters is judged before it is cleaned', async () => {
  const chain = listing([{ token: GOLD, name: 'Coin', amount: { ...amount, symbol: HIDING } }])
  const { api } = await openSite({ chain, server: null, options: { tokens: [LISTED] } })
  await api.tokens()
  expect(api.state.get().tokens[1]).toMatchObject({ symbol: 'USDC', spam: 'lookalike' })
})
it('A token of the wallet without a name is left out, and the others stay', async () => {
  const nameless = { token: BOB, name: undefined as unknown as string, amount }
  const chain = listing([nameless, { token: GOLD, name: 'Gold', amount }])
  const { api, names } = await openSite({ chain, server: null })
  await api.tokens()
  expect(names()).toEqual(['Ether', 'Gold'])
})
it('Prices of a wallet are shown in dollars where the site wants another currency', async () => {
  const chain = listing([{ token: GOLD, name: 'Gold', amount, price: '3' }])
  const { api } = await openSite({ chain, server: null, options: { currency: 'eur' } })
  await api.tokens()
  expect(api.state.get().currency).toBe('usd')
  expect(api.state.get().tokens[1]).toMatchObject({ price: 3, value: 3 })
})
it('A list of the wallet without any price is not said to be in dollars', async () => {
  const chain = listing([{ token: GOLD, name: 'Gold', amount }])
  const { api } = await openSite({ chain, server: null, options: { currency: 'eur' } })
  await api.tokens()
  expect(api.state.get().currency).toBe('eur')
})

it('An answer in dollars is shown in dollars where the server has no other prices', async () => {
  const server = new FakeServer()
  server.balances = () => Response.json({ currency: 'usd', balances: [coin(), balance()] })
  const { api } = await openSite({ server, options: { currency: 'eur' } })
  await api.tokens()
  expect(api.state.get().currency).toBe('usd')
  expect(api.state.get().tokens[1]).toMatchObject({ value: 24, isVerified: true })
})
it('A transaction that the answer does not know of yet is named again', async () => {
  const server = new FakeServer()
  const { api, changed } = await openSite({ server })
  await api.tokens()
  server.balances = () => Response.json({ balances: [coin()], settled: false })
  const hash = `0x${'cd'.repeat(32)}`
  changed('eip155:1', hash)
  await api.tokens()
  server.balances = () => [coin()]
  await api.tokens()
  await api.tokens()
  const forced = server.of('balance').map(({ searchParams }) => searchParams.get('forceUpdate'))
  expect(forced).toEqual([null, hash, hash])
})
it('Balances that are not whole are said, and no later page takes them for whole', async () => {
  const server = new FakeServer()
  server.balances = () => Response.json({ balances: [coin()], missing: ['eip155:1'] })
  const first = await openSite({ server })
  await first.api.tokens()
  expect(first.toasts).toEqual([TOAST])
  first.kernel.dispose()
  const { api } = await openSite({ server, storage: first.storage })
  await api.tokens()
  expect(server.of('balance')).toHaveLength(2)
})

it('A view that only the late part registers is shown before anything else was asked for', async () => {
  const { api, kernel, until } = await openSite()
  kernel.open('Account')
  api.show('assets.approvals')
  await until(() => kernel.ports.router.get().at(-1)?.view === 'assets.approvals')
  expect(kernel.ports.router.get().at(-1)?.view).toBe('assets.approvals')
})
