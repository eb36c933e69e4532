import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createAccess, createClientAddress, type Log } from '../index.js'
import {
  DEFAULT_HTTP_LIMITS,
  type HttpAppOptions,
  createDailyLimit,
  createHttpApp,
  refusal,
  route,
} from './index.js'

const echo = route({
  method: 'post',
  path: '/v1/echo/:place',
  summary: 'Answers what it got.',
  params: v.object({ place: v.string() }),
  body: v.object({ amount: v.string('The amount must be text.') }),
  answer: v.object({ place: v.string(), amount: v.string() }),
  handle({ params, body }) {
    if (body.amount === 'boom') throw new Error('secret of the database')
    return { ...params, ...body }
  },
})
const open = route({
  method: 'get',
  path: '/open',
  summary: 'Answers everybody.',
  open: true,
  answer: v.object({ ok: v.boolean() }),
  handle: () => ({ ok: true }),
})
const slow = route({
  method: 'get',
  path: '/slow',
  summary: 'Never answers.',
  open: true,
  answer: v.object({}),
  handle: () => new Promise<object>(() => {}),
})

const start = (options: Partial<HttpAppOptions> = {}) =>
  createHttpApp({
    routes: [echo, open, slow],
    access: createAccess({ projects: [], origins: [] }),
    limits: DEFAULT_HTTP_LIMITS,
    clientAddress: createClientAddress([], Error),
    log: () => {},
    onAnswer: () => {},
    info: { title: 'T', version: '1', description: 'D' },
    ...options,
  })
const post = (body: unknown, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const reason = async (response: Response | Promise<Response>) => {
  const answer = await response
  const body = await answer.json()
  expect(Object.keys(body)).toEqual(['status', 'reasons'])
  return [answer.status, body.reasons[0].name, body.reasons[0].description]
}

const kind = async (response: Response | Promise<Response>) => (await reason(response)).slice(0, 2)

it('Every failure has one shape and tells nothing of the inside', async () => {
  const lines: unknown[] = []
  const log: Log = (...line) => void lines.push(line)
  const app = start({ log, limits: { ...DEFAULT_HTTP_LIMITS, answer: 0.01 } })
  expect(await kind(app.request('/nowhere'))).toEqual([404, 'not_found'])
  expect(await kind(app.request('/v1/echo/a'))).toEqual([405, 'method'])
  expect(await kind(app.request('/open', { method: 'DELETE' }))).toEqual([405, 'method'])
  expect(await reason(app.request('/v1/echo/a', post({ amount: 5 })))).toEqual([
    400,
    'amount',
    'The amount must be text.',
  ])
  expect(await kind(app.request('/v1/echo/a', post('{')))).toEqual([400, 'body'])
  expect(await kind(app.request('/v1/echo/a', { method: 'POST', body: 'a=b' }))).toEqual([
    415,
    'content-type',
  ])
  expect(await kind(app.request('/v1/echo/a', post({ amount: 'x'.repeat(70_000) })))).toEqual([
    413,
    'body',
  ])
  expect(await kind(app.request(`/open?${'x'.repeat(5000)}`))).toEqual([414, 'url'])
  expect(await kind(app.request('/slow'))).toEqual([504, 'timeout'])
  const failed = await app.request('/v1/echo/a', post({ amount: 'boom' }))
  expect(await failed.clone().text()).not.toMatch(/secret|Error|at /)
  expect(await kind(failed)).toEqual([500, 'internal'])
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(lines).toHaveLength(1)
})

it('A body without a length is counted while it is read', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
  })
  const request = new Request('http://x/v1/echo/a', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(await kind(start().request(request))).toEqual([413, 'body'])
})

it('A project id counts in the query and in the body of a POST, and an unknown one is refused', async () => {
  const access = createAccess({ projects: [{ id: 'p' }], origins: [] })
  const app = start({ access })
  const statuses = await Promise.all(
    [
      app.request('/v1/echo/a?projectId=p', post({ amount: '1' })),
      app.request('/v1/echo/a', post({ amount: '1', projectId: 'p' })),
      app.request('/v1/echo/a', post({ amount: '1', projectId: 'q' })),
      app.request('/v1/echo/a?projectId=q', post({ amount: '1', projectId: 'p' })),
      app.request('/v1/echo/a', post({ amount: '1' })),
      app.request('/open'),
    ].map(async (answer) => (await answer).status),
  )
  expect(statuses).toEqual([200, 200, 403, 403, 403, 200])
})

