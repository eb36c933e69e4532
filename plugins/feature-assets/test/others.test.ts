import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  coin,
  FakeChain,
  FakeServer,
  GOLD,
  held,
  openSite,
  type Site,
  type SiteOptions,
} from './bench.js'

const START = 1_700_000_000_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** Lets time pass until something holds. */
async function until(what: () => unknown): Promise<void> {
  for (let turn = 0; turn < 1_000 && !what(); turn++) {
    await pass(100)
    await new Promise(setImmediate)
  }
  expect(what()).toBeTruthy()
}

const VALUES: Readonly<Record<string, number>> = {
  'eip155:1': 3_000,
  'eip155:2': 200,
  'solana:1': 10,
}
const networkOf = (url: URL): string => url.searchParams.get('chainId')!
/** A server that knows what the coin of each network is worth. */
const serving = (more: Partial<FakeServer> = {}): FakeServer =>
  Object.assign(new FakeServer(), {
    chains: Object.keys(VALUES),
    balances: (url: URL) => [coin({ chainId: networkOf(url), value: VALUES[networkOf(url)] })],
    ...more,
  })
const chains = () => [
  new FakeChain(),
  new FakeChain('solana'),
  new FakeChain('bip122', ['balance']),
]
const asked = ({ server }: Site): string[] => server.of('balance').map(networkOf)

/** A site with three families of two networks each, watched by the header of the list. */
async function open(more: SiteOptions = {}): Promise<Site> {
  const site = await openSite({ chains: chains(), server: serving(), ...more })
  site.api.watch({ others: true })
  await site.until(() => site.api.state.get().at !== undefined && !site.api.state.get().loading)
  return site
}
const isSummed = ({ api }: Site) => api.state.get().others?.loading === false

