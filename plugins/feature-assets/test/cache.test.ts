import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { balance, coin, FakeChain, FakeServer, GOLD, openSite } from './bench.js'

const START = 1_700_000_000_000
const later = (seconds: number): void => void vi.setSystemTime(START + seconds * 1000)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(() => vi.useRealTimers())

const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`
const amount = { value: 10n ** 18n, decimals: 18, symbol: 'TKN' }
/** A chain whose wallet lists these assets. */
const listing = (assets: FakeChain['assets']): FakeChain =>
  Object.assign(new FakeChain(), {
    capabilities: { '0x1': { assetDiscovery: { supported: true } } },
    assets,
  })

describe('what a cached list loses', () => {
  it('A second load within 30 s takes no token away', async () => {
    const tokens = Array.from({ length: 1_500 }, (_, index) => ({
      token: addressOf(index),
      name: `T${index}`,
      amount,
      price: '1',
    }))
    const { api, names } = await openSite({ chain: listing(tokens), server: null })
    await api.tokens()
    expect(names()).toHaveLength(1_501)
    later(1)
    await api.tokens()
    expect(names()).toHaveLength(1_501)
    expect(names()[0]).toBe('Ether')
  })
  it('A list of many tokens comes back with the coin and what is worth most', async () => {
    const server = new FakeServer()
    server.balances = () => [
      ...Array.from({ length: 1_200 }, (_, value) =>
        balance({ address: `eip155:1:${addressOf(value)}`, name: `T${value}`, value }),
      ),
      coin(),
    ]
    const first = await openSite({ server })
    await first.api.tokens()
    expect(first.names()).toHaveLength(1_201)
    first.kernel.dispose()
    const { api, names } = await openSite({ server, storage: first.storage })
    await api.tokens()
    expect(names()).toHaveLength(1_000)
    expect(names().slice(0, 2)).toEqual(['Ether', 'T1199'])
  })
  it('A picture that is too large for the storage does not take its token with it', async () => {
    const iconUrl = `data:image/png;base64,${'A'.repeat(120_000)}`
    const chain = listing([{ token: GOLD, name: 'Gold', amount, iconUrl }])
    const first = await openSite({ chain, server: null })
    await first.api.tokens()
    first.kernel.dispose()
    const { api, names } = await openSite({ server: null, storage: first.storage })
    await api.tokens()
    expect(names()).toEqual(['Ether', 'Gold'])
    expect(api.state.get().tokens[1]!.iconUrl).toBe('')
  })
})

it('A list from the cache does not hide that the last reading failed', async () => {
  const { api, server } = await openSite()
  await api.tokens()
  server.balances = () => 500
  later(10)
  await api.refresh()
  later(12)
  await api.tokens()
  expect(api.state.get()).toMatchObject({ at: START, lastRetry: START + 10_000 })
})

const HASH = `0x${'cd'.repeat(32)}`
it('A change on another network leaves what is cached of this one', async () => {
  const { api, server, changed } = await openSite()
  await api.tokens()
  changed('eip155:2', HASH)
  await api.tokens()
  expect(server.of('balance')).toHaveLength(1)
})
it('A transaction that no request has named yet is named after a reload', async () => {
  const first = await openSite()
  await first.api.tokens()
  first.changed('eip155:1', HASH)
  first.kernel.dispose()
  const { api, server } = await openSite({ storage: first.storage })
  await api.tokens()
  expect(server.of('balance')[0]!.searchParams.get('forceUpdate')).toBe(HASH)
  later(31)
  await api.tokens()
  expect(server.of('balance')[1]!.searchParams.has('forceUpdate')).toBe(false)
})
it('A transaction of long ago is not waited for any more', async () => {
  const { api, server, changed } = await openSite()
  changed('eip155:1', HASH)
  later(301)
  await api.tokens()
  expect(server.of('balance')[0]!.searchParams.has('forceUpdate')).toBe(false)
})
