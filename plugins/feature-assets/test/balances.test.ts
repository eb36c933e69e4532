import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, balance, BOB, coin, FakeChain, FakeServer, GOLD, held, openSite } from './bench.js'

const TOAST = 'Token Balance Unavailable'
const HASH = `0x${'cd'.repeat(32)}`
const START = 1_700_000_000_000
const later = (seconds: number): void => void vi.setSystemTime(START + seconds * 1000)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(() => vi.useRealTimers())

const failing = (status = 500): FakeServer => {
  const server = new FakeServer()
  server.balances = () => status
  return server
}

describe('reading', () => {
  it('[BAL-01] Reading the tokens sets loading until it has settled', async () => {
    const server = new FakeServer()
    const answer = held<unknown>()
    server.balances = () => answer.promise
    const { api, until } = await openSite({ server })
    expect(api.state.get().loading).toBe(false)
    const reading = api.tokens()
    await until(() => server.of('balance').length)
    expect(api.state.get().loading).toBe(true)
    answer.resolve([coin()])
    await reading
    expect(api.state.get().loading).toBe(false)
  })
  it('A failed reading ends loading too', async () => {
    const { api } = await openSite({ server: failing() })
    await api.refresh()
    expect(api.state.get().loading).toBe(false)
  })

  it('[BAL-02] A failed reading records when it failed', async () => {
    const { api } = await openSite({ server: failing() })
    later(7)
    await api.refresh()
    expect(api.state.get().lastRetry).toBe(START + 7_000)
  })

  it('[BAL-03] A failed reading is repeated after 30 s at the earliest', async () => {
    const { api, server } = await openSite({ server: failing() })
    await api.refresh()
    expect(server.of('balance')).toHaveLength(1)
    later(10)
    await api.refresh()
    expect(server.of('balance')).toHaveLength(1)
    later(31)
    await api.refresh()
    expect(server.of('balance')).toHaveLength(2)
  })

  it('[BAL-04] A failed reading shows a toast, once until tokens could be read', async () => {
    const { api, server, toasts } = await openSite({ server: failing() })
    await api.refresh()
    expect(toasts).toEqual([TOAST])
    later(31)
    await api.refresh()
    expect(toasts).toEqual([TOAST])
    server.balances = () => [coin()]
    later(62)
    await api.refresh()
    expect(api.state.get()).toMatchObject({ lastRetry: undefined, error: undefined })
    expect(toasts).toEqual([TOAST])
    server.balances = () => 500
    later(93)
    await api.refresh()
    expect(toasts).toEqual([TOAST, TOAST])
  })

  it('[BAL-05] On a network that the server does not serve there is a toast and no call', async () => {
    const chain = new FakeChain()
    const server = new FakeServer()
    server.chains = ['eip155:7']
    const { api, toasts, names } = await openSite({ chain, server })
    await api.refresh()
    expect(toasts).toEqual([TOAST])
    expect(server.of('balance')).toEqual([])
    expect(names()).toEqual(['Ether'])
    expect(api.state.get().tokens[0]).toMatchObject({ origin: 'network' })
    await api.refresh()
    expect(toasts).toEqual([TOAST])
  })

  it.each(['bip122', 'polkadot', 'cosmos'])(
    '[BAL-07] On %s nothing is asked of the server, nothing is said, and the native coin is shown',
    async (namespace) => {
      const chain = new FakeChain(namespace, ['balance'])
      const { api, server, toasts, names } = await openSite({ chain })
      await api.refresh()
      expect(server.asked).toEqual([])
      expect(toasts).toEqual([])
      expect(names()).toEqual(['Ether'])
    },
  )
  it.each(['eip155', 'solana'])('[BAL-07] On %s the server is asked', async (namespace) => {
    const server = new FakeServer()
    server.balances = () => [coin({ chainId: `${namespace}:1` })]
    const { api } = await openSite({ chain: new FakeChain(namespace), server })
    await api.refresh()
    expect(server.of('balance')).toHaveLength(1)
  })
})