it('Pages of allowed origins read answers and errors, others read nothing but their refusal', async () => {
  const access = createAccess({
    projects: [{ id: 'p', origins: ['https://a.example'] }],
    origins: [],
  })
  const app = start({ access })
  const headersOf = async (origin: string, path: string, method = 'GET') => {
    const { status, headers } = await app.request(path, { method, headers: { origin } })
    return [status, headers.get('access-control-allow-origin'), headers.get('vary')]
  }
  const [a, evil] = ['https://a.example', 'https://evil.example']
  expect(await headersOf(a, '/open')).toEqual([200, a, 'Origin'])
  expect(await headersOf(a, '/nowhere')).toEqual([404, a, 'Origin'])
  expect(await headersOf(a, '/v1/echo/x', 'OPTIONS')).toEqual([204, a, 'Origin'])
  expect(await headersOf(evil, '/open')).toEqual([200, null, 'Origin'])
  expect(await headersOf(evil, '/v1/echo/x', 'OPTIONS')).toEqual([204, null, 'Origin'])
  const refused = await app.request(
    '/v1/echo/x?projectId=p',
    post({ amount: '1' }, { origin: evil }),
  )
  expect(refused.headers.get('access-control-allow-origin')).toBe(evil)
  expect(await reason(refused)).toEqual([403, 'projectId', 'Unauthorized: origin not allowed'])
})

it('One address and one project may ask so often and are then told when to come again', async () => {
  const limits = { ...DEFAULT_HTTP_LIMITS, addressRequests: 2, projectRequests: 1 }
  const access = createAccess({ projects: [{ id: 'p' }], origins: [] })
  const app = start({ limits, access })
  const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
  const ask = (address: string) => app.request('/open', {}, from(address))
  expect((await ask('1.1.1.1')).status).toBe(200)
  expect((await ask('1.1.1.1')).status).toBe(200)
  const third = await ask('1.1.1.1')
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await kind(third)).toEqual([429, 'too_many_requests'])
  expect((await ask('1.1.1.2')).status).toBe(200)
  const echoFrom = (address: string) =>
    app.request('/v1/echo/a?projectId=p', post({ amount: '1' }), from(address))
  expect((await echoFrom('2.2.2.1')).status).toBe(200)
  expect((await echoFrom('2.2.2.2')).status).toBe(429)
})

it('A route may set the status of its answer', async () => {
  const closing = route({
    method: 'get',
    path: '/closing',
    summary: 'Closes.',
    open: true,
    answer: v.object({ ok: v.boolean() }),
    handle({ context }) {
      context.status(503)
      return { ok: false }
    },
  })
  const answer = await start({ routes: [closing] }).request('/closing')
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false }])
})

it('Metrics get the path as it was declared, so that a client cannot make new series', async () => {
  const seen: unknown[] = []
  const app = start({ onAnswer: (...answer) => void seen.push(answer) })
  await app.request('/v1/echo/one', post({ amount: '1' }))
  await app.request('/open')
  await app.request('/x')
  expect(seen).toEqual([
    ['/v1/echo/:place', 200],
    ['/open', 200],
    ['other', 404],
  ])
})

it('The document has every route with its answers', async () => {
  const document = JSON.parse(JSON.stringify(await start().openApi()))
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(['/v1/echo/{place}', '/open', '/slow'])
  const { post: operation } = document.paths['/v1/echo/{place}']
  expect(Object.keys(operation.responses)).toEqual(['200', '400', '403', '429', '500'])
  expect(operation.requestBody.content['application/json'].schema).toBeDefined()
  expect(document.paths['/open'].get.security).toEqual([])
})

it('The document is made once', async () => {
  const app = start()
  expect(await app.openApi()).toBe(await app.openApi())
})