it('The networks beside the one in use are summed up, and those that nobody can read are named', async () => {
  const site = await open()
  await until(() => isSummed(site))
  expect(asked(site)).toEqual(['eip155:1', 'eip155:2', 'solana:1'])
  expect(site.api.state.get().others).toEqual({
    value: 210,
    missing: ['bip122:1', 'bip122:2', 'solana:2'],
    loading: false,
  })
})
it('Nothing is asked of other networks in the first second, nor before the tokens were read', async () => {
  const answer = held<unknown>()
  const server = serving()
  const { balances } = server
  server.balances = (url) => (networkOf(url) === 'eip155:1' ? answer.promise : balances(url))
  const site = await openSite({ chains: chains(), server })
  site.api.watch({ others: true })
  await site.until(() => asked(site).length)
  await pass(5_000)
  expect(asked(site)).toEqual(['eip155:1'])
  answer.resolve([coin()])
  await site.until(() => site.api.state.get().others)
  expect(site.api.state.get()).toMatchObject({ loading: false, others: { loading: true } })
  await pass(900)
  expect(asked(site)).toEqual(['eip155:1'])
  await pass(200)
  expect(asked(site)).toEqual(['eip155:1', 'eip155:2'])
})
it('One network is asked after another', async () => {
  const answer = held<unknown>()
  const server = serving()
  const { balances } = server
  server.balances = (url) => (networkOf(url) === 'eip155:2' ? answer.promise : balances(url))
  const site = await open({ server })
  await site.until(() => asked(site).length === 2)
  await pass(5_000)
  expect(asked(site)).toEqual(['eip155:1', 'eip155:2'])
  answer.resolve(balances(new URL('https://x.test?chainId=eip155:2')))
  await until(() => isSummed(site))
  expect(asked(site)).toEqual(['eip155:1', 'eip155:2', 'solana:1'])
})
it('A watch of the tokens alone causes no request for other networks', async () => {
  const site = await openSite({ chains: chains(), server: serving() })
  site.api.watch()
  await site.until(() => site.api.state.get().at)
  await pass(60_000)
  expect(new Set(asked(site))).toEqual(new Set(['eip155:1']))
  expect(site.api.state.get().others).toBeUndefined()
})
it('The wallets of other networks are not asked', async () => {
  const [evm, solana, bitcoin] = chains() as [FakeChain, FakeChain, FakeChain]
  const site = await open({ chains: [evm, solana, bitcoin] })
  await until(() => isSummed(site))
  expect([...solana.calls, ...bitcoin.calls]).toEqual([])
})
it('A sum serves for 30 s, over reloads and on the network that was one of the others', async () => {
  const first = await open()
  await until(() => isSummed(first))
  first.kernel.dispose()
  vi.setSystemTime(START + 20_000)
  const second = await open({ storage: first.storage })
  await until(() => isSummed(second))
  expect(asked(second)).toEqual([])
  expect(second.api.state.get().others?.value).toBe(210)
  vi.setSystemTime(START + 70_000)
  await second.api.refresh()
  await until(() => isSummed(second))
  expect(asked(second)).toEqual(['eip155:1', 'eip155:2', 'solana:1'])
})
it('A network that fails is named, the others are summed up, and it is asked again after 30 s', async () => {
  const server = serving()
  const { balances } = server
  server.balances = (url) => (networkOf(url) === 'eip155:2' ? 500 : balances(url))
  const site = await open({ server })
  await until(() => isSummed(site))
  expect(site.api.state.get().others).toMatchObject({ value: 10 })
  expect(site.api.state.get().others?.missing).toContain('eip155:2')
  expect(site.toasts).toEqual([])
  server.balances = balances
  await site.api.refresh()
  await until(() => isSummed(site))
  expect(asked(site).filter((id) => id === 'eip155:2')).toHaveLength(1)
  vi.setSystemTime(Date.now() + 31_000)
  await site.api.refresh()
  await until(() => site.api.state.get().others?.value === 210)
})
it('A server that fails twice in a row is left alone', async () => {
  const more = [new FakeChain(), new FakeChain('solana')]
  const server = serving({ chains: [...Object.keys(VALUES), 'solana:2'] })
  const { balances } = server
  server.balances = (url) => (networkOf(url) === 'eip155:1' ? balances(url) : 503)
  const site = await open({ chains: more, server })
  await until(() => isSummed(site))
  expect(asked(site)).toEqual(['eip155:1', 'eip155:2', 'solana:1'])
  expect(site.api.state.get().others).toEqual({
    value: undefined,
    missing: ['eip155:2', 'solana:1', 'solana:2'],
    loading: false,
  })
})
it('Spam and hidden tokens of other networks do not count', async () => {
  const server = serving()
  const { balances } = server
  const gift = { name: 'gift.com', value: 1_000_000 }
  server.balances = (url) => [
    ...(balances(url) as object[]),
    { ...coin(gift), chainId: networkOf(url), address: `${networkOf(url)}:${GOLD}` },
  ]
  const site = await open({ server })
  await until(() => isSummed(site))
  expect(site.api.state.get().others?.value).toBe(210)
})
it('Values in another currency are not added', async () => {
  const server = serving()
  const { balances } = server
  server.balances = (url) =>
    Response.json({
      balances: balances(url),
      currency: networkOf(url) === 'solana:1' ? 'usd' : 'eur',
    })
  const site = await open({ server, options: { currency: 'eur' } })
  await until(() => isSummed(site))
  expect(site.api.state.get().others).toMatchObject({ value: 200 })
  expect(site.api.state.get().others?.missing).toContain('solana:1')
})
it('Another network in use changes places with the one before, whose tokens are known', async () => {
  const site = await open()
  await until(() => isSummed(site))
  await site.kernel.switchNetwork('eip155:2')
  await site.until(() => site.api.state.get().at !== undefined && isSummed(site))
  expect(site.api.state.get().others?.value).toBe(3_010)
  expect(asked(site)).toEqual(['eip155:1', 'eip155:2', 'solana:1', 'eip155:2'])
})
it('After a transaction elsewhere that network alone is asked again, with its hash', async () => {
  const site = await open()
  await until(() => isSummed(site))
  site.server.asked.length = 0
  const hash = `0x${'cd'.repeat(32)}`
  site.changed('eip155:2', hash)
  await site.until(() => asked(site).length && isSummed(site))
  expect(asked(site)).toEqual(['eip155:2'])
  expect(site.server.of('balance')[0]!.searchParams.get('forceUpdate')).toBe(hash)
})
it('Nothing is asked while the page is hidden, or once nobody watches', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('document', page)
  const site = await openSite({ chains: chains(), server: serving() })
  const end = site.api.watch({ others: true })
  await site.until(() => site.api.state.get().others?.loading)
  await pass(60_000)
  expect(new Set(asked(site))).toEqual(new Set(['eip155:1']))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await site.until(() => asked(site).includes('eip155:2'))
  end()
  await pass(60_000)
  expect(asked(site)).not.toContain('solana:1')
  expect(site.api.state.get().others).toBeUndefined()
})
it('Without a server, or with one network alone, there is nothing to sum up', async () => {
  const site = await open({ server: null })
  await pass(5_000)
  expect(site.api.state.get().others).toBeUndefined()
})
