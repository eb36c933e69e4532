import { describe, expect, it } from 'vitest'
import { MAX_ACCOUNTS } from '../src/http/cookieCarrier.js'
import type { SiwxServerOptions } from '../src/index.js'
import { codeOf, createBench, endlessStore, MINUTE } from './bench.js'
import { eip155 } from './signers.js'

const WEEK = 7 * 24 * 60 * MINUTE
const attributes = (line: string): readonly string[] => line.split('; ').slice(1)

describe('the cookie', () => {
  it.each<readonly [string, Partial<SiwxServerOptions>, name: string, wanted: readonly string[]]>([
    [
      'by default',
      {},
      '__Host-siwx',
      ['Path=/', `Max-Age=${WEEK / 1000}`, 'HttpOnly', 'SameSite=Lax', 'Secure'],
    ],
    [
      'strict and short',
      { session: { kind: 'cookie', sameSite: 'Strict', lifetime: MINUTE, name: 'shop' } },
      '__Host-shop',
      ['Path=/', 'Max-Age=60', 'HttpOnly', 'SameSite=Strict', 'Secure'],
    ],
    [
      'for a page on another site',
      { session: { kind: 'cookie', sameSite: 'None' } },
      '__Host-siwx',
      ['Path=/', `Max-Age=${WEEK / 1000}`, 'HttpOnly', 'SameSite=None', 'Secure'],
    ],
    [
      'shared with hosts below',
      { session: { kind: 'cookie', domain: 'shop.example' } },
      '__Secure-siwx',
      [
        'Path=/',
        `Max-Age=${WEEK / 1000}`,
        'HttpOnly',
        'SameSite=Lax',
        'Secure',
        'Domain=shop.example',
      ],
    ],
    [
      'without https, for development',
      { session: { kind: 'cookie', secure: false } },
      'siwx',
      ['Path=/', `Max-Age=${WEEK / 1000}`, 'HttpOnly', 'SameSite=Lax'],
    ],
  ])('A cookie has its attributes: %s', async (_, options, name, wanted) => {
    const bench = createBench(options)
    const client = bench.client()
    expect(await codeOf(await bench.signIn(client))).toBe(200)
    const [mark, session, ...more] = client.set
    expect(more).toEqual([])
    expect(session).toMatch(new RegExp(`^${name}=[\\w-]{43}; `))
    expect(attributes(session!)).toEqual(wanted)
    expect(mark).toMatch(new RegExp(`^${name}-browser-[\\w-]{8}=[\\w-]{43}; `))
    expect(attributes(mark!)).toEqual(
      wanted.map((each) => (each.startsWith('Max-Age') ? 'Max-Age=300' : each)),
    )
  })

  it('The secret of a cookie is not in the store', async () => {
    const written: string[] = []
    const entries = new Map<string, string>()
    const bench = createBench({
      store: {
        get: async (key) => entries.get(key),
        set: async (key, value) => {
          written.push(key, value)
          entries.set(key, value)
        },
        take: async (key) => {
          const value = entries.get(key)
          entries.delete(key)
          return value
        },
      },
    })
    const client = bench.client()
    await bench.signIn(client)
    expect(client.cookies.size).toBe(2)
    for (const secret of client.cookies.values()) expect(written.join()).not.toContain(secret)
    expect(written.filter((text) => text.startsWith('siwx:session:'))).toEqual([
      `siwx:session:${(await bench.server.getSession(client.request('/')))!.id}`,
    ])
  })
})

