import { afterEach, expect, it } from 'vitest'
import { type FetchDocument } from '../../src/media/fetcher.js'
import { startFakeNode } from '../fakeNode.js'
import { chain, CHAIN, startTestApi } from '../harness.js'
import {
  ACCOUNT,
  alice,
  bob,
  COIN,
  LOCAL_COIN,
  NOW,
  refusalOf,
  registration,
  seconds,
  signed,
  somebody,
  startNames,
  wordsOf,
  ZONE,
} from './names.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const DAY_MS = 86_400_000

it('A registered name leads to the address that signed, and an unknown one is 404 [API-28]', async () => {
  const api = await startNames()
  expect(refusalOf(await api.read('alice.shop.eth'))).toEqual([404, 'name'])
  await api.register('alice.shop.eth', alice, { coin_type: LOCAL_COIN })
  const at = new Date(NOW).toISOString()
  expect(await api.read('alice.shop.eth')).toMatchObject({
    status: 200,
    body: {
      name: 'alice.shop.eth',
      zone: 'shop.eth',
      registered_at: at,
      // A key is the same person's on all chains of the EVM.
      addresses: {
        [COIN]: { address: alice.address, created_at: at },
        [LOCAL_COIN]: { address: alice.address, created_at: at },
        [0x8000_0000]: { address: alice.address, created_at: at },
      },
      attributes: {},
    },
  })
  expect((await api.read('bobby.shop.eth')).status).toBe(404)
})

it('The names of an address are listed, newest first, and those of no other [API-30]', async () => {
  let now = NOW
  const zone = { ...ZONE, perAddress: 2 }
  const api = await startNames({ names: { zones: { 'shop.eth': zone } } }, () => now)
  await api.register('alice.shop.eth')
  now += 1000
  await api.register('alicia.shop.eth')
  await api.register('robert.shop.eth', bob)
  const { status, body } = await api.get(`/v1/profile/reverse/${alice.address}`)
  expect(status).toBe(200)
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    'alicia.shop.eth',
    'alice.shop.eth',
  ])
  expect((await api.get(`/v1/profile/reverse/${somebody().address}`)).body).toEqual([])
})

it('Suggestions for a taken name are free, the same each time, and none looks like another [API-32]', async () => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  await api.register('alice2.shop.eth', bob)
  const ask = async (typed: string) => {
    const path = `/v1/profile/suggestions/${encodeURIComponent(typed)}?zone=shop.eth`
    const { body } = await api.get(path)
    return (body.suggestions as { name: string }[]).map(({ name }) => name)
  }
  const names = await ask('alice')
  expect(names).toHaveLength(10)
  expect(names).not.toContain('alice.shop.eth')
  expect(names).not.toContain('alice2.shop.eth')
  expect(await ask('alice.shop.eth')).toEqual(names)
  for (const name of names) {
    expect((await api.read(name)).status, name).toBe(404)
    expect((await api.register(name, somebody())).status, name).toBe(200)
  }
  expect((await ask('alice')).filter((name) => names.includes(name))).toEqual([])
  // One that is free stands first.
  expect((await ask('robert'))[0]).toBe('robert.shop.eth')
  expect(await ask('admin')).not.toContain('admin.shop.eth')
  expect(await ask('Ä')).not.toHaveLength(0)
  expect(await ask('中')).toEqual([])
  expect((await api.get('/v1/profile/suggestions/alice?zone=reown.id')).status).toBe(404)
})

it('The name of a zone is nobody’s, and a closed zone suggests nothing', async () => {
  const zones = { 'shop.eth': ZONE, 'team.shop.eth': { ...ZONE, closed: true } }
  const api = await startNames({ names: { zones } })
  expect(refusalOf(await api.register('team.shop.eth'))).toEqual([400, 'name'])
  expect((await api.read('team.shop.eth')).status).toBe(404)
  const asked = await api.get('/v1/profile/suggestions/alice?zone=team.shop.eth')
  expect(refusalOf(asked)).toEqual([403, 'zone'])
})

