import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAccess, createClientAddress, type Log } from '../index.js'
import { DEFAULT_HTTP_LIMITS, createHttpApp } from '../http/index.js'
import { createAddressMask } from './addressMask.js'
import { type AnalyticsOptions, createAnalytics, keepEventsFolded } from './analytics.js'
import { type StoredEvent } from './event.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const TOKEN = 'a token of the operator'
const ALL = 'projectId=p&st=js&sv=1.0.0'
const NONE = { opened: 0, chose: 0, connected: 0, signedIn: 0, sent: 0 }
const fail = (message: string) => new Error(message)

/** A service with a database that can be away. */
const start = (options: Partial<AnalyticsOptions> = {}) => {
  const batches: StoredEvent[][] = []
  const lines: string[] = []
  const outcomes: string[] = []
  const database = { isAway: false }
  const events = {
    async add(rows: readonly StoredEvent[]) {
      if (database.isAway) throw new Error('away')
      batches.push([...rows])
      return rows.length
    },
    fold: async () => 0,
    funnel: vi.fn(async () => NONE),
  }
  const log: Log = (_level, event) => void lines.push(event)
  const analytics = createAnalytics(
    { events, log, onEvent: (of) => void outcomes.push(of), now: () => 5, ...options },
    fail,
  )
  const app = createHttpApp({
    routes: [analytics.take, analytics.funnel],
    access: createAccess({ projects: [], origins: [] }),
    limits: { ...DEFAULT_HTTP_LIMITS, addressRequests: 1_000_000 },
    clientAddress: createClientAddress([], Error),
    log,
    onAnswer: () => {},
    info: { title: 'T', version: '1', description: 'D' },
  })
  const send = (query: string, body: unknown, type = 'application/json') =>
    app.request(`/e?${query}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const written = async (): Promise<StoredEvent[]> => {
    await vi.advanceTimersByTimeAsync(100)
    return batches.flat()
  }
  return { app, analytics, events, database, batches, lines, outcomes, send, written }
}

/** Its status and the field that it names. */
const kind = async (response: Response | Promise<Response>) => {
  const answer = await response
  return [answer.status, (await answer.json()).reasons[0].name]
}

it('An event is stored with its project and sdk, and each of the three query parameters is due', async () => {
  const { send, written } = start()
  const props = { event: 'MODAL_OPEN', a: 1 }
  expect((await send(ALL, { eventId: 'e1', props })).status).toBe(202)
  expect(await written()).toEqual([
    {
      ...{ id: 'e1', project: 'p', sdkType: 'js', sdkVersion: '1.0.0', at: 5 },
      ...{ body: JSON.stringify({ eventId: 'e1', props }), name: 'MODAL_OPEN', step: 'opened' },
    },
  ])
  for (const missing of ['projectId', 'st', 'sv'])
    expect(await kind(send(ALL.replace(new RegExp(`&?${missing}=[^&]*`), ''), {}))).toEqual([
      400,
      missing,
    ])
  expect(await written()).toHaveLength(1)
})

it.each([
  [{ event: 'MODAL_OPEN' }, 'MODAL_OPEN', 'opened'],
  [{ event: 'CONNECT_STARTED', silent: false }, 'CONNECT_STARTED', 'chose'],
  [{ event: 'CONNECT_STARTED', silent: true }, 'CONNECT_STARTED', ''],
  [{ event: 'CONNECT_SUCCESS', restored: false }, 'CONNECT_SUCCESS', 'connected'],
  [{ event: 'CONNECT_SUCCESS', restored: true }, 'CONNECT_SUCCESS', ''],
  [{ event: 'SIGN_IN_SUCCESS' }, 'SIGN_IN_SUCCESS', 'signedIn'],
  [{ event: 'SEND_SUBMITTED' }, 'SEND_SUBMITTED', 'sent'],
  [{ event: 'CART_PAID' }, 'CART_PAID', ''],
  [{ event: 'toString' }, '', ''],
  [{ event: 'X'.repeat(65) }, '', ''],
  [{ event: { a: 1 } }, '', ''],
  [{}, '', ''],
])('The event %j is counted as "%s", and as the step "%s"', async (props, name, step) => {
  const { send, written } = start()
  expect((await send(ALL, { props })).status).toBe(202)
  expect(await written()).toMatchObject([{ name, step }])
})

it('An event that a page sends while it is left is stored', async () => {
  const { send, written } = start()
  // The content type of `navigator.sendBeacon(url, text)`.
  const type = 'text/plain;charset=UTF-8'
  expect((await send(ALL, '{"eventId":"last"}', type)).status).toBe(202)
  expect((await written()).map(({ id }) => id)).toEqual(['last'])
  expect(await kind(send(ALL, 'a=b', type))).toEqual([400, 'body'])
})

it.each([
  ['https://shop.example/cart?coupon=secret#top', 'https://shop.example/cart'],
  ['https://shop.example/cart#/order?coupon=secret', 'https://shop.example/cart'],
  ['https://me:secret@shop.example:8443/a', 'https://shop.example:8443/a'],
  ['/cart?coupon=secret\n#top', '/cart'],
  ['capacitor://localhost/a?coupon=secret', 'capacitor://localhost/a'],
])('Of the url %j the page alone is stored', async (url, wanted) => {
  const { send, written } = start({ keepAddresses: true })
  expect((await send(ALL, { url })).status).toBe(202)
  expect((await written()).map(({ body }) => JSON.parse(body))).toEqual([{ url: wanted }])
})

it('Of a request nothing is stored but what the page says', async () => {
  const { app, written } = start()
  const body = JSON.stringify({ eventId: 'e', projectId: 'p', cookie: 'secret', ip: '203.0.113.7' })
  const answer = await app.request(`/e?${ALL}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: 'id=secret',
      'x-forwarded-for': '203.0.113.7',
      'user-agent': 'secret',
    },
    body,
  })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([202, null])
  const rows = await written()
  expect(rows.map(({ body }) => body)).toEqual(['{"eventId":"e"}'])
  expect(JSON.stringify(rows)).not.toMatch(/secret|203\.0/)
})

