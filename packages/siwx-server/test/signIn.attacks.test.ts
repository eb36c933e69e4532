// Attacks of somebody who has a stolen key, a contract of their own, or a server behind a proxy that
// decides by paths.
import express from 'express'
import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, type TestContext } from 'vitest'
import { memoryStore } from '../src/index.js'
import { toNodeHandler } from '../src/node.js'
import { codeOf, createBench, endlessStore, ORIGIN, SECRET, type Bench } from './bench.js'
import { bip122, cosmos, eip155, polkadot, type Signer } from './signers.js'

const report = (
  { task }: TestContext,
  attack: string,
  tries: number,
  wanted: string,
  seen: string,
): void => void (task.meta.attack = { attack, tries, wanted, seen })

/** The same key, spelled twice on one chain or on two. */
const ALIASES: Record<string, () => Promise<readonly Signer[]>> = {
  cosmos: () => Promise.all(['cosmos', 'evil', 'osmo', 'cosmosvaloper'].map(cosmos)),
  polkadot: () => Promise.all([0, 42, 2, 63].map(polkadot)),
}

describe('an account that is locked out', () => {
  for (const [family, spellings] of Object.entries(ALIASES))
    for (const kind of ['cookie', 'jwt'] as const) {
      it(`A locked-out ${family} account stays out in each spelling, by ${kind} (audit M8)`, async (context) => {
        const signers = await spellings()
        let left = 0
        for (const named of signers) {
          const bench = createBench(kind === 'jwt' ? { session: { kind, secret: SECRET } } : {})
          const clients = signers.map(() => bench.client())
          for (const [at, signer] of signers.entries())
            expect(await codeOf(await bench.signIn(clients[at]!, signer))).toBe(200)
          const bystander = bench.client()
          await bench.signIn(bystander, eip155())
          await bench.server.revokeAll(
            named.accountAddress.toUpperCase().startsWith('COSMOS1')
              ? named.accountAddress.toUpperCase()
              : named.accountAddress,
          )
          left += (await Promise.all(clients.map((client) => client.list()))).flat().length
          expect(await bystander.list()).toHaveLength(1)
        }
        report(
          context,
          `revoked account under other spellings, ${family}, ${kind}`,
          signers.length ** 2,
          '0 sessions left',
          `${left} left`,
        )
        expect(left).toBe(0)
      })
    }

  it('All spellings of an account have one key for bans (audit M8)', async () => {
    for (const [family, spellings] of Object.entries(ALIASES)) {
      const bench = createBench()
      const client = bench.client()
      for (const signer of await spellings()) await bench.signIn(client, signer)
      // One chain, one account: each sign-in replaced the one before.
      const sessions = await bench.server.getSessions(client.request('/me'))
      expect(sessions).toHaveLength(1)
      expect(sessions[0]!.accountKey).toMatch(new RegExp(`^${family}:[0-9a-f]+$`))
      for (const { accountAddress } of await spellings())
        expect(
          await bench.server.getSession(client.request('/me'), { accountAddress }),
        ).toBeDefined()
    }
  })

  it('A locked-out account is not confused with another address of the same key (audit M8)', async () => {
    const bench = createBench()
    const [payment, ordinals] = [bench.client(), bench.client()]
    await bench.signIn(payment, bip122('payment'))
    await bench.signIn(ordinals, bip122('ordinals'))
    await bench.server.revokeAll(bip122('payment').accountAddress.toUpperCase())
    expect([await payment.list(), (await ordinals.list()).length]).toEqual([[], 1])
    for (const none of ['', 'x', `eip155:1:${eip155().accountAddress}`, undefined as never])
      await expect(bench.server.revokeAll(none)).rejects.toMatchObject({ code: 'siwx.bad_address' })
  })

  it('A session of an older version, before accounts had keys, lets no locked-out account in (audit M8)', async () => {
    const entries = new Map<string, string>()
    const bench = createBench({ store: endlessStore(entries) })
    const client = bench.client()
    await bench.signIn(client)
    const [key, text] = [...entries].find(([name]) => name.startsWith('siwx:session:'))!
    const { signedBy: _, ...old } = JSON.parse(text) as Record<string, unknown>
    entries.set(key, JSON.stringify({ ...old, epoch: undefined }))
    expect(await client.list()).toEqual([])
  })
})

