import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeChain, FakeServer, held, nft, openSite, SILVER } from './bench.js'

const START = 1_700_000_000_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(() => vi.useRealTimers())

const paged = (pages: Readonly<Record<string, readonly [string[], string | null]>>): FakeServer => {
  const server = new FakeServer()
  server.nfts = (cursor) => {
    const [ids, next] = pages[cursor ?? '']!
    return { data: ids.map((id) => nft(id)), next }
  }
  return server
}

it('NFTs come page by page, and one that two pages have is there once', async () => {
  const server = paged({ '': [['1', '2'], 'b'], b: [['2', '3'], null] })
  const { api } = await openSite({ server })
  const ids = () => api.state.get().nfts.items.map(({ tokenId }) => tokenId)
  await api.loadNfts()
  expect(ids()).toEqual(['1', '2'])
  expect(api.state.get().nfts).toMatchObject({ hasMore: true, isRead: true, loading: false })
  await api.loadNfts()
  expect(ids()).toEqual(['1', '2', '3'])
  expect(api.state.get().nfts.hasMore).toBe(false)
  await api.loadNfts()
  expect(server.of('nfts')).toHaveLength(2)
  expect(api.state.get().nfts.items[0]).toMatchObject({ contract: SILVER, isSpam: false })
})

it('A cursor that leads to itself ends the list', async () => {
  const server = paged({ '': [['1'], 'a'], a: [['2'], 'a'] })
  const { api } = await openSite({ server })
  for (let page = 0; page < 5; page++) await api.loadNfts()
  expect(server.of('nfts')).toHaveLength(2)
})

it('A list that never ends is read for 200 pages', async () => {
  const server = new FakeServer()
  server.nfts = (cursor) => {
    const page = Number(cursor ?? 0)
    return { data: [nft(String(page))], next: String(page + 1) }
  }
  const { api } = await openSite({ server })
  while (!api.state.get().nfts.isRead || api.state.get().nfts.hasMore) await api.loadNfts()
  expect(server.of('nfts')).toHaveLength(200)
})

it('A failure is said, is not repeated within 30 s, and leaves what was read', async () => {
  const server = paged({ '': [['1'], 'b'] })
  const { api } = await openSite({ server })
  await api.loadNfts()
  server.nfts = () => 500
  await api.loadNfts()
  expect(api.state.get().nfts).toMatchObject({
    items: [{ tokenId: '1' }],
    lastRetry: START,
    loading: false,
  })
  await api.loadNfts()
  expect(server.of('nfts')).toHaveLength(2)
  vi.setSystemTime(START + 31_000)
  await api.loadNfts()
  expect(server.of('nfts')).toHaveLength(3)
})

it.each([
  ['there is no server', { server: null }],
  ['the chain family is another', { chain: new FakeChain('cosmos', ['balance']) }],
  [
    'the server does not serve the network',
    { server: Object.assign(new FakeServer(), { chains: [] }) },
  ],
  [
    'the server has no source for it',
    { server: Object.assign(new FakeServer(), { nfts: () => 400 }) },
  ],
])('Where %s, nobody can be asked for NFTs', async (_, options) => {
  const { api } = await openSite(options)
  await api.loadNfts()
  expect(api.state.get().nfts).toMatchObject({
    isRead: true,
    isServed: false,
    items: [],
    lastRetry: undefined,
  })
})

it('An answer for the network before is never shown', async () => {
  const server = new FakeServer()
  const answer = held<unknown>()
  server.nfts = () => answer.promise
  const { api, kernel, until } = await openSite({ server })
  const reading = api.loadNfts()
  await until(() => server.of('nfts').length)
  await kernel.switchNetwork('eip155:2')
  answer.resolve({ data: [nft('1')], next: null })
  await reading
  expect(api.state.get().nfts).toMatchObject({ items: [], isRead: false, loading: false })
})

it('After a reload the NFTs of the last visit are there while no others can be read, and give way', async () => {
  const server = paged({ '': [['1', '2'], null] })
  const first = await openSite({ server })
  await first.api.loadNfts()
  first.kernel.dispose()
  server.nfts = () => 500
  vi.setSystemTime(START + 3_600_000)
  const { api, kernel } = await openSite({ server, storage: first.storage })
  const ids = () => api.state.get().nfts.items.map(({ tokenId }) => tokenId)
  await api.loadNfts()
  expect(ids()).toEqual(['1', '2'])
  expect(api.state.get().nfts).toMatchObject({ isRead: false, at: START, hasMore: false })
  await kernel.switchNetwork('eip155:2')
  expect(ids()).toEqual([])
  await kernel.switchNetwork('eip155:1')
  server.nfts = () => ({ data: [nft('3')], next: null })
  await api.loadNfts()
  expect(ids()).toEqual(['3'])
  expect(api.state.get().nfts).toMatchObject({ isRead: true, at: START + 3_600_000 })
})

it.each([
  ['a day later', (text: string) => text, 86_400_001],
  [
    'of another network',
    (text: string) => text.replaceAll('"chainId":"eip155:1"', '"chainId":"eip155:2"'),
    0,
  ],
  [
    'with an id that is none',
    (text: string) => text.replaceAll('"tokenId":"1"', '"tokenId":"-1"'),
    0,
  ],
])('NFTs of an earlier visit are not shown %s', async (_, change, laterMs) => {
  const server = paged({ '': [['1'], null] })
  const first = await openSite({ server })
  await first.api.loadNfts()
  first.kernel.dispose()
  const [key, value] = Object.entries(first.storage.entries()).find(([, text]) =>
    text.includes('"tokenId"'),
  )!
  first.storage.setItem(key, change(value))
  server.nfts = () => 500
  vi.setSystemTime(START + laterMs)
  const { api } = await openSite({ server, storage: first.storage })
  await api.loadNfts()
  expect(api.state.get().nfts).toMatchObject({ items: [], lastRetry: START + laterMs })
})

it('NFTs of another network, and other nonsense, are dropped', async () => {
  const server = new FakeServer()
  server.nfts = () => ({
    data: [
      nft('1', { chainId: 'eip155:2' }),
      nft('2', { contract: `eip155:2:${SILVER}` }),
      nft('-3'),
      null,
      nft('4', { imageUrl: 'javascript:alert(1)' }),
    ],
    next: null,
  })
  const { api } = await openSite({ server })
  await api.loadNfts()
  expect(api.state.get().nfts.items).toMatchObject([{ tokenId: '4', imageUrl: '' }])
})