it('A right signature registers, also the second time, and a wrong one is told why [API-34]', async () => {
  const api = await startNames()
  const body = await registration('alice.shop.eth')
  for (let time = 0; time < 2; time += 1)
    expect(await api.send('POST', ACCOUNT, body)).toMatchObject({
      status: 200,
      body: { success: true, name: 'alice.shop.eth' },
    })
  expect((await api.read('alice.shop.eth')).status).toBe(200)
  const foreign = { ...(await registration('robert.shop.eth', bob)), address: alice.address }
  const refused = await api.send('POST', ACCOUNT, foreign)
  expect(refusalOf(refused)).toEqual([401, 'signature'])
  expect(wordsOf(refused)).toMatch(/not a signature/)
  expect((await api.read('robert.shop.eth')).status).toBe(404)
})

it('A known address has its name and its picture, and one without a name is 404 [API-08]', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const asked: string[] = []
  const fetchDocument: FetchDocument = async (link) => {
    asked.push(link)
    return { bytes: png }
  }
  const api = await startTestApi(
    { chains: [chain('http://127.0.0.1:1')], names: { zones: { 'shop.eth': ZONE } } },
    { now: () => NOW, fetchDocument },
  )
  await api.post(ACCOUNT, await registration('alice.shop.eth'))
  const identity = () => api.get(`/v1/identity/${alice.address}?sender=${bob.address}`)
  expect(await identity()).toMatchObject({
    status: 200,
    body: { name: 'alice.shop.eth', avatar: null },
  })
  const change = await signed({
    action: 'update',
    name: 'alice.shop.eth',
    attributes: { avatar: 'https://pictures.example/a.png' },
    timestamp: seconds(),
  })
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' } }
  await api.ask(`${ACCOUNT}/alice.shop.eth`, { ...put, body: JSON.stringify(change) })
  const { body } = await identity()
  expect(body).toEqual({ name: 'alice.shop.eth', avatar: '/v1/profile/avatar/alice.shop.eth' })
  const picture = await api.ask(body.avatar)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(asked).toEqual(['https://pictures.example/a.png'])
  expect((await api.get(`/v1/identity/${bob.address}`)).status).toBe(404)
})

it('Without zones nothing is read and nothing is given out', async () => {
  const api = await startNames({ names: undefined as never })
  for (const path of [
    `${ACCOUNT}/alice.shop.eth`,
    `/v1/profile/reverse/${alice.address}`,
    '/v1/profile/suggestions/alice?zone=shop.eth',
    `/v1/identity/${alice.address}`,
  ])
    expect((await api.get(path)).status, path).toBe(404)
  expect(refusalOf(await api.register('alice.shop.eth'))).toEqual([403, 'zone'])
  const body = await registration('alice.shop.eth')
  for (const method of ['PUT', 'DELETE'])
    expect(refusalOf(await api.send(method, `${ACCOUNT}/alice.shop.eth`, body))).toEqual([
      403,
      'zone',
    ])
})

it('A closed zone gives out no names, and keeps those that it gave out', async () => {
  const zones = { 'shop.eth': { ...ZONE, closed: true } }
  const api = await startNames({ names: { zones } })
  expect(refusalOf(await api.register('alice.shop.eth'))).toEqual([403, 'zone'])
})

it('Names of another service are given out only by a host that owns their zone', async () => {
  const api = await startNames()
  expect(refusalOf(await api.register('alice.reown.id'))).toEqual([400, 'name'])
  expect((await api.read('alice.reown.id')).status).toBe(404)
  const owner = await startNames({ names: { zones: { 'reown.id': ZONE } } })
  expect((await owner.register('alice.reown.id')).status).toBe(200)
})