it('A route may refuse a request before anything of it is read', async () => {
  const closed = route({
    method: 'post',
    path: '/closed',
    summary: 'Is closed.',
    body: v.object({ a: v.string() }),
    answer: v.object({}),
    admit({ req }) {
      if (req.header('x-key') !== 'k') throw refusal(404, 'not_found', 'There is nothing.')
    },
    handle: () => ({}),
  })
  const app = start({ routes: [closed] })
  expect(await kind(app.request('/closed', post('{')))).toEqual([404, 'not_found'])
  expect(await kind(app.request('/closed', post('{', { 'x-key': 'k' })))).toEqual([400, 'body'])
})

it('A handler may answer JSON that is a text already, with the headers of every answer', async () => {
  const ready = route({
    method: 'get',
    path: '/ready',
    summary: 'Answers a text.',
    open: true,
    answer: v.object({ ok: v.boolean() }),
    handle: ({ context }) =>
      context.body('{"ok":true}', 200, { 'content-type': 'application/json' }),
  })
  const answer = await start({ routes: [ready, open] }).request('/ready')
  const other = await start({ routes: [ready, open] }).request('/open')
  expect([...answer.headers]).toEqual([...other.headers])
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
})

it('A route for every origin is read by pages that no other route answers', async () => {
  const world = route({
    method: 'get',
    path: '/world/:place',
    summary: 'Answers everybody.',
    ...{ open: true, anyOrigin: true },
    answer: v.object({ ok: v.boolean() }),
    handle: () => ({ ok: true }),
  })
  const access = createAccess({
    projects: [{ id: 'p', origins: ['https://a.example'] }],
    origins: [],
  })
  const app = start({ access, routes: [world, open] })
  const origin = 'https://evil.example'
  const allowed = async (path: string, method = 'GET') =>
    (await app.request(path, { method, headers: { origin } })).headers.get(
      'access-control-allow-origin',
    )
  for (const method of ['GET', 'OPTIONS']) {
    expect(await allowed('/world/one', method)).toBe(origin)
    for (const other of ['/open', '/world', '/world/one/two', '/x/world/one'])
      expect(await allowed(other, method), other).toBeNull()
  }
})

it('A failure may have more than reasons, and the document says what', async () => {
  const failure = v.object({
    status: v.string(),
    reasons: v.array(v.unknown()),
    instead: v.string(),
  })
  const taken = route({
    method: 'post',
    path: '/taken',
    summary: 'Is never free.',
    answer: v.object({}),
    failures: [409],
    failureAnswers: { 409: failure },
    handle() {
      throw Object.assign(refusal(409, 'name', 'Taken.'), { more: { instead: 'another' } })
    },
  })
  const app = start({ routes: [taken] })
  const answer = await app.request('/taken', { method: 'POST' })
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      status: 'FAILED',
      reasons: [{ name: 'name', description: 'Taken.' }],
      instead: 'another',
    },
  ])
  const document = JSON.parse(JSON.stringify(await app.openApi()))
  const schema = document.paths['/taken'].post.responses['409'].content['application/json'].schema
  expect(Object.keys(schema.properties)).toContain('instead')
})

it('The body of a DELETE is bounded like that of a POST', async () => {
  const drop = route({
    method: 'delete',
    path: '/drop',
    summary: 'Drops.',
    body: v.object({ why: v.string() }),
    answer: v.object({ why: v.string() }),
    handle: ({ body }) => body,
  })
  const app = start({ routes: [drop] })
  const ask = (why: string) => app.request('/drop', { ...post({ why }), method: 'DELETE' })
  expect((await ask('x')).status).toBe(200)
  expect(await kind(ask('x'.repeat(70_000)))).toEqual([413, 'body'])
})

it('A client does a thing so often a day, and is then told to come again later than in a minute', async () => {
  const limit = createDailyLimit(2, 'IP address', createClientAddress([], Error))
  const once = route({
    method: 'get',
    path: '/once',
    summary: 'Is counted.',
    open: true,
    answer: v.object({}),
    async handle({ context }) {
      await limit(context)
      return {}
    },
  })
  const app = start({ routes: [once] })
  const ask = (remoteAddress: string) =>
    app.request('/once', {}, { incoming: { socket: { remoteAddress } } })
  for (const status of [200, 200, 429]) expect((await ask('1.1.1.1')).status).toBe(status)
  const refused = await ask('1.1.1.1')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  expect((await reason(refused))[2]).toContain('in a day')
  expect((await ask('1.1.1.2')).status).toBe(200)
})
