import { createToken, type PluginContext } from '@latchkey/plugin-api'
import { fakeClock, fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NameSource } from '../src/index.js'
import { ALICE, BOB, errorOf, FakeServer, held, openSite, profile, refusal } from './bench.js'

const serving = (members: Partial<FakeServer>): { server: FakeServer } => ({
  server: Object.assign(new FakeServer(), members),
})
const startClock = () => {
  const clock = fakeClock()
  onTestFinished(() => clock.dispose())
  return clock
}

describe('The calls', () => {
  it('A name leads to its address [NAME-11]', async () => {
    const { api, server } = await openSite({
      options: {},
      ...serving({ name: (name) => profile(name, BOB, { zone: 'reown.id' }) }),
    })
    const found = await api.resolve('alice.reown.id')
    expect(server.asked.map(({ url }) => url.pathname)).toEqual([
      '/v1/profile/account/alice.reown.id',
    ])
    expect(found).toMatchObject({ name: 'alice.reown.id', address: BOB, source: 'own' })
  })
  it('The addresses and attributes of a name are read, in version 2 [API-27]', async () => {
    const attributes = { url: 'https://alice.example', description: 'Sells cats.' }
    const { api, server } = await openSite(
      serving({ name: (name) => profile(name, BOB, { attributes }) }),
    )
    const found = await api.resolve('alice.shop.eth')
    expect(server.asked[0]?.url.searchParams.get('apiVersion')).toBe('2')
    expect(found?.addresses).toEqual({
      '60': { address: BOB, created_at: '2026-11-22T10:00:00.000Z' },
    })
    expect(found?.attributes).toEqual(attributes)
  })
  it('The identity is asked for by the active account, and name and picture are read [API-07]', async () => {
    const { api, server } = await openSite()
    const identity = await api.identity(BOB)
    expect(server.asked[0]?.url.pathname).toBe(`/v1/identity/${BOB}`)
    expect(server.asked[0]?.url.searchParams.get('sender')).toBe(ALICE)
    expect(identity).toEqual({
      name: 'alice.shop.eth',
      avatar: 'https://api.shop.test/v1/profile/avatar/alice.shop.eth',
    })
  })
  it('The names of an address are asked for without parameters of their own [API-29]', async () => {
    const { api, server } = await openSite()
    await api.reverse(BOB)
    expect([...server.asked[0]!.url.searchParams.keys()].sort()).toEqual(['projectId', 'st', 'sv'])
  })
  it('The reverse lookup answers the names of an address [NAME-13]', async () => {
    const server = new FakeServer()
    Object.assign(server.taken, { 'bobby.shop.eth': BOB, 'carol.shop.eth': ALICE })
    const { api } = await openSite({ server })
    expect(await api.reverse(BOB)).toEqual(['alice.shop.eth', 'bobby.shop.eth'])
    expect(server.asked.map(({ url }) => url.pathname)).toEqual([`/v1/profile/reverse/${BOB}`])
  })
  it('A name of the reverse lookup that leads to somebody else is left out', async () => {
    const { api } = await openSite(
      serving({
        reverse: () => [profile('alice.shop.eth', ALICE), profile('bobby.shop.eth', BOB)],
      }),
    )
    expect(await api.reverse(BOB)).toEqual(['bobby.shop.eth'])
  })
  it('A name that nobody has, and a text that is not a name, lead nowhere', async () => {
    const { api, server } = await openSite()
    expect(await api.resolve('nobody.shop.eth')).toBeUndefined()
    expect(await api.identity(ALICE)).toBeUndefined()
    server.asked.length = 0
    for (const text of ['alice', '', '.', 'a..b', 'a b.eth'])
      expect(await api.resolve(text)).toBeUndefined()
    expect(server.asked).toEqual([])
  })
  it('An address of another network is not taken in the place of one that is missing', async () => {
    const { api, kernel } = await openSite()
    expect((await api.resolve('alice.shop.eth'))?.address).toBe(BOB)
    await kernel.switchNetwork('eip155:8453')
    expect((await api.resolve('alice.shop.eth'))?.address).toBeUndefined()
  })
  it('The address of a key is good on every EVM network, that of a contract on its own', async () => {
    const entry = { address: BOB, created_at: null }
    const addresses: Record<string, typeof entry> = { '60': entry, '2147483648': entry }
    const { api, kernel } = await openSite(
      serving({ name: (name) => profile(name, BOB, { addresses }) }),
    )
    await kernel.switchNetwork('eip155:8453')
    expect((await api.resolve('key.shop.eth'))?.address).toBe(BOB)
    delete addresses['2147483648']
    expect((await api.resolve('contract.shop.eth'))?.address).toBeUndefined()
    expect((await api.resolve('key.shop.eth'))?.address).toBe(BOB)
  })
})

