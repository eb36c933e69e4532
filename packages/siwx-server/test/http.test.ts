import { describe, expect, it, vi } from 'vitest'
import { Client, codeOf, createBench, ORIGIN, SECRET } from './bench.js'

const EVIL = 'https://evil.example'
const jwt = { session: { kind: 'jwt', secret: SECRET } } as const
const json = { 'content-type': 'application/json' }
const ask = (path: string, init: RequestInit = {}) => new Request(`${ORIGIN}/api/siwx${path}`, init)
const ROUTES = [
  ['/nonce', 'POST'],
  ['/verify', 'POST'],
  ['/sessions', 'GET'],
  ['/sign-out', 'POST'],
] as const

describe('who may ask', () => {
  it.each<readonly [string, boolean, string | null, number]>([
    ['the page itself, cookies', true, ORIGIN, 200],
    ['another page, cookies', true, EVIL, 403],
    ['a page without origin, cookies', true, 'null', 403],
    ['a program without Origin, cookies', true, null, 403],
    ['the page itself over http', true, 'http://shop.example', 403],
    ['the page at another port', true, 'https://shop.example:444', 403],
    ['a host below', true, 'https://a.shop.example', 403],
    ['a host that begins the same', true, 'https://shop.example.evil.example', 403],
    ['in other letters', true, 'https://SHOP.example', 403],
    ['the page itself, tokens', false, ORIGIN, 200],
    ['another page, tokens', false, EVIL, 403],
    ['a program without Origin, tokens', false, null, 200],
  ])('The origin of a page is checked: %s', async (_, cookies, origin, status) => {
    const bench = createBench(cookies ? {} : jwt)
    const response = await bench.client(origin).post('/nonce')
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(
      status === 200 && origin ? origin : null,
    )
    expect(response.headers.get('access-control-allow-credentials')).toBe(
      status === 200 && origin ? 'true' : null,
    )
    expect(response.headers.get('vary')).toBe('Origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
    if (status === 403) {
      expect((await response.json()).error.code).toBe('siwx.untrusted_origin')
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it("Listed origins may ask, instead of the domain's own", async () => {
    const bench = createBench({ trustedOrigins: ['https://app.example', 'http://127.0.0.1:5173'] })
    expect((await bench.client('https://app.example').post('/nonce')).status).toBe(200)
    expect((await bench.client('http://127.0.0.1:5173').post('/nonce')).status).toBe(200)
    expect((await bench.client(ORIGIN).post('/nonce')).status).toBe(403)
  })

  it("This computer's own names may ask without https", async () => {
    const bench = createBench({ domain: 'localhost:3000' })
    for (const origin of ['http://localhost:3000', 'https://localhost:3000'])
      expect((await bench.client(origin).post('/nonce')).status).toBe(200)
    expect((await bench.client('http://localhost:3001').post('/nonce')).status).toBe(403)
  })

  it('A foreign page cannot use or end a session with the cookie of a visitor', async () => {
    const bench = createBench()
    const visitor = bench.client()
    await bench.signIn(visitor)
    const foreign = new Client(bench.server.handle, EVIL)
    for (const pair of visitor.cookies) foreign.cookies.set(...pair)
    expect((await foreign.post('/sign-out')).status).toBe(403)
    expect(
      (await foreign.send('/sessions', { method: 'GET', headers: { origin: EVIL } })).status,
    ).toBe(403)
    expect(await visitor.list()).toHaveLength(1)
  })

  it.each(ROUTES)(
    'The preflight request of %s is answered to trusted pages',
    async (path, method) => {
      const { server } = createBench()
      const preflight = (origin: string) =>
        ask(path, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': 'content-type',
          },
        })
      const response = await server.handle(preflight(ORIGIN))
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': method,
        'access-control-allow-headers': 'content-type, authorization',
        vary: 'Origin',
      })
      const refused = await server.handle(preflight(EVIL))
      expect(refused.status).toBe(403)
      expect(
        [...refused.headers.keys()].filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    },
  )
})

describe('a request', () => {
  it.each(ROUTES)(
    'A request with the wrong method to %s is told the right one',
    async (path, method) => {
      const { server } = createBench()
      for (const wrong of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'].filter(
        (each) => each !== method,
      )) {
        const response = await server.handle(
          ask(path, { method: wrong, headers: { origin: ORIGIN } }),
        )
        expect(response.status).toBe(405)
        expect(response.headers.get('allow')).toBe(`${method}, OPTIONS`)
      }
    },
  )

  it.each([
    '/api/siwx',
    '/api/siwx/',
    '/api/siwx/other',
    '/nonce',
    '/api/siwx/nonce/',
    '/api/siwx//nonce',
    '/api/siwx/__proto__',
    '/api/siwx/constructor',
    '/API/siwx/nonce',
  ])('A request for %s is answered with 404', async (path) => {
    const { server } = createBench()
    for (const method of ['GET', 'POST'])
      expect(
        await codeOf(
          await server.handle(
            new Request(`${ORIGIN}${path}`, {
              method,
              headers: { origin: ORIGIN, ...json },
              ...(method === 'POST' && { body: '{}' }),
            }),
          ),
        ),
      ).toBe('404 siwx.no_route')
  })

  it('Single handlers answer at any path', async () => {
    const { server } = createBench({ basePath: '/auth' })
    const request = (path: string, method = 'POST') =>
      new Request(`${ORIGIN}${path}`, {
        method,
        headers: { origin: ORIGIN, ...json },
        ...(method === 'POST' && { body: '{}' }),
      })
    expect((await server.handle(request('/auth/nonce'))).status).toBe(200)
    expect((await server.nonce(request('/anywhere'))).status).toBe(200)
    expect(await codeOf(await server.verify(request('/anywhere')))).toBe('400 siwx.bad_request')
    expect((await server.sessions(request('/anywhere', 'GET'))).status).toBe(200)
    expect((await server.signOut(request('/anywhere'))).status).toBe(204)
  })

  it.each([
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'text/plain; a=application/json',
    'application/json+x',
  ])('A request with content type %s is refused', async (type) => {
    const { server } = createBench()
    for (const path of ['/nonce', '/verify', '/sign-out']) {
      const request = ask(path, {
        method: 'POST',
        headers: { origin: ORIGIN, ...(type && { 'content-type': type }) },
        body: new TextEncoder().encode('{}'),
      })
      expect(await codeOf(await server.handle(request))).toBe('415 siwx.not_json')
    }
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('A request with content type %s is read', async (type) => {
    expect(
      (
        await createBench().server.handle(
          ask('/nonce', {
            method: 'POST',
            headers: { origin: ORIGIN, 'content-type': type },
            body: '{}',
          }),
        )
      ).status,
    ).toBe(200)
  })

  const nested = (depth: number, open: string, close: string) =>
    open.repeat(depth) + close.repeat(depth)
  const whole = {
    message: 'm',
    signature: 's',
    chainId: 'eip155:1',
    accountAddress: '0x',
    nonceToken: 'n',
  }
  it.each<readonly [string, string | Uint8Array<ArrayBuffer>]>([
    ['nothing', ''],
    ['half of it', '{"message":'],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"hello"'],
    ['a list', '[]'],
    ['no text in UTF-8', new Uint8Array([123, 34, 255, 254, 34, 125])],
    ['30,000 lists in each other', nested(30_000, '[', ']')],
    [
      'objects in each other',
      `{"cacao":${nested(5_000, '{"a":', '1}').replace('1', 'null').replace(/1/g, '')}}`,
    ],
    ['deep CACAO', JSON.stringify({ ...whole, cacao: JSON.parse(nested(20, '[', ']')) })],
    ['a prototype', `{"__proto__":${JSON.stringify(whole)}}`],
    [
      'a prototype inside',
      JSON.stringify(whole).replace('"n"', '"n","cacao":{"a":{"__proto__":{"polluted":true}}}'),
    ],
    ['an empty object', '{}'],
    ...Object.keys(whole).flatMap((name) =>
      [7, null, true, [], {}, ''].map(
        (value) =>
          [
            `${name}: ${JSON.stringify(value)}`,
            JSON.stringify({ ...whole, [name]: value }),
          ] as const,
      ),
    ),
    ['a public key that is not a text', JSON.stringify({ ...whole, publicKey: 7 })],
    ['a chain that is none', JSON.stringify({ ...whole, chainId: 'eip155' })],
  ])('A request to verify %s is refused, and nothing more happens', async (_, body) => {
    const bench = createBench()
    const client = bench.client()
    await client.nonce()
    const response = await client.send('/verify', { method: 'POST', headers: json, body })
    expect(await codeOf(response)).toBe('400 siwx.bad_request')
    expect(bench.errors).toEqual([])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('A request that announces more than 64 kB is refused unread', async () => {
    let read = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          read++
          controller.enqueue(new Uint8Array(1_000))
        },
      },
      { highWaterMark: 0 },
    )
    const request = ask('/verify', {
      method: 'POST',
      headers: { origin: ORIGIN, ...json, 'content-length': '10000000' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await codeOf(await createBench().server.handle(request))).toBe('413 siwx.too_large')
    expect(read).toBe(0)
  })

  it('A request of 10 MB without a length is cut off at 64 kB', async () => {
    let sent = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 1_000
          controller.enqueue(new Uint8Array(1_000).fill(32))
          if (sent >= 10_000_000) controller.close()
        },
        cancel: () => {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const request = ask('/verify', {
      method: 'POST',
      headers: { origin: ORIGIN, ...json },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await codeOf(await createBench().server.handle(request))).toBe('413 siwx.too_large')
    expect(sent).toBeLessThan(100_000)
    expect(isCancelled).toBe(true)
  })

  it('A failing store is answered without internals, and reported to the host', async () => {
    const failure = new Error('connect ECONNREFUSED 10.0.0.7:6379')
    const fail = () => Promise.reject(failure)
    const bench = createBench({ store: { get: fail, set: fail, take: fail } })
    const client = bench.client()
    client.cookies.set('__Host-siwx', 'A'.repeat(43))
    for (const response of [
      await client.post('/nonce'),
      await client.send('/sessions', { method: 'GET' }),
      await client.post('/sign-out'),
      await client.post('/verify', whole),
    ]) {
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        error: { code: 'siwx.server_failed', message: 'Sign-in does not work at the moment.' },
      })
      expect(response.headers.get('access-control-allow-origin')).toBe(
        response.headers.get('access-control-allow-credentials') && ORIGIN,
      )
    }
    expect(bench.errors).toEqual([failure, failure, failure, failure])
    await expect(bench.server.getSession(client.request('/me'))).rejects.toBe(failure)
  })

  it("A request is answered even where the host's own reporting fails", async () => {
    const fail = () => Promise.reject(new Error('no'))
    const silent = vi.spyOn(console, 'error').mockReturnValue()
    const { server } = createBench({
      store: { get: fail, set: fail, take: fail },
      onError: () => {
        throw new Error('no reporter')
      },
    })
    expect(
      await codeOf(
        await server.handle(
          ask('/nonce', { method: 'POST', headers: { origin: ORIGIN, ...json }, body: '{}' }),
        ),
      ),
    ).toBe('500 siwx.server_failed')
    expect(silent).toHaveBeenCalledTimes(1)
    silent.mockRestore()
  })
})
