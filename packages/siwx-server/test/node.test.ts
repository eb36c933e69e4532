import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { toNodeHandler, toRequest } from '../src/node.js'
import { type Client, createBench, ORIGIN } from './bench.js'

type Before = (request: IncomingMessage & { body?: unknown; originalUrl?: string }) => unknown
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function serve(
  handle: (request: Request) => Promise<Response>,
  before: Before = () => undefined,
  own: (response: ServerResponse) => void = () => undefined,
) {
  const handler = toNodeHandler(handle)
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    await before(request)
    own(response)
    await handler(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(
    () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, url: `http://127.0.0.1:${port}` }
}
const json = { 'content-type': 'application/json' }
const echo = async (request: Request) =>
  Response.json({
    method: request.method,
    url: request.url,
    text: await request.text(),
    custom: request.headers.get('x-custom'),
  })

describe('a server of Node', () => {
  it('The Node adapter hands on method, address, headers and body', async () => {
    const { url } = await serve(echo)
    expect(
      await (
        await fetch(`${url}/a/b?c=d`, {
          method: 'POST',
          headers: { 'x-custom': 'yes' },
          body: 'hello',
        })
      ).json(),
    ).toEqual({ method: 'POST', url: 'http://localhost/a/b?c=d', text: 'hello', custom: 'yes' })
    expect(await (await fetch(url)).json()).toEqual({
      method: 'GET',
      url: 'http://localhost/',
      text: '',
      custom: null,
    })
    expect(
      await (await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) })).json(),
    ).toMatchObject({ text: 'x'.repeat(1_000_000) })
  })

  it('The Node adapter writes status, headers and several cookies of the answer', async () => {
    const { url } = await serve(
      async () =>
        new Response('made', {
          status: 201,
          headers: [
            ['set-cookie', 'a=1; Path=/'],
            ['set-cookie', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
            ['x-custom', 'yes'],
          ],
        }),
    )
    const response = await fetch(url)
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    ])
    expect(response.headers.get('x-custom')).toBe('yes')
    expect(await response.text()).toBe('made')
  })

  it('Cookies and Vary that the host has set stay', async () => {
    const { url } = await serve(
      async () =>
        new Response('', {
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
            ['vary', 'Origin'],
            ['x-custom', 'mine'],
          ],
        }),
      undefined,
      (response) => {
        response
          .setHeader('set-cookie', 'host=1')
          .setHeader('vary', 'Accept-Encoding')
          .setHeader('x-custom', 'theirs')
      },
    )
    const { headers } = await fetch(url)
    expect([headers.getSetCookie(), headers.get('vary'), headers.get('x-custom')]).toEqual([
      ['host=1', 'a=1', 'b=2'],
      'Accept-Encoding, Origin',
      'mine',
    ])
  })

  it('A body that a parser has read is used, and the address before a framework cut it', async () => {
    const { url } = await serve(echo, async (request) => {
      let text = ''
      for await (const chunk of request) text += chunk
      request.body = JSON.parse(text)
      request.originalUrl = request.url ?? ''
      request.url = '/'
    })
    expect(
      await (
        await fetch(`${url}/api/siwx/nonce`, { method: 'POST', headers: json, body: '{"a": 1}' })
      ).json(),
    ).toMatchObject({ url: 'http://localhost/api/siwx/nonce', text: '{"a":1}' })
  })

  it('The body is left to the host where the handler does not read it', async () => {
    const { url } = await serve(echo, async (request) => {
      expect(toRequest(request).headers.get('x-custom')).toBe('yes')
      let text = ''
      for await (const chunk of request) text += chunk
      request.body = text
    })
    expect(
      await (
        await fetch(url, {
          method: 'POST',
          headers: { 'x-custom': 'yes' },
          body: 'x'.repeat(300_000),
        })
      ).json(),
    ).toMatchObject({ text: 'x'.repeat(300_000) })
  })

  it('Neither Host nor headers of proxies are believed (audit M9)', async () => {
    const { url } = await serve(echo)
    expect(
      await (
        await fetch(`${url}/a`, {
          headers: {
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'https',
            'x-original-url': '/b',
            'x-rewrite-url': '/b',
            'x-forwarded-prefix': '/b',
            forwarded: 'host=evil.example',
          },
        })
      ).json(),
    ).toMatchObject({ url: 'http://localhost/a' })
  })

  it.each([
    'GET / HTTP/1.1\r\nHost: a b c',
    'GET / HTTP/1.1\r\nHost: x@y',
    'GET / HTTP/1.1\r\nHost: [',
    'GET / HTTP/1.0',
    'TRACE / HTTP/1.1\r\nHost: a',
    'OPTIONS * HTTP/1.1\r\nHost: a',
    'GET http://x@y/ HTTP/1.1\r\nHost: a',
    'GET //[ HTTP/1.1\r\nHost: a',
    'GET /%%% HTTP/1.1\r\nHost: a',
  ])(
    "A host's own route gets a request with its headers, whatever a stranger sends: %j",
    async (head) => {
      const server = createServer((request, response) => {
        try {
          response.end(`found ${toRequest(request).headers.get('cookie')}`)
        } catch (error) {
          response.end(String(error))
        }
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      open.push(
        () =>
          new Promise((done) => {
            server.close(done)
            server.closeAllConnections()
          }),
      )
      const answer = await new Promise<string>((done) => {
        let text = ''
        const socket = connect((server.address() as { port: number }).port, '127.0.0.1', () =>
          socket.write(`${head}\r\nConnection: close\r\nCookie: a=b\r\n\r\n`),
        )
        socket
          .on('data', (chunk) => {
            text += chunk
          })
          .on('close', () => done(text))
      })
      expect(answer).toContain('found a=b')
    },
  )

  it.each([new TextEncoder().encode('{"a":1}'), Buffer.from('{"a":1}')])(
    'A body that a parser has left as bytes is read',
    async (body) => {
      const { url } = await serve(echo, async (request) => {
        for await (const chunk of request) expect(chunk).toBeDefined()
        request.body = body
      })
      expect(
        await (await fetch(url, { method: 'POST', headers: json, body: '{"a":1}' })).json(),
      ).toMatchObject({ text: '{"a":1}' })
    },
  )

  it('No more of a body is read than the handler wants, and the connection is closed with a reason', async () => {
    const { server } = createBench()
    let taken = 0
    const { port } = await serve(server.handle, (request) => {
      const emit = request.emit.bind(request)
      request.emit = ((event: string, ...rest: unknown[]) => {
        if (event === 'data') taken += (rest[0] as Uint8Array).length
        return emit(event, ...rest)
      }) as never
    })
    const answer = await new Promise<string>((done) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/siwx/verify HTTP/1.1\r\nHost: shop.example\r\nOrigin: ${ORIGIN}\r\n` +
            'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
        )
        for (let each = 0; each < 70; each++) socket.write(`400\r\n${' '.repeat(1024)}\r\n`)
      })
      socket
        .on('data', (chunk) => {
          text += chunk
        })
        .on('error', () => undefined)
        .on('close', () => done(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toContain('siwx.too_large')
    expect(taken).toBeLessThan(140_000)
  })

  it('A body of 10 MB, and a client that goes away in the middle, are survived', async () => {
    const { server } = createBench()
    const { port, url } = await serve(server.handle)
    const outcome = await fetch(`${url}/api/siwx/verify`, {
      method: 'POST',
      headers: { ...json, origin: ORIGIN },
      body: ' '.repeat(10_000_000),
    }).then(
      ({ status }) => status,
      () => 'reset',
    )
    expect([413, 'reset']).toContain(outcome) // a client that only writes may not get to read
    await new Promise<void>((done) => {
      const leaving = send({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/siwx/verify',
        headers: { ...json, origin: ORIGIN, 'content-length': '1000' },
      })
      leaving.on('error', () => undefined).on('close', () => done())
      leaving.write('{"message"', () => leaving.destroy())
    })
    expect((await fetch(`${url}/api/siwx/sessions`)).status).toBe(200)
  })

  it('A failing handler is answered with 500', async () => {
    const { url } = await serve(() => Promise.reject(new Error('secret')))
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([500, ''])
  })

  it('A visitor signs in over real connections', async () => {
    const bench = createBench()
    const { url } = await serve(bench.server.handle, (request) => {
      expect(toRequest(request).url).toContain('/api/siwx/')
    })
    const browser = bench.client() as Client & { handle: unknown }
    Object.assign(browser, {
      base: `${url}/api/siwx`,
      handle: (request: Request) => fetch(request),
    })
    expect((await bench.signIn(browser)).status).toBe(200)
    expect(await browser.list()).toHaveLength(1)
    expect((await browser.post('/sign-out')).status).toBe(204)
    expect(await browser.list()).toEqual([])
  })
})