describe('Errors', () => {
  it('A name that cannot be resolved gives "Error resolving name" [ERR-13]', async () => {
    const { api } = await openSite(serving({ name: () => 500 }))
    expect(await errorOf(api.resolve('alice.shop.eth'))).toMatchObject({
      code: 'names.resolve_failed',
      message: 'Error resolving name',
    })
  })
  it('A failed reverse lookup gives "Error fetching names for address" [ERR-15]', async () => {
    const { api } = await openSite(serving({ reverse: () => 500 }))
    expect(await errorOf(api.reverse(ALICE))).toMatchObject({
      code: 'names.reverse_failed',
      message: 'Error fetching names for address',
    })
  })
  it('The first reason of the server stands in place of the text [ERR-17]', async () => {
    const reasons = [{ description: 'Taken' }, { description: 'x' }]
    const refuse = (): Response => Response.json({ reasons }, { status: 400 })
    const { api } = await openSite(
      serving({ name: refuse, reverse: refuse, suggestions: refuse, register: refuse }),
    )
    for (const failed of [api.resolve('alice.shop.eth'), api.reverse(ALICE), api.register('bobby')])
      expect(await errorOf(failed)).toMatchObject({ message: 'Taken' })
    api.type('bobby')
    api.retry()
    await expect
      .poll(() => api.state.get().suggestionsError, { timeout: 20_000 })
      .toMatchObject({ message: 'Taken' })
  })
  it('Without a server the error says what to install', async () => {
    const { api } = await openSite({ server: null })
    expect(await errorOf(api.reverse(ALICE))).toMatchObject({
      cause: { code: 'kernel.plugin_not_installed' },
    })
  })
  it('A caller who gives up gets the reason of the signal', async () => {
    const answer = held<unknown>()
    const { api } = await openSite(serving({ name: () => answer.promise }))
    const gone = new AbortController()
    const asked = errorOf(api.resolve('alice.shop.eth', { signal: gone.signal }))
    gone.abort(new Error('gone'))
    expect(await asked).toMatchObject({ message: 'gone' })
    answer.resolve(404)
  })
})

describe('Kept answers', () => {
  it('A name that was resolved is not asked for again by the next page [STORE-11]', async () => {
    const storage = fakeStorage()
    const first = await openSite({ storage })
    await first.api.resolve('alice.shop.eth')
    expect(first.server.asked).toHaveLength(1)
    first.kernel.dispose()
    const second = await openSite({ storage })
    expect((await second.api.resolve('alice.shop.eth'))?.address).toBe(BOB)
    expect(second.server.asked).toEqual([])
  })
  it('An identity that was read is not asked for again by the next page [STORE-12]', async () => {
    const storage = fakeStorage()
    const first = await openSite({ storage })
    await first.api.identity(BOB)
    expect(first.server.asked).toHaveLength(1)
    first.kernel.dispose()
    const second = await openSite({ storage })
    expect((await second.api.identity(BOB))?.name).toBe('alice.shop.eth')
    expect(second.server.asked).toEqual([])
  })
  it('Two who want the identity of one address ask once [API-45]', async () => {
    const { api, server } = await openSite()
    await Promise.all([api.identity(BOB), api.identity(BOB.toLowerCase())])
    await api.identity(BOB)
    expect(server.of('/identity/')).toHaveLength(1)
  })
  it('After five minutes a name is asked for again, after one minute one that was not there', async () => {
    const { api, server } = await openSite()
    const clock = startClock()
    await api.resolve('alice.shop.eth')
    await api.resolve('nobody.shop.eth')
    await clock.advance(61_000)
    await api.resolve('alice.shop.eth')
    await api.resolve('nobody.shop.eth')
    expect(server.asked).toHaveLength(3)
    await clock.advance(240_000)
    await api.resolve('alice.shop.eth')
    expect(server.asked).toHaveLength(4)
  })
  it('An entry that another script wrote into the storage is dropped where it is malformed', async () => {
    const storage = fakeStorage()
    const first = await openSite({ storage })
    await first.api.resolve('alice.shop.eth')
    const [key, written] = Object.entries(storage.entries()).find(([name]) =>
      name.endsWith(':names'),
    ) as [string, string]
    first.kernel.dispose()
    storage.setItem(key, written.replaceAll(BOB, 'javascript:1'))
    const second = await openSite({ storage })
    expect((await second.api.resolve('alice.shop.eth'))?.address).toBe(BOB)
    expect(second.server.asked).toHaveLength(1)
  })
})