describe('the source', () => {
  const asset = {
    token: GOLD,
    name: 'Gold of the wallet',
    amount: { value: 5n * 10n ** 18n, decimals: 18, symbol: 'GLD' },
    price: '3',
  }
  const listing = (chain: FakeChain): FakeChain =>
    Object.assign(chain, {
      capabilities: { '0x1': { assetDiscovery: { supported: true } } },
      assets: [asset],
    })

  it('[BAL-08] A wallet that lists assets is asked, and the server is not', async () => {
    const chain = listing(new FakeChain())
    const { api, server, names } = await openSite({ chain })
    await api.refresh()
    expect(chain.calls).toContain('assets')
    expect(server.of('balance')).toEqual([])
    expect(names()).toEqual(['Ether', 'Gold of the wallet'])
    expect(api.state.get().tokens).toMatchObject([
      { origin: 'network' },
      { origin: 'wallet', value: 15, price: 3 },
    ])
  })
  it.each([
    ['says nothing of it', {}],
    ['says that it cannot', { '0x1': { assetDiscovery: { supported: false } } }],
    ['says it of another network', { '0x2': { assetDiscovery: { supported: true } } }],
    ['says nonsense', { '0x1': 'assetDiscovery' }],
  ])('[BAL-08] Where a wallet %s, the server is asked', async (_, capabilities) => {
    const chain = Object.assign(listing(new FakeChain()), { capabilities })
    const { api, server } = await openSite({ chain })
    await api.refresh()
    expect(chain.calls).not.toContain('assets')
    expect(server.of('balance')).toHaveLength(1)
    expect(server.of('balance')[0]!.pathname).toBe(`/v1/account/${ALICE}/balance`)
  })
  it('Where the wallet fails to list what it promised, the server is asked', async () => {
    const chain = Object.assign(listing(new FakeChain()), { assets: new Error('away') })
    const { api, server } = await openSite({ chain })
    await api.refresh()
    expect(server.of('balance')).toHaveLength(1)
  })
  it('Without a server the network tells of its coin and of tokens that the host lists', async () => {
    const chain = new FakeChain()
    chain.held[GOLD.toLowerCase()] = 7n * 10n ** 6n
    const listed = { network: 'eip155:1', name: 'Gold', symbol: 'GLD', decimals: 6 } as const
    const options = {
      tokens: [
        { ...listed, address: GOLD },
        { ...listed, address: BOB, name: 'Not held' },
        { ...listed, address: ALICE, network: 'eip155:2', name: 'Elsewhere' } as const,
      ],
    }
    const { api, names, toasts } = await openSite({ chain, server: null, options })
    await api.refresh()
    expect(names()).toEqual(['Ether', 'Gold'])
    expect(api.state.get().tokens[1]).toMatchObject({
      quantity: { decimals: '6', numeric: '7' },
      isVerified: true,
    })
    expect(toasts).toEqual([])
    expect(chain.calls).not.toContain(`read ${ALICE}`)
  })
  it('A listed token that cannot be read costs the others nothing', async () => {
    const chain = new FakeChain()
    chain.held[GOLD.toLowerCase()] = new Error('reverted')
    chain.held[BOB.toLowerCase()] = 1n
    const listed = { network: 'eip155:1', symbol: 'X', decimals: 1 } as const
    const options = {
      tokens: [
        { ...listed, name: 'Broken', address: GOLD },
        { ...listed, name: 'Whole', address: BOB },
      ],
    }
    const { api, names } = await openSite({ chain, server: null, options })
    await api.refresh()
    expect(names()).toEqual(['Ether', 'Whole'])
  })
  it('Without a server a coin that cannot be read is a failure with a toast', async () => {
    const chain = Object.assign(new FakeChain(), { balance: new Error('away') })
    const { api, toasts } = await openSite({ chain, server: null })
    await api.refresh()
    expect(api.state.get()).toMatchObject({ lastRetry: START, at: undefined })
    expect(toasts).toEqual([TOAST])
    await expect(api.tokens()).rejects.toBeDefined()
  })
})

describe('the cache', () => {
  it('[BAL-12] Two readings within 30 s make one request, and a forced one makes another', async () => {
    const { api, server } = await openSite()
    await api.tokens()
    later(29)
    await api.tokens()
    expect(server.of('balance')).toHaveLength(1)
    await api.refresh()
    expect(server.of('balance')).toHaveLength(2)
    expect(server.of('balance')[1]!.searchParams.get('forceUpdate')).toBe('true')
  })

  it('[STORE-10] A new kernel within 30 s shows the tokens without a new request', async () => {
    const first = await openSite()
    await first.api.tokens()
    const before = first.api.state.get().tokens
    first.kernel.dispose()
    const server = new FakeServer()
    const second = await openSite({ storage: first.storage, server })
    later(20)
    await second.api.tokens()
    expect(server.asked).toEqual([])
    expect(second.api.state.get().tokens).toEqual(before)
    expect(second.api.state.get().at).toBe(START)
  })

  it('[STORE-25] The cached tokens serve for 29 s, and no longer after 31 s', async () => {
    const { api, server } = await openSite()
    await api.tokens()
    later(29)
    await api.tokens()
    expect(server.of('balance')).toHaveLength(1)
    later(31)
    await api.tokens()
    expect(server.of('balance')).toHaveLength(2)
  })

  it('Tokens that cannot be read anew stay, with the time when they were read', async () => {
    const { api, server, names } = await openSite()
    await api.tokens()
    server.balances = () => 500
    later(40)
    await expect(api.tokens()).resolves.toHaveLength(2)
    expect(names()).toEqual(['Ether', 'Gold'])
    expect(api.state.get()).toMatchObject({ at: START, lastRetry: START + 40_000 })
  })

  it('An entry of the storage that lacks the shape of a token is dropped', async () => {
    const first = await openSite()
    await first.api.tokens()
    const [key, value] = Object.entries(first.storage.entries()).find(([name]) =>
      name.includes('portfolio'),
    )!
    first.storage.setItem(key, value.replaceAll('"numeric":"2"', '"numeric":"-2e400"'))
    first.kernel.dispose()
    const { api, names } = await openSite({ storage: first.storage })
    await api.tokens()
    expect(names()).toEqual(['Ether'])
  })
})