it('An event keeps no address in clear unless the host wants it', async () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const body = {
    props: { address, nested: [{ [`ns:1:${address}`]: `to ${address.toLowerCase()}` }] },
  }
  const [masked, kept] = [start(), start({ keepAddresses: true })]
  await masked.send(ALL, body)
  await kept.send(ALL, body)
  expect((await masked.written())[0]?.body.toLowerCase()).not.toContain(address.toLowerCase())
  expect((await kept.written())[0]?.body).toContain(address)
  const mask = createAddressMask(new Uint8Array(32))
  expect(mask(address)).toBe(mask(address.toLowerCase()))
  expect(mask('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).toMatch(/^#[\da-f]{16}$/)
  expect(mask('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toMatch(/^#[\da-f]{16}$/)
  expect(mask('a plain sentence')).toBe('a plain sentence')
})

it('An address of any form has a code: the same with one secret, another one with another', async () => {
  const codeWith = async (secret: Uint8Array | undefined) => {
    const { send, written } = start({ secret })
    await send(ALL, { props: { address: 'short-address' } })
    return JSON.parse((await written())[0]?.body ?? '').props.address as string
  }
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  expect(await codeWith(one)).toMatch(/^#[\da-f]{16}$/)
  expect(await codeWith(one)).toBe(await codeWith(one))
  expect(await codeWith(other)).not.toBe(await codeWith(one))
  expect(await codeWith(undefined)).not.toBe(await codeWith(undefined))
})

it.each([
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  'd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  `0x${'0'.repeat(24)}d8da6bf26964af9d7eed9e03e53415d37aa96045`,
  '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
])('The address %s is hidden wherever it stands, also as the id of an event', async (address) => {
  const { send, written } = start()
  const around = [`eip155%3A1%3A${address}`, `address_${address}`, `x/${address}?y`, `${address}_`]
  for (const text of around) await send(ALL, { eventId: text, url: text, props: { [text]: text } })
  for (const event of [address.toUpperCase(), `A${address.replace(/^0x/, '').toUpperCase()}`])
    await send(ALL, { props: { event } })
  const rows = await written()
  expect(rows).toHaveLength(around.length + 2)
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(address.slice(-12).toLowerCase())
})

it('A large or deeply nested event is refused', async () => {
  const { send, written } = start()
  expect(await kind(send(ALL, { props: { a: 'x y '.repeat(3000) } }))).toEqual([400, 'body'])
  const deep = `{"props":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`
  expect(await kind(send(ALL, deep))).toEqual([400, 'body'])
  expect(await kind(send(ALL, { props: { a: 'x'.repeat(70_000) } }))).toEqual([413, 'body'])
  expect(await written()).toEqual([])
})

it('Events that arrive together are written together', async () => {
  const { send, written, batches, analytics } = start()
  for (let n = 0; n < 501; n += 1) await send(ALL, { eventId: String(n) })
  expect([batches, analytics.gauges().events_waiting?.[0]]).toEqual([[], 501])
  await written()
  expect(batches.map(({ length }) => length)).toEqual([500])
  const rows = await written()
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 501 }, (_, n) => String(n)))
  expect(batches.map(({ length }) => length)).toEqual([500, 1])
})

it('While the database is away events wait, so many as there is room for, and others are dropped', async () => {
  const { send, written, database, lines, outcomes, analytics } = start()
  database.isAway = true
  const props = { a: 'x y '.repeat(2_000) }
  const texts = ['000', 'p', 'js', '1.0.0', JSON.stringify({ eventId: '000', props })]
  const most = Math.floor((4 << 20) / (256 + texts.join('').length))
  const id = (n: number) => String(n).padStart(3, '0')
  for (let n = 0; n < most; n += 1)
    expect((await send(ALL, { eventId: id(n), props })).status).toBe(202)
  const refused = await send(ALL, { eventId: id(most), props })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await kind(refused)).toEqual([503, 'events'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lines).toEqual(['events.failed'])
  expect(outcomes.filter((of) => of === 'dropped')).toHaveLength(1)
  database.isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  const rows = await written()
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: most }, (_, n) => id(n)))
  expect([lines.at(-1), analytics.gauges().events_waiting?.[0]]).toEqual(['events.back', 0])
  expect((await send(ALL, { eventId: 'later', props })).status).toBe(202)
})

