import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createClient } from './client.js'
import { createServiceClock } from './clock.js'

const ROUTE = { path: '/v1/thing', answer: v.object({ done: v.literal(true) }) }
const DAY_MS = 24 * 60 * 60_000
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })
const refusal = (name: string, status: number, headers?: Record<string, string>): Response =>
  json({ status: 'FAILED', reasons: [{ name, description: 'No.' }] }, status, headers)

/** A client whose service gives these answers, in their order. */
function createBench(answers: readonly (() => Response)[], own = () => Date.now()) {
  const asked: { url: string; proof: string | null; init: RequestInit }[] = []
  const clock = createServiceClock(own)
  const client = createClient({
    origin: 'https://wallet.example',
    prove: async ({ time, token }) => `${time} ${token ?? '-'}`,
    clock,
    ask: async (url, init = {}) => {
      asked.push({ url: String(url), proof: new Headers(init.headers).get('DPoP'), init })
      const answer = answers[asked.length - 1]
      if (!answer) throw new TypeError('Failed to fetch')
      return answer()
    },
  })
  return { client, clock, asked }
}

it.each([
  ['a day behind', -DAY_MS],
  ['a day ahead', DAY_MS],
])(
  'A device whose clock is %s proves by the service’s clock from the second try on',
  async (_, off) => {
    const service = 1_800_000_000_000
    const time = { 'x-latchkey-time': String(service) }
    const { client, clock, asked } = createBench(
      [
        () => refusal('proof.time', 401, time),
        () => json({ done: true }, 200, time),
        () => json({ done: true }, 200, time),
      ],
      () => service + off,
    )
    expect(await client(ROUTE, { token: 't' })).toEqual({ done: true })
    await client(ROUTE)
    expect(asked.map(({ proof }) => proof)).toEqual([
      `${(service + off) / 1000} t`,
      `${service / 1000} t`,
      `${service / 1000} -`,
    ])
    expect(clock.now()).toBe(service)
  },
)

it('A proof whose time is refused again is not made a third time', async () => {
  const { client, asked } = createBench([
    () => refusal('proof.time', 401),
    () => refusal('proof.time', 401),
  ])
  await expect(client(ROUTE)).rejects.toMatchObject({ refusal: 'proof.time' })
  expect(asked).toHaveLength(2)
})

it.each([
  ['nothing at all', undefined],
  ['HTML', () => new Response('<p>Gateway</p>', { status: 502 })],
  ['HTML with 200', () => new Response('<p>Hello</p>')],
  ['another form', () => json({ done: 'yes' })],
])('A service that answers %s gives one sentence, and is asked once', async (_, answer) => {
  const { client, asked } = createBench(answer ? [answer] : [])
  await expect(client(ROUTE, { body: { code: '123456' } })).rejects.toMatchObject({
    message: 'The wallet service cannot be reached. Try again.',
    details: { reason: 'unreachable' },
  })
  expect(asked).toHaveLength(1)
})

it('A refusal is told with its reason, and with the seconds to wait', async () => {
  const { client } = createBench([
    () => refusal('code', 400),
    () => refusal('too_many_requests', 429, { 'retry-after': '28' }),
  ])
  await expect(client(ROUTE)).rejects.toMatchObject({ details: { reason: 'code_wrong' } })
  await expect(client(ROUTE)).rejects.toMatchObject({
    details: { reason: 'rate_limited', retryAfter: 28 },
  })
})

it('A time that is not one is not taken for the clock of the service', () => {
  const clock = createServiceClock(() => 5)
  for (const told of [null, '', 'now', '-1', '1e400', '1'.repeat(16)]) clock.hear(told)
  expect(clock.now()).toBe(5)
  clock.hear('7')
  expect(clock.now()).toBe(7)
})
