import {
  definePlugin,
  type HttpClient,
  type HttpPort,
  type LatchkeyError,
} from '@latchkey/plugin-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startServices } from '../../../test/services/support.js'

const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(Response.json({ ok: true })))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const BASE = 'https://api.test'
async function start(
  target: Partial<Parameters<HttpPort['client']>[0]> = {},
  origins: readonly string[] = [BASE],
) {
  let client: HttpClient | undefined
  const shop = definePlugin({
    id: 'shop',
    version: '0.1.0',
    kernelApi: '^0.1',
    reaches: { origins },
    setup: (ctx) => void (client = ctx.http.client({ baseUrl: BASE, ...target })),
  })
  return { ...(await startServices({ plugins: [shop] })), client: client! }
}
const last = () => {
  const [url, init] = fetched.mock.lastCall!
  return { url, init, headers: new Headers(init.headers) }
}

describe('the http client', () => {
  it('The client answers the JSON of the path behind its base', async () => {
    expect(await (await start()).client.get('v1/things')).toEqual({ ok: true })
    expect(last().url.href).toBe('https://api.test/v1/things')
  })

  it('The client sends GET requests [API-50]', async () => {
    await (await start()).client.get('x')
    expect(last().init.method).toBe('GET')
  })
  it('The client sends POST requests [API-51]', async () => {
    await (await start()).client.post('x')
    expect(last().init.method).toBe('POST')
  })
  it('The client sends PUT requests [API-52]', async () => {
    await (await start()).client.put('x')
    expect(last().init.method).toBe('PUT')
  })
  it('The client sends DELETE requests [API-53]', async () => {
    await (await start()).client.delete('x')
    expect(last().init.method).toBe('DELETE')
  })

  it('The client gets bytes with their type [API-54]', async () => {
    fetched.mockResolvedValue(
      new Response(new Uint8Array([1, 2, 255]), { headers: { 'content-type': 'image/png' } }),
    )
    const blob = await (await start()).client.getBlob('a.png')
    expect(blob).toBeInstanceOf(Blob)
    expect(blob.type).toBe('image/png')
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([1, 2, 255])
  })

  it('The client adds its client id if it has one [API-55]', async () => {
    await (await start({ clientId: 'c1' })).client.get('x')
    expect(last().url.searchParams.get('clientId')).toBe('c1')
    await (await start()).client.get('x')
    expect(last().url.searchParams.has('clientId')).toBe(false)
  })

  it('The client sends JSON bodies [API-56]', async () => {
    await (await start()).client.post('x', { body: { a: 1 } })
    expect(last().init.body).toBe('{"a":1}')
    expect(last().headers.get('content-type')).toBe('application/json')
  })

  it('The client adds project id, sdk type and sdk version to every call [API-01] [API-02] [API-03]', async () => {
    const { client } = await start({ query: { projectId: 'p1', st: 'latchkey', sv: 'html-0.1.0' } })
    for (const call of [
      client.get('x', { query: { page: 2, none: undefined } }),
      client.getBlob('x'),
      client.post('x'),
    ]) {
      await call
      expect(Object.fromEntries(last().url.searchParams)).toMatchObject({
        projectId: 'p1',
        st: 'latchkey',
        sv: 'html-0.1.0',
      })
      expect(last().url.searchParams.has('none')).toBe(false)
    }
    expect(fetched.mock.calls[0]![0].searchParams.get('page')).toBe('2')
  })

  it('The alert is raised once when a service needs a project id and there is none [ALERT-10]', async () => {
    const { client, ports } = await start({ query: { projectId: undefined } })
    expect(ports.alerts.get()).toEqual([])
    await client.get('x')
    await client.get('x')
    expect(ports.alerts.get()).toMatchObject([{ title: 'Project ID Not Configured' }])
    const other = await start()
    await other.client.get('x')
    expect(other.ports.alerts.get()).toEqual([])
  })

  it("A call fails with the status, and the server's text is the cause [API-57]", async () => {
    fetched.mockResolvedValue(
      new Response('{"message":"Unauthorized: invalid key"}', { status: 418 }),
    )
    const { client, ports } = await start({ query: { key: 'secret' } })
    const failed = await client.get('x').catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 'http.status',
      message: 'HTTP status code: 418',
      context: { status: 418, url: 'https://api.test/x' },
      cause: { message: '{"message":"Unauthorized: invalid key"}' },
    })
    ports.alerts.report(failed)
    expect(ports.alerts.get()[0]?.message).toContain('Invalid Project ID')
  })

  it.each([
    ['120', { retryAfterMs: 120_000 }],
    ['Sat, 01 Jan 2000 00:01:00 GMT', { retryAfterMs: 60_000 }],
    ['Fri, 31 Dec 1999 23:59:00 GMT', {}],
    ['1e9', {}],
    ['9'.repeat(400), {}],
    ['', {}],
  ])('A refusal names how long the server asks to be left alone: %j', async (text, named) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2000, 0) })
    const headers = { 'retry-after': text }
    fetched.mockResolvedValue(new Response('', { status: 503, headers }))
    const { client } = await start()
    const failed = await client.get('x').catch((error: unknown) => error)
    expect((failed as LatchkeyError<'http.status'>).context).toEqual({
      status: 503,
      url: 'https://api.test/x',
      ...named,
    })
  })

  it.each([
    [403, 'Invalid App Configuration'],
    [429, 'Rate Limited'],
    [500, 'Server Error'],
    [503, 'Server Error'],
  ])('A call fails with %s in a way that the alerts know as %s [ERR-41]', async (status, title) => {
    fetched.mockImplementation(() => Promise.resolve(new Response('', { status })))
    const { client, ports } = await start()
    await client.get('x').catch(ports.alerts.report)
    await client.get('x').catch(ports.alerts.report)
    expect(ports.alerts.get()).toMatchObject([{ title }])
  })

  it.each(['same-origin', 'include', 'omit'] as const)(
    'The client sends credentials as it was told, %s, and still follows no redirect',
    async (credentials) => {
      const { client } = await start({ credentials })
      for (const call of [client.get('x'), client.post('x', { body: {} }), client.getBlob('x')]) {
        await call
        expect(last().init).toMatchObject({ credentials, redirect: 'error' })
      }
    },
  )
  it('The client with credentials asks no other origin', async () => {
    await expect(
      (await start({ credentials: 'include' }, ['https://other.test'])).client.get('x'),
    ).rejects.toMatchObject({ code: 'http.origin_not_declared' })
    expect(fetched).not.toHaveBeenCalled()
  })
  it('The client sends no body if it was given none', async () => {
    await (await start()).client.post('x')
    expect(last().init.body).toBeUndefined()
    expect(last().headers.has('content-type')).toBe(false)
  })

  it("The page's path and query reach no host, whatever the page's own policy is (audit L10)", async () => {
    await (await start()).client.get('x')
    expect(last().init.referrerPolicy).toBe('strict-origin')
  })
  it('The client sends no credentials and follows no redirect', async () => {
    await (await start()).client.get('x')
    expect(last().init).toMatchObject({ credentials: 'omit', redirect: 'error' })
  })

  it.each([
    '//evil.test/x',
    'https://evil.test/x',
    '/\\evil.test',
    'x/../../../y',
    '?a=1#b',
    'a b',
  ])('The client stays with its server for the path %s', async (path) => {
    await (await start()).client.get(path)
    expect(last().url.origin).toBe(BASE)
  })

  it('The client keeps the path of its base', async () => {
    await (await start({ baseUrl: 'https://api.test/base/?' })).client.get('')
    expect(last().url.href).toBe('https://api.test/base/?')
    await (await start({ baseUrl: 'https://api.test/base/' })).client.get('/v1/supported-chains')
    expect(last().url.href).toBe('https://api.test/base/v1/supported-chains')
  })

  it('An origin that the passport does not name is refused before anything is sent', async () => {
    for (const origins of [
      [],
      ['https://api.test:444'],
      ['http://api.test'],
      ['https://*.api.test'],
    ]) {
      const { client } = await start({}, origins)
      await expect(client.post('x')).rejects.toMatchObject({
        code: 'http.origin_not_declared',
        context: { origin: BASE, plugin: 'shop' },
      })
    }
    await expect(
      (await start({ baseUrl: 'data:text/plain,' })).client.get(''),
    ).rejects.toMatchObject({ code: 'http.origin_not_declared' })
    await expect((await start({ baseUrl: 'nonsense' })).client.get('x')).rejects.toThrow()
    expect(fetched).not.toHaveBeenCalled()
  })

  it.each([
    ['HTML', () => new Response('<html>')],
    ['NaN', () => new Response('{"a":NaN}')],
    ['a duplicate key', () => new Response('{"a":1,"a":2}')],
    ['__proto__', () => new Response('{"__proto__":{"x":1}}')],
    ['deep nesting', () => new Response('['.repeat(1000) + ']'.repeat(1000))],
    ['bytes that are not a text', () => new Response(new Uint8Array([34, 255, 34]))],
    [
      'more than 10 MB by its header',
      () => new Response('1', { headers: { 'content-length': '10000001' } }),
    ],
    [
      'more than 10 MB whatever its header says',
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
          }),
          { headers: { 'content-length': '1' } },
        ),
    ],
    [
      'a stream that breaks',
      () =>
        new Response(
          new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }),
        ),
    ],
  ])('The client answers %s with a typed error', async (_, answer) => {
    fetched.mockImplementation(() => Promise.resolve(answer()))
    await expect((await start()).client.get('x')).rejects.toMatchObject({
      code: 'http.bad_answer',
      context: { url: 'https://api.test/x' },
    })
  })

  it('The schema gets the answer, and undefined for an empty one', async () => {
    const { client } = await start()
    const schema = (value: unknown): string => {
      if (typeof value !== 'string') throw new TypeError('no text')
      return value
    }
    await expect(client.get('x', { schema })).rejects.toMatchObject({
      code: 'http.bad_answer',
      cause: expect.any(TypeError),
    })
    fetched.mockResolvedValue(Response.json('fine'))
    expect(await client.get('x', { schema })).toBe('fine')
    fetched.mockResolvedValue(new Response(null, { status: 204 }))
    expect(await client.delete('x')).toBeUndefined()
  })

  it('An answer that comes in pieces is one text, a character cut in two among them', async () => {
    const bytes = new TextEncoder().encode('{"price":"1 €"}')
    const cut = bytes.indexOf(0xe2) + 1
    const body = new ReadableStream({
      start(controller) {
        for (const piece of [bytes.slice(0, 3), bytes.slice(3, cut), bytes.slice(cut)])
          controller.enqueue(piece)
        controller.close()
      },
    })
    fetched.mockResolvedValue(new Response(body))
    expect(await (await start()).client.get('x')).toEqual({ price: '1 €' })
  })

  it('An answer that is of no use is dropped unread, and a failure is read', async () => {
    const { client } = await start()
    const cancel = vi.fn()
    fetched.mockResolvedValueOnce(new Response(new ReadableStream({ cancel }), { status: 202 }))
    expect(await client.post('x', { ignoreAnswer: true })).toBeUndefined()
    expect(cancel).toHaveBeenCalledOnce()
    fetched.mockResolvedValueOnce(new Response('too much', { status: 429 }))
    await expect(client.post('x', { ignoreAnswer: true })).rejects.toMatchObject({
      code: 'http.status',
      context: { status: 429 },
      cause: { message: 'too much' },
    })
  })

  it('An unreachable server is tried once', async () => {
    fetched.mockRejectedValue(new TypeError('fetch failed'))
    await expect((await start()).client.get('x')).rejects.toMatchObject({
      code: 'http.unreachable',
    })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it("A call times out after 30 s, also in the middle of a body, or after the caller's time", async () => {
    const { client } = await start()
    await client.get('warm')
    vi.useFakeTimers()
    fetched.mockImplementation(() => Promise.resolve(new Response(new ReadableStream())))
    const standard = expect(client.get('x')).rejects.toMatchObject({
      code: 'kernel.timed_out',
      context: { ms: 30_000 },
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await standard
    const short = expect(client.get('x', { timeout: 50 })).rejects.toMatchObject({
      code: 'kernel.timed_out',
    })
    await vi.advanceTimersByTimeAsync(50)
    await short
    expect(vi.getTimerCount()).toBe(0)
  })

  it('A call is aborted by its caller and by the end of the kernel', async () => {
    fetched.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () =>
            reject(new DOMException('aborted', 'AbortError')),
          ),
        ),
    )
    const { client, kernel } = await start()
    const controller = new AbortController()
    const one = client.get('x', { signal: controller.signal })
    const two = client.get('x')
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    controller.abort()
    await expect(one).rejects.toMatchObject({ code: 'kernel.aborted' })
    kernel.dispose()
    await expect(two).rejects.toMatchObject({ code: 'kernel.aborted' })
    await expect(client.get('x')).rejects.toMatchObject({ code: 'kernel.disposed' })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('The client may reach origins that a wildcard of the passport names', async () => {
    const { client } = await start({ baseUrl: 'https://eu.api.test' }, ['https://*.api.test'])
    expect(await client.get('x')).toEqual({ ok: true })
  })
})