it('Of events without content no more wait than there is room for', async () => {
  const { send, database, analytics } = start()
  database.isAway = true
  const asked = 20_000
  for (let n = 0; n < asked; n += 1) await send(ALL, {})
  const waiting = analytics.gauges().events_waiting?.[0] ?? 0
  expect(waiting).toBeGreaterThan(10_000)
  expect(waiting).toBeLessThan(asked)
})

it('The id of a network stays, also where it looks like an address', () => {
  const mask = createAddressMask(new Uint8Array(32))
  for (const network of ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1'])
    expect(mask({ network })).toEqual({ network })
  const account = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  expect(JSON.stringify(mask({ network: account }))).not.toContain('d8dA6')
})

it('Events that wait are written at the end, and those that cannot be are logged', async () => {
  const good = start()
  await good.send(ALL, { eventId: 'last' })
  await good.analytics.close()
  expect(good.batches.flat().map(({ id }) => id)).toEqual(['last'])
  expect((await good.send(ALL, {})).status).toBe(503)
  const bad = start()
  bad.database.isAway = true
  await bad.send(ALL, {})
  await bad.analytics.close()
  expect(bad.lines).toContain('events.lost')
})

it('Events are folded after 30 days', () => {
  const times: number[] = []
  const events = { fold: async (time: number) => times.push(time) }
  keepEventsFolded({ events, now: () => 31 * 86_400_000 }, () => {})()
  expect(times).toEqual([86_400_000])
})

const DAYS = 'projectId=p&from=2026-11-01&to=2026-11-28'

it('The operator reads the counts of a funnel by its token', async () => {
  const { app, events } = start({ token: TOKEN })
  const counts = { opened: 5, chose: 4, connected: 3, signedIn: 2, sent: 1 }
  events.funnel.mockResolvedValue(counts)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await app.request(`/v1/analytics/funnel?${DAYS}`, { headers })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { projectId: 'p', from: '2026-11-01', to: '2026-11-28', counts },
  ])
  const [fromDay, untilDay] = ['2026-11-01', '2026-11-29'].map(
    (day) => Date.parse(day) / 86_400_000,
  )
  expect(events.funnel.mock.calls).toEqual([[{ project: 'p', fromDay, untilDay }]])
})

it.each([
  ['without a token', TOKEN, undefined],
  ['with another token', TOKEN, `Bearer ${TOKEN.toUpperCase()}`],
  ['with a part of the token', TOKEN, `Bearer ${TOKEN.slice(0, -1)}`],
  ['in another way', TOKEN, `Basic ${TOKEN}`],
  ['where no token is set', undefined, 'Bearer undefined'],
])(
  'A client that asks for the counts %s finds what is at no path',
  async (_, token, authorization) => {
    const { app, events } = start({ token })
    const headers = authorization === undefined ? {} : { authorization }
    const nowhere = await (await app.request('/nowhere')).json()
    for (const query of [DAYS, '', 'from=x']) {
      const answer = await app.request(`/v1/analytics/funnel?${query}`, { headers })
      expect([answer.status, await answer.json()]).toEqual([404, nowhere])
    }
    expect(events.funnel).not.toHaveBeenCalled()
  },
)

it.each([
  ['projectId=p&to=2026-11-28', 'from'],
  ['projectId=p&from=2026-02-30&to=2026-11-28', 'from'],
  ['projectId=p&from=2026-13-01&to=2026-11-28', 'from'],
  ['projectId=p&from=1&to=2026-11-28', 'from'],
  ['projectId=p&from=2026-11-28&to=2026-11-27', 'to'],
  ['from=2026-11-01&to=2026-11-28', 'projectId'],
])('Days that are none are refused by their name: %s', async (query, field) => {
  const { app } = start({ token: TOKEN })
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect(await kind(app.request(`/v1/analytics/funnel?${query}`, { headers }))).toEqual([
    400,
    field,
  ])
})

it('A token that is easily guessed is refused at the start', () => {
  expect(() => start({ token: 'short' })).toThrow('at least 16 characters')
})