describe('a session', () => {
  it('A session gets a new secret at sign-in: a cookie that was planted before is worthless', async () => {
    const bench = createBench()
    const [victim, attacker] = [bench.client(), bench.client()]
    const planted = 'A'.repeat(43)
    victim.cookies.set('__Host-siwx', planted)
    attacker.cookies.set('__Host-siwx', planted)
    await bench.signIn(victim)
    expect(victim.cookies.get('__Host-siwx')).not.toContain(planted)
    expect(await bench.server.getSession(victim.request('/'))).toBeDefined()
    expect(await bench.server.getSession(attacker.request('/'))).toBeUndefined()
  })

  it("A session that an attacker shares with a victim does not become the victim's", async () => {
    const bench = createBench()
    const [victim, attacker] = [bench.client(), bench.client()]
    await bench.signIn(attacker, eip155(2))
    victim.cookies.set('__Host-siwx', attacker.cookies.get('__Host-siwx')!)
    await bench.signIn(victim, eip155(1))
    expect(await bench.server.getSession(victim.request('/'))).toMatchObject({
      accountAddress: eip155(1).accountAddress,
    })
    expect(await bench.server.getSessions(attacker.request('/'))).toMatchObject([
      { accountAddress: eip155(2).accountAddress },
    ])
  })

  it('A session ends when its lifetime is over', async () => {
    const bench = createBench({ session: { kind: 'cookie', lifetime: MINUTE } })
    const client = bench.client()
    await bench.signIn(client)
    bench.now += MINUTE - 1
    expect(await bench.server.getSession(client.request('/'))).toBeDefined()
    bench.now += 1
    expect(await bench.server.getSession(client.request('/'))).toBeUndefined()
  })

  it('A session ends in a store that never forgets, and by a lifetime that was shortened since', async () => {
    const store = endlessStore()
    const [long, short] = [
      createBench({ store }),
      createBench({ store, session: { kind: 'cookie', lifetime: MINUTE } }),
    ]
    const client = long.client()
    await long.signIn(client)
    for (const bench of [long, short])
      expect(await bench.server.getSession(client.request('/'))).toBeDefined()
    short.now += MINUTE
    expect(await short.server.getSession(client.request('/'))).toBeUndefined()
    long.now += WEEK - 1
    expect(await long.server.getSession(client.request('/'))).toBeDefined()
    long.now += 1
    expect(await long.server.getSession(client.request('/'))).toBeUndefined()
  })

  it('A session ends at sign-out, also for a copy of the cookie', async () => {
    const bench = createBench()
    const client = bench.client()
    await bench.signIn(client)
    const thief = bench.client()
    for (const pair of client.cookies) thief.cookies.set(...pair)
    expect(await bench.server.getSession(thief.request('/'))).toBeDefined()
    const response = await client.post('/sign-out')
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(client.cookies.has('__Host-siwx')).toBe(false)
    expect(await bench.server.getSession(thief.request('/'))).toBeUndefined()
    expect((await client.post('/sign-out')).status).toBe(204)
  })

  it('Sessions are listed by account and chain, the latest first', async () => {
    const bench = createBench()
    const client = bench.client()
    const [one, two, elsewhere] = [eip155(1), eip155(2), eip155(1, 'eip155:10')]
    for (const signer of [one, two, elsewhere]) await bench.signIn(client, signer)
    const found = async (query = ''): Promise<readonly string[]> =>
      (await client.list(query)).map(({ data }) => `${data.chainId}:${data.accountAddress}`)
    const names = [elsewhere, two, one].map(
      ({ chainId, accountAddress }) => `${chainId}:${accountAddress}`,
    )
    expect(await found()).toEqual(names)
    expect(await found('?chainId=eip155:1')).toEqual(names.slice(1))
    expect(await found(`?accountAddress=${one.accountAddress}`)).toEqual([names[0], names[2]])
    expect(
      await found(`?chainId=eip155:1&accountAddress=${one.accountAddress.toLowerCase()}`),
    ).toEqual([names[2]])
    expect(await found('?chainId=eip155:5')).toEqual([])
    expect(
      await bench.server.getSession(client.request('/'), { accountAddress: two.accountAddress }),
    ).toMatchObject({ accountAddress: two.accountAddress })
  })

  it('A session is read from headers alone', async () => {
    const bench = createBench()
    const client = bench.client()
    await bench.signIn(client)
    const { headers } = client.request('/')
    expect(
      await bench.server.getSession({ headers: { get: (name) => headers.get(name) } }),
    ).toMatchObject({ accountAddress: eip155().accountAddress })
  })

  it('A session of another browser is not listed', async () => {
    const bench = createBench()
    await bench.signIn(bench.client())
    expect(await bench.client().list(`?accountAddress=${eip155().accountAddress}`)).toEqual([])
  })

  it('A session is replaced by a new one of the same account and chain', async () => {
    const bench = createBench()
    const client = bench.client()
    await bench.signIn(client)
    const old = bench.client()
    for (const pair of client.cookies) old.cookies.set(...pair)
    await bench.signIn(client)
    expect(await client.list()).toHaveLength(1)
    expect(await old.list()).toEqual([])
  })

  it(`A browser has at most ${MAX_ACCOUNTS} sessions: the oldest is ended`, async () => {
    const bench = createBench()
    const client = bench.client()
    for (let key = 1; key <= MAX_ACCOUNTS + 1; key++) await bench.signIn(client, eip155(key))
    const accounts = (await client.list()).map(({ data }) => data.accountAddress)
    expect(accounts).toHaveLength(MAX_ACCOUNTS)
    expect(accounts).not.toContain(eip155(1).accountAddress)
  })

  it('One of several sessions can be ended alone', async () => {
    const bench = createBench()
    const client = bench.client()
    for (const signer of [eip155(1), eip155(2)]) await bench.signIn(client, signer)
    expect(
      (
        await client.post('/sign-out', {
          chainId: 'eip155:1',
          accountAddress: eip155(2).accountAddress,
        })
      ).status,
    ).toBe(204)
    expect((await client.list()).map(({ data }) => data.accountAddress)).toEqual([
      eip155(1).accountAddress,
    ])
  })

  it('A session is revoked by its id', async () => {
    const bench = createBench()
    const client = bench.client()
    for (const signer of [eip155(1), eip155(2)]) await bench.signIn(client, signer)
    await bench.server.revoke((await bench.server.getSession(client.request('/')))!.id)
    expect((await client.list()).map(({ data }) => data.accountAddress)).toEqual([
      eip155(1).accountAddress,
    ])
  })

  it('All sessions of an account are revoked, in every browser and on every chain', async () => {
    const bench = createBench()
    const clients = [bench.client(), bench.client(), bench.client()] as const
    await bench.signIn(clients[0], eip155(1))
    await bench.signIn(clients[1], eip155(1, 'eip155:10'))
    await bench.signIn(clients[1], eip155(2))
    await bench.server.revokeAll(eip155(1).accountAddress.toLowerCase())
    expect(await clients[0].list()).toEqual([])
    expect((await clients[1].list()).map(({ data }) => data.accountAddress)).toEqual([
      eip155(2).accountAddress,
    ])
    await bench.signIn(clients[2], eip155(1))
    expect(await clients[2].list()).toHaveLength(1)
    bench.now += 3 * 24 * 60 * MINUTE
    await bench.server.revokeAll(eip155(1).accountAddress)
    expect(await clients[2].list()).toEqual([])
    await bench.signIn(clients[2], eip155(1))
    bench.now += WEEK - 1
    expect(await clients[2].list()).toHaveLength(1)
  })

  it('A session that is opened while its account is revoked is not valid', async () => {
    const bench = createBench()
    const { store } = bench
    const client = bench.client()
    const open = store.set.bind(store)
    store.set = async (key, ...rest) => {
      if (key.startsWith('siwx:session:')) await bench.server.revokeAll(eip155().accountAddress)
      return open(key, ...rest)
    }
    await bench.signIn(client)
    expect(await client.list()).toEqual([])
  })

  it.each([
    '',
    'x',
    '.',
    '....',
    '__proto__',
    `${'A'.repeat(43)}.${'B'.repeat(43)}`,
    Array.from({ length: 1_000 }, () => 'A'.repeat(43)).join('.'),
    '"',
    '%00',
    'A'.repeat(10_000),
  ])('A cookie of %j does not make a session', async (value) => {
    let reads = 0
    const bench = createBench({
      store: {
        get: async () => void reads++,
        set: async () => undefined,
        take: async () => undefined,
      },
    })
    const client = bench.client()
    client.cookies.set('__Host-siwx', value)
    expect(await client.list()).toEqual([])
    expect(reads).toBeLessThanOrEqual(MAX_ACCOUNTS)
  })
})