describe('Sources', () => {
  const book = (ctx: PluginContext, source: Partial<NameSource> = {}): void =>
    void ctx.points.add(createToken<NameSource>('names.sources'), {
      id: 'book',
      resolve: async () => ALICE,
      ...source,
    })
  it('A source of the point is asked before ENS, and the answer says who gave it', async () => {
    const { api, ctx, server } = await openSite()
    book(ctx)
    expect(await api.resolve('carol.eth')).toMatchObject({ address: ALICE, source: 'book' })
    expect(server.asked).toEqual([])
  })
  it('A name that a source knows for one network is not taken for another', async () => {
    const { api, ctx, kernel } = await openSite({
      options: { zone: 'shop.eth', resolve: ['own'] },
    })
    const asked: string[] = []
    book(ctx, {
      resolve: async (_, { network }) => {
        asked.push(network.reference)
        return network.reference === '8453' ? ALICE : undefined
      },
    })
    expect(await api.resolve('mum.book')).toBeUndefined()
    await kernel.switchNetwork('eip155:8453')
    expect((await api.resolve('mum.book'))?.address).toBe(ALICE)
    expect((await api.resolve('mum.book'))?.address).toBe(ALICE)
    expect(asked).toEqual(['1', '8453'])
  })
  it('The site’s own names come from its server alone', async () => {
    const { api, ctx } = await openSite()
    book(ctx)
    expect(await api.resolve('alice.shop.eth')).toMatchObject({ address: BOB, source: 'own' })
  })
  it('A source that fails, or answers no address, hides nobody else', async () => {
    const { api, ctx } = await openSite(
      serving({ name: (name) => profile(name, BOB, { zone: null }) }),
    )
    book(ctx, { resolve: () => Promise.reject(new Error('no')) })
    book(ctx, { id: 'other', resolve: async () => '0x12' })
    expect(await api.resolve('carol.eth')).toMatchObject({ address: BOB, source: 'ens' })
  })
  it('ENS is read from the network’s own nodes where the chain can', async () => {
    const nameLookup = { resolve: async () => ALICE, reverse: async () => undefined }
    const { api, server } = await openSite({ adapter: { nameLookup } })
    expect(await api.resolve('carol.eth')).toMatchObject({ address: ALICE, source: 'ens' })
    expect(server.asked).toEqual([])
  })
  it('Where the nodes fail, the server is asked', async () => {
    const nameLookup = {
      resolve: () => Promise.reject(new Error('The policy names no gateway.')),
      reverse: async () => undefined,
    }
    const { api } = await openSite({
      adapter: { nameLookup },
      ...serving({ name: (name) => profile(name, BOB, { zone: null }) }),
    })
    expect(await api.resolve('carol.eth')).toMatchObject({ address: BOB, source: 'ens' })
  })
  it('Only the kinds that the option names are looked up', async () => {
    const { api, server } = await openSite({ options: { zone: 'shop.eth', resolve: ['own'] } })
    expect(await api.resolve('carol.eth')).toBeUndefined()
    expect(server.asked).toEqual([])
    const other = await openSite({ options: { zone: 'shop.eth', resolve: ['ens'] } })
    expect(await other.api.resolve('alice.shop.eth')).toBeUndefined()
    expect(other.server.asked).toEqual([])
  })
})

it('On another chain family there is no entry, and lookups refuse without a request [NAME-16]', async () => {
  const { api, kernel, server } = await openSite({ other: 'solana', connect: 'wallet-solana' })
  expect(kernel.ports.activeNetwork.get().namespace).toBe('solana')
  const entry = kernel.ports.accountActions.find('names.open')?.value
  const isShown = (): boolean | undefined =>
    entry?.when?.({
      account: kernel.ports.accounts.active(),
      network: kernel.ports.activeNetwork.current(),
    })
  expect(isShown()).toBe(false)
  for (const asked of [
    api.resolve('alice.shop.eth'),
    api.reverse(ALICE),
    api.identity(ALICE),
    api.register('bobby'),
  ])
    expect(await errorOf(asked)).toMatchObject({ code: 'names.unsupported_namespace' })
  expect(server.asked).toEqual([])
  await kernel.connect('fake-auth')
  expect(isShown()).toBe(true)
})
it('A refusal in the server’s words is put on one line', async () => {
  const { api } = await openSite(serving({ name: () => refusal(400, 'No\n\u202ename') }))
  expect(await errorOf(api.resolve('alice.shop.eth'))).toMatchObject({ message: 'No name' })
})
