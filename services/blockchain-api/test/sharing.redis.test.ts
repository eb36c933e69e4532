// Answers and failures of a provider that several instances have in common.
import { type RedisServer, startRedis } from '@latchkey-tools/localnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Source, startBlockchainApi } from '../src/index.js'
import { ALICE, CHAIN, chain } from './harness.js'

let redis: RedisServer
const ending: (() => unknown)[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis?.stop())
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const start = async (source: Source) => {
  const api = await startBlockchainApi({
    redisUrl: redis.url,
    chains: [chain()],
    sources: [() => [source]],
  })
  ending.push(api.close)
  const get = async (path: string) => (await fetch(`${api.url}${path}`)).json()
  await expect.poll(() => get('/health')).toMatchObject({ servers: [{ state: 'ok' }] })
  return {
    get,
    balances: (query = '') => get(`/v1/account/${CHAIN}:${ALICE}/balance${query}`),
    metrics: async () => (await fetch(`${api.url}/metrics`)).text(),
  }
}
const coin = { name: 'Ether', symbol: 'ETH', decimals: 18, amount: '5', spam: false }

it('A question to a provider is asked once for all instances, unless the page wants it anew', async () => {
  let asked = 0
  const source: Source = {
    ...{ id: 'counted', chains: [CHAIN], keptMs: 60_000 },
    async balances() {
      asked += 1
      await new Promise((done) => setTimeout(done, 100))
      return { items: [coin] }
    },
  }
  const [one, two] = [await start(source), await start(source)]
  const answers = await Promise.all([one, two, one, two, two].map(({ balances }) => balances()))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.balances))).size).toBe(1)
  expect(answers[0].balances).toMatchObject([{ symbol: 'ETH' }])
  expect(asked).toBe(1)
  await two.balances('?forceUpdate=true')
  expect(asked).toBe(2)
  expect(await two.metrics()).toMatch(/cache_reads_total\{hit="true"\} [1-9]/)
})

it('A failure that several requests waited for is one failure, and the next answer is asked anew', async () => {
  let asked = 0
  const source: Source = {
    ...{ id: 'limited', chains: [CHAIN], keptMs: 60_000 },
    async balances() {
      asked += 1
      await new Promise((done) => setTimeout(done, 200))
      if (asked === 1) throw new Error('too many requests')
      return { items: [coin] }
    },
  }
  const one = await start(source)
  await Promise.all(Array.from({ length: 8 }, () => one.balances()))
  expect(asked).toBe(1)
  expect((await one.get('/health')).resting).toEqual([])
  expect(await one.metrics()).toContain(
    `source_failures_total{source="limited",chain="${CHAIN}"} 1`,
  )
  expect((await one.balances()).balances).toMatchObject([{ symbol: 'ETH' }])
})

it('A provider that failed at one instance rests at the other, whose last good answer is common', async () => {
  let isGood = true
  const source: Source = {
    ...{ id: 'failing', chains: [CHAIN] },
    async balances() {
      if (!isGood) throw new Error('the provider is away')
      return { items: [coin] }
    },
  }
  const [one, two] = [await start(source), await start(source)]
  const good = await one.balances()
  isGood = false
  for (let at = 0; at < 5; at += 1) await one.balances()
  const resting = async () => (await two.get('/health')).resting
  await expect.poll(resting).toEqual([`failing ${CHAIN}`])
  expect(await two.balances()).toEqual(good)
  expect(await one.metrics()).toContain(
    `source_failures_total{source="failing",chain="${CHAIN}"} 5`,
  )
})