interface Front {
  port: number
  close(): Promise<unknown>
  counted: string[]
}
const open: Front[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function listen(handler: RequestListener, counted: string[]): Promise<Front> {
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const front = {
    port: (server.address() as { port: number }).port,
    counted,
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
  open.push(front)
  return front
}
/** A limiter counts by the path that it sees, and lets everything through here. */
const FRONTS: Record<string, (bench: Bench) => Promise<Front>> = {
  async 'a server of Node that limits by request.url'({ server }) {
    const counted: string[] = []
    const signIn = toNodeHandler(server.handle)
    return listen((request, response) => {
      if (request.url?.split('?')[0] === '/api/siwx/nonce') counted.push(request.url)
      void signIn(request, response)
    }, counted)
  },
  async 'Express that limits by route'({ server }) {
    const counted: string[] = []
    const app = express()
    app.use('/api/siwx/nonce', (request, _response, next) => {
      counted.push(request.originalUrl)
      next()
    })
    app.use('/public', (_request, _response, next) => next())
    app.use(toNodeHandler(server.handle))
    return listen(app as RequestListener, counted)
  },
  async 'Express that mounts the routes'({ server }) {
    const counted: string[] = []
    const app = express()
    app.use('/api/siwx/nonce', (request, _response, next) => {
      counted.push(request.originalUrl)
      next()
    })
    app.use('/api/siwx', toNodeHandler(server.handle))
    app.use('/public', toNodeHandler(server.handle))
    return listen(app as RequestListener, counted)
  },
}
const say = (port: number, head: string): Promise<string> =>
  new Promise((done) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `${head}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\n` +
          'Content-Length: 2\r\nConnection: close\r\n\r\n{}',
      ),
    )
    socket
      .on('data', (chunk) => {
        text += String(chunk)
      })
      .on('error', () => undefined)
      .on('close', () => done(text))
  })
const HOSTS = [
  'x/api/siwx/nonce?',
  'x/api/siwx/nonce#',
  'shop.example/api/siwx/nonce?',
  'a@b/api/siwx/nonce?',
  'localhost/api/siwx/nonce?x=',
  '[::1]/api/siwx/nonce?',
  'x\\api\\siwx\\nonce?',
  'x/api/siwx',
  'x/api/siwx/nonce;',
  'evil.example',
  '',
]
const PATHS = ['/api/siwx/sessions', '/public/anything', '/', '/x', '/nonce']
const DETOURS = [
  'http://evil.example/api/siwx/nonce',
  'HTTP://x/api/siwx/nonce',
  'https://shop.example/api/siwx/nonce',
  'http:/api/siwx/nonce',
  'http:api/siwx/nonce',
  '//api/siwx/nonce',
  '//evil.example/api/siwx/nonce',
  '///api/siwx/nonce',
  '/\\evil.example/api/siwx/nonce',
  '/public/../api/siwx/nonce',
  '/public/%2e%2e/api/siwx/nonce',
  '/public/.%2E/api/siwx/nonce',
  '/./api/siwx/nonce',
  '/api/./siwx/nonce',
  '/api/siwx/x/../nonce',
  '/api/siwx/nonce/.',
  '/api/siwx/nonce/x/..',
  '/api\\siwx\\nonce',
  '/api/siwx\\nonce',
  '/public\\..\\api/siwx/nonce',
  '/api/siwx/nonce#',
  '/api/siwx/nonce#x',
  '/api/siwx/%6eonce',
  '/api/siwx%2fnonce',
  '/api%2Fsiwx%2Fnonce',
  '/API/siwx/nonce/',
  '/api/siwx/nonce/',
  '/api/siwx//nonce',
  '/api/siwx/nonce;x',
  '/api/siwx/nonce%00',
  '/api/siwx/nonce%20',
  '/api/siwx/nonce%3f',
  '/api/siwx/n\u00f8nce',
  '@x/api/siwx/nonce',
  ':80/api/siwx/nonce',
  '?/api/siwx/nonce',
  '*',
  'x',
]