describe('after a transaction', () => {
  it('[BAL-11] The next request names the transaction that changed the balances', async () => {
    const { api, server, changed } = await openSite()
    await api.tokens()
    changed('eip155:1', HASH)
    await api.tokens()
    expect(server.of('balance')).toHaveLength(2)
    expect(server.of('balance')[0]!.searchParams.get('forceUpdate')).toBeNull()
    expect(server.of('balance')[1]!.searchParams.get('forceUpdate')).toBe(HASH)
    await api.tokens()
    expect(server.of('balance')).toHaveLength(2)
  })
  it('Without a hash the request is forced all the same, and a later one is not', async () => {
    const { api, server, changed } = await openSite()
    changed('eip155:1')
    await api.tokens()
    later(31)
    await api.tokens()
    const [first, second] = server.of('balance')
    expect(first!.searchParams.get('forceUpdate')).toBe('true')
    expect(second!.searchParams.has('forceUpdate')).toBe(false)
  })
  it('A change elsewhere leaves the tokens of this network alone', async () => {
    const { api, server, changed } = await openSite()
    await api.tokens()
    changed('eip155:2', HASH)
    await api.tokens()
    expect(server.of('balance').at(-1)!.searchParams.has('forceUpdate')).toBe(false)
  })
  it('A request of the wallet that sends is followed by a forced reading of what is watched', async () => {
    const { api, server, kernel, until } = await openSite()
    const stop = api.watch()
    await until(() => api.state.get().at)
    await kernel.ports.connections.request({ network: 'eip155:1', method: 'test_send', params: [] })
    await until(() => server.of('balance').length === 2)
    expect(server.of('balance')[1]!.searchParams.get('forceUpdate')).toBe(`0x${'ab'.repeat(32)}`)
    stop()
  })
})

describe('another account or network', () => {
  it('An answer for the account before is never shown', async () => {
    const server = new FakeServer()
    const first = held<unknown>()
    server.balances = () => first.promise
    const { api, kernel, until, names } = await openSite({ server })
    const stop = api.watch()
    await until(() => server.of('balance').length)
    const shown = new Set<string>()
    api.state.subscribe(() => names().forEach((name) => shown.add(name)))
    server.balances = () => [coin({ name: 'Of Bob' })]
    await kernel.ports.accounts.select({
      connectionId: 'link-eip155',
      namespace: 'eip155',
      key: 'b',
    })
    await until(() => names().length)
    first.resolve([coin({ name: 'Of Alice' })])
    // A whole reading of Bob's takes every step that the answer for Alice has yet to take.
    await api.refresh()
    expect([...shown]).toEqual(['Of Bob'])
    expect(names()).toEqual(['Of Bob'])
    expect(api.state.get().owner).toMatchObject({ address: BOB, network: 'eip155:1' })
    stop()
  })
  it('The tokens of one network are gone as soon as another is in use', async () => {
    const { api, kernel, names } = await openSite()
    await api.tokens()
    expect(names()).toHaveLength(2)
    await kernel.switchNetwork('eip155:2')
    expect(names()).toEqual([])
    expect(api.state.get()).toMatchObject({ at: undefined, owner: { network: 'eip155:2' } })
  })
  it('Nobody connected has no tokens', async () => {
    const { api, kernel } = await openSite()
    await api.tokens()
    await kernel.disconnect()
    expect(await api.tokens()).toEqual([])
    expect(api.state.get()).toMatchObject({ owner: undefined, tokens: [] })
  })
})

it('[API-25] The call has currency, chainId and, when forced, forceUpdate, and balances are read', async () => {
  const { api, server, names } = await openSite()
  await api.tokens()
  const [plain] = server.of('balance')
  expect(plain!.href.split('?')[0]).toBe(`https://api.shop.test/v1/account/${ALICE}/balance`)
  expect(plain!.searchParams.get('currency')).toBe('usd')
  expect(plain!.searchParams.get('chainId')).toBe('eip155:1')
  expect(plain!.searchParams.has('forceUpdate')).toBe(false)
  await api.refresh()
  const [, forced] = server.of('balance')
  expect(forced!.searchParams.get('forceUpdate')).toBe('true')
  expect(names()).toEqual(['Ether', 'Gold'])
})
it('The currency of the host is asked for, and said', async () => {
  const { api, server } = await openSite({ options: { currency: 'eur' } })
  await api.tokens()
  expect(server.of('balance')[0]!.searchParams.get('currency')).toBe('eur')
  expect(api.state.get().currency).toBe('eur')
})
it('Hidden tokens and spam are not handed to other plugins', async () => {
  const server = new FakeServer()
  server.balances = () => [
    coin(),
    balance(),
    balance({ address: `eip155:1:${BOB}`, name: 'x.com' }),
  ]
  const { api } = await openSite({ server })
  const [, gold] = await api.tokens()
  expect(api.state.get().tokens).toHaveLength(3)
  api.hide(gold!, true)
  await vi.waitFor(() => expect(api.state.get().tokens[1]?.isHidden).toBe(true))
  expect((await api.tokens()).map(({ name }) => name)).toEqual(['Ether'])
})
