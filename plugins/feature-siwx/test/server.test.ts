// The store of a server, with a server that keeps the contract and fails when a test says so.
import { fakeStorage } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { randomNonce, verifySession, type SiwxMessage } from '@latchkey/siwx'
import { parseMessage } from '@latchkey/siwx'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverStore, siwx } from '../src/index.js'
import { becomePage, closeAll, declines, eventually, HOST, openSite } from './support.js'

beforeAll(becomePage)
const BASE = `https://${HOST}/api/siwx`

interface Call {
  path: string
  body: Record<string, unknown>
  authorization: string | null
  credentials: RequestCredentials | undefined
}
let server: ReturnType<typeof makeServer>
/** A server with single-use nonces and sessions; `answers` says what it does instead. */
function makeServer(mode: 'cookie' | 'token') {
  const calls: Call[] = []
  const nonces = new Map<string, string>()
  const tokens = new Map<string, SiwxMessage>()
  const answers: Partial<Record<string, () => Response | Promise<Response>>> = {}
  let cookies: SiwxMessage[] = []
  const expirationTime = new Date(Date.now() + 3_600_000).toISOString()
  const refuse = (code: string): Response =>
    Response.json({ error: { code, message: 'no' } }, { status: 400 })
  const held = (authorization: string | null): readonly SiwxMessage[] =>
    mode === 'cookie'
      ? cookies
      : [...tokens].filter(([token]) => authorization === `Bearer ${token}`).map(([, data]) => data)
  const routes: Readonly<Record<string, (call: Call, url: URL) => Response | Promise<Response>>> = {
    nonce() {
      const [nonce, nonceToken] = [randomNonce(), randomNonce()]
      nonces.set(nonceToken, nonce)
      return Response.json({
        nonce,
        nonceToken,
        expirationTime: new Date(Date.now() + 300_000).toISOString(),
      })
    },
    async verify({ body: { message, signature, nonceToken, publicKey } }) {
      const data = parseMessage(message as string, 'eip155')
      const nonce = nonces.get(nonceToken as string)
      nonces.delete(nonceToken as string)
      if (nonce === undefined) return refuse('siwx.wrong_nonce')
      await verifySession({
        session: {
          data,
          message: message as string,
          signature: signature as string,
          ...(publicKey !== undefined && { publicKey: publicKey as string }),
        },
        expected: { domain: HOST, nonce },
      })
      const token = randomNonce()
      if (mode === 'token') tokens.set(token, data)
      else cookies.push(data)
      return Response.json({
        session: { data, message, expirationTime },
        ...(mode === 'token' && { token }),
      })
    },
    sessions: ({ authorization }, { searchParams }) =>
      Response.json({
        sessions: held(authorization)
          .filter(
            ({ chainId, accountAddress }) =>
              chainId === searchParams.get('chainId') &&
              accountAddress === searchParams.get('accountAddress'),
          )
          .map((data) => ({ data, expirationTime })),
      }),
    'sign-out'({ authorization, body }) {
      cookies = cookies.filter(
        ({ accountAddress, chainId }) =>
          accountAddress !== body['accountAddress'] ||
          (body['chainId'] !== undefined && body['chainId'] !== chainId),
      )
      tokens.delete(String(authorization).slice(7))
      return new Response(null, { status: 204 })
    },
  }
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!url.href.startsWith(`${BASE}/`)) throw new TypeError('Failed to fetch')
    const path = url.pathname.slice('/api/siwx/'.length)
    const call: Call = {
      path,
      body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {},
      authorization: new Headers(init.headers).get('authorization'),
      credentials: init.credentials,
    }
    calls.push(call)
    return answers[path]?.() ?? routes[path]?.(call, url) ?? new Response('', { status: 404 })
  })
  return {
    calls,
    answers,
    tokens,
    paths: () => calls.map(({ path }) => path),
    clear: () => (cookies = []),
  }
}
beforeEach(() => void (server = makeServer('token')))
afterEach(closeAll)
const tokenStore = () => serverStore({ url: '/api/siwx', mode: 'token' })