it('A taken, reserved or confusable name is refused in plain words, with others that are free', async () => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  const refused = async (name: string) => {
    const answer = await api.register(name, bob)
    expect(refusalOf(answer)).toEqual([409, 'name'])
    expect(answer.body.suggestions.length).toBeGreaterThan(0)
    return wordsOf(answer)
  }
  expect(await refused('alice.shop.eth')).toMatch(/^This name is taken/)
  expect(await refused('admin.shop.eth')).toMatch(/reserved/)
  expect(await refused('adm1n.shop.eth')).toMatch(/reserved/)
  for (const name of ['a1ice', 'allce', 'al-ice'])
    expect(await refused(`${name}.shop.eth`), name).toMatch(/looks like/)
})

it('A name that was given back leads nowhere, rests for 30 days, and is then free for others', async () => {
  let now = NOW
  const api = await startNames({}, () => now)
  await api.register('alice.shop.eth')
  const leaving = await signed({
    action: 'release',
    name: 'alice.shop.eth',
    timestamp: seconds(),
  })
  const path = `${ACCOUNT}/alice.shop.eth`
  const stolen = { ...leaving, address: bob.address }
  expect(refusalOf(await api.send('DELETE', path, stolen))).toEqual([401, 'signature'])
  expect(refusalOf(await api.send('DELETE', `${ACCOUNT}/bobby.shop.eth`, leaving))).toEqual([
    400,
    'message',
  ])
  expect(await api.send('DELETE', path, leaving)).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await api.read('alice.shop.eth')).status).toBe(404)
  expect((await api.send('DELETE', path, leaving)).status).toBe(404)
  // Neither a stranger nor who left it gets it, nor one that looks like it.
  for (const name of ['alice', 'allce'])
    for (const from of [bob, alice])
      expect(refusalOf(await api.register(`${name}.shop.eth`, from))).toEqual([409, 'name'])
  now += 30 * DAY_MS - 1
  expect((await api.register('alice.shop.eth', bob)).status).toBe(409)
  now += 1
  expect((await api.register('allce.shop.eth', bob)).status).toBe(200)
  expect((await api.register('alice.shop.eth', alice)).status).toBe(409)
})

it('The owner says more of a name, and an older change that is played back changes nothing', async () => {
  let now = NOW
  const api = await startNames({}, () => now)
  await api.register('alice.shop.eth')
  const path = `${ACCOUNT}/alice.shop.eth`
  const changeOf = (attributes: object, from = alice) =>
    signed({ action: 'update', name: 'alice.shop.eth', attributes, timestamp: seconds(now) }, from)
  const first = await changeOf({ url: 'https://one.example' })
  expect((await api.send('PUT', path, first)).status).toBe(200)
  now += 2000
  const second = await changeOf({ url: 'https://two.example', description: 'Hello' })
  expect((await api.send('PUT', path, second)).status).toBe(200)
  expect((await api.send('PUT', path, first)).status).toBe(404)
  expect((await api.read('alice.shop.eth')).body.attributes).toEqual({
    url: 'https://two.example',
    description: 'Hello',
  })
  expect((await api.send('PUT', path, await changeOf({}, bob))).status).toBe(404)
  for (const attributes of [
    { url: 'javascript:alert(1)' },
    { url: 'http://two.example' },
    { avatar: 'file:///etc/passwd' },
    { email: 'a@b.example' },
    { description: 'two\nlines' },
    { description: 'x'.repeat(281) },
  ])
    expect(refusalOf(await api.send('PUT', path, await changeOf(attributes)))).toEqual([
      400,
      'message',
    ])
})

it('An address has so many names of a zone, and is then told when to come again', async () => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  const second = await api.register('robert.shop.eth')
  expect(refusalOf(second)).toEqual([429, 'address'])
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await api.register('alice.shop.eth')).status).toBe(200)
})