describe('a limiter in front that looks at paths', () => {
  it.each(Object.keys(FRONTS))(
    'A limiter sees every request that gets a nonce, whatever Host, address and headers say: %s (audit M9)',
    async (name) => {
      const front = await FRONTS[name]!(createBench())
      const heads = [
        ...PATHS.flatMap((path) => HOSTS.map((host) => `POST ${path} HTTP/1.1\r\nHost: ${host}`)),
        ...DETOURS.map((target) => `POST ${target} HTTP/1.1\r\nHost: shop.example`),
        ...[
          'X-Forwarded-Host: x/api/siwx/nonce?',
          'X-Original-URL: /api/siwx/nonce',
          'X-Rewrite-URL: /api/siwx/nonce',
          'X-Forwarded-Prefix: /api/siwx/nonce',
          'X-Forwarded-Path: /api/siwx/nonce',
          'Forwarded: host="x/api/siwx/nonce?"',
        ].map((header) => `POST /public HTTP/1.1\r\nHost: shop.example\r\n${header}`),
        'POST /public HTTP/1.0',
      ]
      const unseen: string[] = []
      for (const head of heads) {
        const before = front.counted.length
        if (/"nonceToken"/.test(await say(front.port, head)) && front.counted.length === before)
          unseen.push(head)
      }
      expect(unseen).toEqual([])
      expect(await say(front.port, 'POST /api/siwx/nonce HTTP/1.1\r\nHost: x/public?')).toContain(
        '"nonceToken"',
      )
      expect(front.counted).toContain('/api/siwx/nonce')
    },
    60_000,
  )

  it('A limiter is not passed by a Host that holds a path, as the audit found (audit M9)', async (context) => {
    const front = await FRONTS['a server of Node that limits by request.url']!(createBench())
    let nonces = 0
    for (const path of PATHS)
      for (const host of HOSTS)
        if (/"nonceToken"/.test(await say(front.port, `POST ${path} HTTP/1.1\r\nHost: ${host}`)))
          nonces++
    report(
      context,
      'Host header that holds a route',
      PATHS.length * HOSTS.length,
      '0 nonces',
      `${nonces} nonces`,
    )
    expect(nonces).toBe(0)
  })
})

describe('a message', () => {
  it('A message of the site with the URI or scheme of another one signs nobody in (audit L4)', async (context) => {
    const others = [
      { uri: 'https://evil.example/login' },
      { uri: 'http://shop.example' },
      { uri: 'https://shop.example@evil.example' },
      { uri: 'https://shop.example.evil.example' },
      { uri: 'https://shop.example:8443' },
      { uri: 'did:key:z6Mk' },
      { uri: 'javascript://shop.example/%0a1' },
      { scheme: 'http' },
      { scheme: 'evil' },
    ]
    const bench = createBench()
    const seen = await Promise.all(
      others.map(async (message) =>
        codeOf(await bench.signIn(bench.client(), eip155(), { message })),
      ),
    )
    report(
      context,
      'own domain, URI or scheme of another site',
      others.length,
      'each refused',
      `${seen.filter((code) => code !== 200).length} refused`,
    )
    expect(seen).toEqual(others.map(() => '401 siwx.wrong_uri'))
  })

  it('A message may name listed URIs, and local ones over http (audit L4)', async () => {
    const listed = createBench({ uris: ['https://app.example', 'shop-app://sign-in'] })
    for (const uri of ['https://app.example/x', 'shop-app://sign-in', `${ORIGIN}/in`])
      expect(
        await codeOf(await listed.signIn(listed.client(), eip155(), { message: { uri } })),
      ).toBe(200)
    expect(
      await codeOf(
        await listed.signIn(listed.client(), eip155(), {
          message: { uri: 'shop-app://sign-in/other' },
        }),
      ),
    ).toBe('401 siwx.wrong_uri')
    const local = createBench({ domain: 'localhost:3000' })
    expect(
      await codeOf(
        await local.signIn(local.client('http://localhost:3000'), eip155(), {
          message: { domain: 'localhost:3000', uri: 'http://localhost:3000/in', scheme: 'http' },
        }),
      ),
    ).toBe(200)
  })

  it('A message that is sent 1,000 times at once signs in once', async (context) => {
    const bench = createBench()
    const client = bench.client()
    const body = JSON.stringify(await bench.signed(client))
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, async () =>
        codeOf(
          await bench.server.handle(
            client.request('/verify', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body,
            }),
          ),
        ),
      ),
    )
    const passed = answers.filter((answer) => answer === 200).length
    report(
      context,
      'one nonce used many times in parallel',
      answers.length,
      'exactly 1 success',
      `${passed} success`,
    )
    expect(passed).toBe(1)
  })
})