describe('a token', () => {
  it('A token is kept and used by the next page [STORE-15]', async () => {
    const storage = fakeStorage()
    const wallet = new Eip155Wallet({ chains: [1, 10] })
    const first = await openSite({ store: tokenStore() }, { kernel: { storage }, wallet })
    await first.connect()
    await first.api.requestSignMessage()
    const [token] = [...server.tokens.keys()]
    expect(first.api.session.get().session).toMatchObject({
      token,
      data: { accountAddress: wallet.address },
    })
    first.kernel.dispose()
    server.calls.length = 0
    const second = await openSite(
      { store: tokenStore() },
      { kernel: { storage }, wallet, resume: true },
    )
    await second.is('signedIn')
    expect(server.calls).toMatchObject([
      { path: 'sessions', authorization: `Bearer ${token}`, credentials: 'omit' },
    ])
    expect(second.api.session.get().session?.token).toBe(token)
    expect(second.isOpen()).toBe(false)
  })
  it('Each account and network has its token, which is removed by signing out', async () => {
    const { connect, api, kernel, shows, is } = await openSite({ store: tokenStore() })
    await connect()
    await api.requestSignMessage()
    await kernel.switchNetwork('eip155:10')
    await shows('SIWXSignMessage')
    await api.requestSignMessage()
    await kernel.switchNetwork('eip155:1')
    await is('signedIn')
    expect(server.tokens.size).toBe(2)
    await api.signOut()
    expect([server.tokens.size, await api.getSessions()]).toEqual([1, []])
    await kernel.disconnect()
    await eventually(() => expect(server.tokens.size).toBe(0))
  })
  it('A token that the server has ended is forgotten, and the visitor is asked', async () => {
    const storage = fakeStorage()
    const wallet = new Eip155Wallet({ chains: [1, 10] })
    const first = await openSite({ store: tokenStore() }, { kernel: { storage }, wallet })
    await first.connect()
    await first.api.requestSignMessage()
    first.kernel.dispose()
    server.tokens.clear()
    const second = await openSite(
      { store: tokenStore() },
      { kernel: { storage }, wallet, resume: true },
    )
    await second.shows('SIWXSignMessage')
    expect(Object.keys(storage.entries()).filter((key) => key.endsWith(':authToken'))).toEqual([])
  })
  it.each([['nonsense'], ['"nonsense"'], ['[1]'], ['{"eip155:1:0x":7}'], ['null']])(
    'A token stored as %j is ignored',
    async (text) => {
      const storage = fakeStorage({ 'latchkey-default:siwx:v1:authToken': text })
      const { connect, view } = await openSite({ store: tokenStore() }, { kernel: { storage } })
      await connect()
      expect([view(), server.paths()]).toEqual(['SIWXSignMessage', ['nonce']])
    },
  )
})

it('The token of a nonce is kept, and sent with the signed message [STORE-16]', async () => {
  const storage = fakeStorage()
  const { connect, api } = await openSite({ store: tokenStore() }, { kernel: { storage } })
  await connect()
  const kept = Object.entries(storage.entries()).find(([key]) =>
    key.endsWith(':siwx:v1:nonceToken'),
  )?.[1]
  const session = await api.requestSignMessage()
  const { body } = server.calls.find(({ path }) => path === 'verify')!
  expect(body['nonceToken']).toBe(JSON.parse(kept!))
  expect(body).toEqual({
    message: session.message,
    signature: session.signature,
    chainId: 'eip155:1',
    accountAddress: session.data.accountAddress,
    nonceToken: body['nonceToken'],
  })
  expect(Object.keys(storage.entries()).filter((key) => key.endsWith(':nonceToken'))).toEqual([])
})

it('With cookies no token is kept, and the browser sends them', async () => {
  server = makeServer('cookie')
  const storage = fakeStorage()
  const { connect, api, is, kernel } = await openSite(
    { store: serverStore({ url: BASE }) },
    { kernel: { storage } },
  )
  await connect()
  await api.requestSignMessage()
  expect(
    server.calls.every(
      ({ credentials, authorization }) => credentials === 'include' && authorization === null,
    ),
  ).toBe(true)
  expect(
    Object.keys(storage.entries()).filter((key) => /:siwx:/.test(key) && !key.endsWith(':changed')),
  ).toEqual([])
  await kernel.switchNetwork('eip155:10')
  await api.cancel()
  await kernel.switchNetwork('eip155:1')
  await is('signedIn')
  await api.signOut()
  expect(server.calls.at(-1)).toMatchObject({
    path: 'sign-out',
    body: { chainId: 'eip155:1', accountAddress: expect.any(String) as string },
  })
})