it('One IP address tries so often a day, and another one still may', async () => {
  const api = await startTestApi(
    {
      chains: [chain('http://127.0.0.1:1')],
      names: { zones: { 'shop.eth': ZONE }, triesPerDay: 2 },
      trustedProxies: ['127.0.0.1'],
    },
    { now: () => NOW },
  )
  const from = async (ip: string, name: string) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify(await registration(name, somebody())),
    }
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    return api.app.request(ACCOUNT, init, env)
  }
  expect((await from('1.1.1.1', 'alice.shop.eth')).status).toBe(200)
  expect((await from('1.1.1.1', 'alice.shop.eth')).status).toBe(409)
  const third = await from('1.1.1.1', 'robert.shop.eth')
  expect([third.status, Number(third.headers.get('retry-after')) > 3600]).toEqual([429, true])
  expect((await from('1.1.1.2', 'robert.shop.eth')).status).toBe(200)
})

it('A node that could check a signature and is away stores nothing, and says so', async () => {
  const node = await startFakeNode()
  ending.push(node.close)
  node.state.isDown = true
  const api = await startNames({ chains: [chain(node.url)] })
  const body = await registration('alice.shop.eth', bob, { coin_type: LOCAL_COIN })
  const answer = await api.send('POST', ACCOUNT, { ...body, address: alice.address })
  expect(refusalOf(answer)).toEqual([503, 'signature'])
  expect((await api.read('alice.shop.eth')).status).toBe(404)
})

it('An own name of a contract is told on its chain alone', async () => {
  const other = { ...chain('http://127.0.0.1:1'), id: 'eip155:31338' }
  const api = await startNames({ chains: [chain('http://127.0.0.1:1'), other] })
  await api.store.names.register(
    {
      ...{ zone: 'shop.eth', label: 'vault', key: 'vault', address: alice.address },
      ...{ coinType: LOCAL_COIN, byKey: false, attributes: {}, signedAt: 1, createdAt: 1 },
    },
    { perAddress: 1, restedBefore: 0 },
  )
  expect((await api.get(`/v1/identity/${CHAIN}:${alice.address}`)).body.name).toBe('vault.shop.eth')
  expect((await api.get(`/v1/identity/${other.id}:${alice.address}`)).status).toBe(404)
  expect((await api.get(`/v1/identity/${alice.address}`)).status).toBe(404)
  expect((await api.read('vault.shop.eth')).body.addresses).toEqual({
    [LOCAL_COIN]: { address: alice.address, created_at: new Date(1).toISOString() },
  })
})

it('Pages of known origins may change and leave names, by a preflight', async () => {
  const api = await startNames({ allowedOrigins: ['https://shop.example'] })
  const preflight = (origin: string) =>
    api.app.request(`${ACCOUNT}/alice.shop.eth`, { method: 'OPTIONS', headers: { origin } })
  const { headers } = await preflight('https://shop.example')
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
  const foreign = await preflight('https://evil.example')
  expect(foreign.headers.get('access-control-allow-methods')).toBeNull()
})

const bad = (zone: object) => ({ zones: { 'shop.eth': { ...ZONE, ...zone } } })
it.each<[string, object, RegExp]>([
  ['a name that is not normal', { zones: { 'Shop.eth': ZONE } }, /Shop\.eth/],
  ['a name without a dot', { zones: { eth: ZONE } }, /must be a name of ENS/],
  ['a malformed key', bad({ signerKey: '0x12' }), /signerKey of the zone shop\.eth/],
  ['a malformed resolver address', bad({ resolvers: ['0x12'] }), /must be addresses/],
  ['a reserved name that nobody could have', bad({ reserved: ['a.b'] }), /"a\.b"/],
  ['no name for an address', bad({ perAddress: 0 }), /perAddress/],
  ['no try in a day', { triesPerDay: 0 }, /triesPerDay/],
  ['ENS on a chain that is not configured', { ens: { chain: 'eip155:5' } }, /eip155:5/],
])('The service does not start with %s', async (_, names, words) => {
  const start = startNames({ names })
  await expect(start).rejects.toMatchObject({
    code: 'blockchain-api.invalid_option',
    message: expect.stringMatching(words),
  })
  await expect(start).rejects.not.toThrow(ZONE.signerKey)
})