describe('a contract at the address of somebody else, on another chain', () => {
  const ADDRESS = eip155().accountAddress
  const contractOn = (chainId: Signer['chainId']): Signer => ({
    chainId,
    accountAddress: ADDRESS,
    sign: async () => ({ signature: `0x${'ab'.repeat(80)}` }),
  })
  const nodes = {
    'eip155:1': async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : '0x'),
    'eip155:10': async ({ method }: { method: string }) =>
      method === 'eth_chainId' ? '0xa' : '0x01',
  } as const

  it('A session of a contract is not found by its address without chain (audit L5)', async (context) => {
    const bench = createBench({ nodes })
    const client = bench.client()
    expect(await codeOf(await bench.signIn(client, contractOn('eip155:1')))).toBe(
      '401 siwx.bad_signature',
    )
    expect(await codeOf(await bench.signIn(client, contractOn('eip155:10')))).toBe(200)
    const ask = (filter?: object) => bench.server.getSession(client.request('/me'), filter)
    const byAddress = await ask({ accountAddress: ADDRESS })
    report(
      context,
      'contract of another chain, asked for by address alone',
      1,
      'no session',
      byAddress ? 'a session' : 'no session',
    )
    expect(byAddress).toBeUndefined()
    expect(await ask({ accountAddress: ADDRESS.toLowerCase() })).toBeUndefined()
    expect(await ask({ accountAddress: ADDRESS, chainId: 'eip155:1' })).toBeUndefined()
    expect(await client.list(`?accountAddress=${ADDRESS}`)).toEqual([])
    const found = {
      chainId: 'eip155:10',
      signedBy: 'contract',
      accountKey: `eip155:10:${ADDRESS.toLowerCase()}`,
    }
    expect(await ask({ accountAddress: ADDRESS, chainId: 'eip155:10' })).toMatchObject(found)
    expect(await ask()).toMatchObject(found)
  })

  it('A contract and an account with a key at one address are told apart, and end together (audit L5)', async () => {
    for (const leave of ['revokeAll', 'sign-out'] as const) {
      const bench = createBench({ nodes })
      const client = bench.client()
      await bench.signIn(client, eip155())
      await bench.signIn(client, contractOn('eip155:10'))
      expect(
        await bench.server.getSessions(client.request('/me'), { accountAddress: ADDRESS }),
      ).toMatchObject([
        { chainId: 'eip155:1', signedBy: 'key', accountKey: `eip155:${ADDRESS.toLowerCase()}` },
      ])
      expect(await bench.server.getSessions(client.request('/me'))).toHaveLength(2)
      if (leave === 'revokeAll') await bench.server.revokeAll(ADDRESS)
      else await client.post('/sign-out', { accountAddress: ADDRESS })
      expect(await bench.server.getSessions(client.request('/me'))).toEqual([])
    }
  })

  it('An account with a key that was given code signs by its key (audit L5)', async () => {
    const bench = createBench({ nodes, store: memoryStore({ clock: () => bench.now }) })
    const client = bench.client()
    expect(await codeOf(await bench.signIn(client, eip155(1, 'eip155:10')))).toBe(200)
    expect(
      await bench.server.getSession(client.request('/me'), { accountAddress: ADDRESS }),
    ).toMatchObject({ signedBy: 'key' })
  })
})