describe('a server that does not take part', () => {
  it.each([
    [
      'refuses',
      () => Response.json({ error: { code: 'siwx.wrong_domain', message: 'no' } }, { status: 400 }),
      { code: 'siwx.server_refused', context: { serverCode: 'siwx.wrong_domain' } },
    ],
    ['fails', () => new Response('<html>', { status: 502 }), { code: 'http.status' }],
    [
      'answers something else',
      () => Response.json({ token: 'a b\n' }),
      { code: 'http.bad_answer' },
    ],
    [
      'cannot be reached',
      () => Promise.reject(new TypeError('Failed to fetch')),
      { code: 'http.unreachable' },
    ],
  ] as const)(
    'A server that fails with %s leads back to the view, with a new nonce for the next try',
    async (_, answer, error) => {
      const { connect, api, view, toasts } = await openSite({ store: tokenStore() })
      await connect()
      const { nonce } = api.session.get().request!.data
      server.answers['verify'] = answer
      await expect(api.requestSignMessage()).rejects.toMatchObject(error)
      expect([view(), toasts()]).toEqual(['SIWXSignMessage', ['error: Sign-in failed']])
      delete server.answers['verify']
      expect((await api.requestSignMessage()).data.nonce).not.toBe(nonce)
    },
  )
  it.each([
    ['nonce', () => Response.json({ nonce: 7 })],
    ['nonce', () => new Response('', { status: 500 })],
    ['sessions', () => Response.json({ sessions: [{ data: {} }] })],
    ['sessions', () => Response.json([])],
  ] as const)(
    'A server whose answer to %s is unusable cannot begin a sign-in',
    async (path, answer) => {
      server = makeServer('cookie')
      server.answers[path] = answer
      const { kernel, toasts } = await openSite({ store: serverStore({ url: BASE }) })
      kernel.open()
      await kernel.connect('test.bench').catch(() => undefined)
      await eventually(() =>
        expect(toasts()).toEqual([
          'error: A problem occurred while trying initialize authentication',
        ]),
      )
      expect(kernel.ports.connections.get().connections).toEqual([])
    },
  )
  it("A server that does not trust the page is reported by the server's own code", async () => {
    server = makeServer('cookie')
    server.answers['nonce'] = server.answers['sign-out'] = () =>
      Response.json(
        { error: { code: 'siwx.untrusted_origin', message: 'This page may not sign in here.' } },
        { status: 403 },
      )
    const refused = {
      code: 'siwx.server_refused',
      context: { serverCode: 'siwx.untrusted_origin' },
    }
    const site = await openSite({ store: serverStore({ url: BASE }) })
    await site.kernel.connect('test.bench').catch(() => undefined)
    await eventually(() =>
      expect(site.events('siwx:failed')).toMatchObject([
        { error: { code: 'siwx.start_failed', cause: refused } },
      ]),
    )
    delete server.answers['nonce']
    await site.connect()
    await site.api.requestSignMessage()
    await expect(site.api.signOut()).rejects.toMatchObject(refused)
  })
  it('A server without the session leads to a new question', async () => {
    server = makeServer('cookie')
    server.answers['sessions'] = () => new Response('', { status: 401 })
    const { connect, view } = await openSite({ store: serverStore({ url: BASE }) })
    await connect()
    expect(view()).toBe('SIWXSignMessage')
  })
  it('A session of another account in the answer of a server is ignored', async () => {
    server = makeServer('cookie')
    const other = {
      domain: HOST,
      accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      chainId: 'eip155:1',
      uri: BASE,
      version: '1',
      nonce: 'n1234567',
      issuedAt: '2026-01-01T00:00:00Z',
    }
    server.answers['sessions'] = () =>
      Response.json({ sessions: [{ data: other, expirationTime: '2999-01-01T00:00:00Z' }] })
    const { connect, view } = await openSite({ store: serverStore({ url: BASE }) })
    await connect()
    expect(view()).toBe('SIWXSignMessage')
  })
})

it('A nonce that expires soon is not put into a message', async () => {
  const { connect, api, wallet } = await openSite({ store: tokenStore() })
  await connect()
  wallet.behave(declines)
  await api.requestSignMessage().catch(() => undefined)
  const { nonce } = api.session.get().request!.data
  wallet.behave('accept')
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 290_000)
  const { data } = await api.requestSignMessage().finally(() => now.mockRestore())
  expect(data.nonce).not.toBe(nonce)
})

it('The passport names the origin of the server, and no other', () => {
  expect(siwx({ store: serverStore({ url: 'https://auth.example/siwx' }) }).reaches).toEqual({
    origins: ['https://auth.example'],
  })
  expect(siwx({ store: serverStore({ url: '/siwx' }) }).reaches).toEqual({
    origins: [`https://${HOST}`],
  })
  expect(siwx().reaches).toEqual({ origins: [] })
})
