// Limits that several instances count together.
import { type RedisServer, startRedis } from '@latchkey-tools/localnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startBlockchainApi } from '../src/index.js'

let redis: RedisServer
const ending: (() => unknown)[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis?.stop())
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const start = async (limits: object) => {
  const api = await startBlockchainApi({
    redisUrl: redis.url,
    limits,
    projects: [{ id: 'shop' }],
    trustedProxies: ['127.0.0.1'],
  })
  ending.push(api.close)
  const servers = async () => (await (await fetch(`${api.url}/health`)).json()).servers
  await expect.poll(servers).toMatchObject([{ name: 'redis', state: 'ok' }])
  return (path: string, from = '1.1.1.1') =>
    fetch(`${api.url}${path}`, { headers: { 'x-forwarded-for': from } })
}

it('Two instances over one Redis count the requests of an address and of a project together', async () => {
  const limits = { addressRequests: 3, projectRequests: 5 }
  const [one, two] = [await start(limits), await start(limits)]
  const statuses = []
  for (const ask of [one, two, one, two]) statuses.push((await ask('/health')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const path = '/v1/supported-chains?projectId=shop'
  const byProject = []
  for (let at = 0; at < 6; at += 1) byProject.push(await (at % 2 ? one : two)(path, `2.2.2.${at}`))
  expect(byProject.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(Number(byProject[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('While Redis is away each instance counts for itself, and nothing fails', async () => {
  const ask = await start({ addressRequests: 2 })
  expect((await ask('/health', '3.3.3.3')).status).toBe(200)
  await redis.kill()
  const statuses = []
  for (let at = 0; at < 3; at += 1) statuses.push((await ask('/health', '4.4.4.4')).status)
  expect(statuses).toEqual([200, 200, 429])
  await redis.start()
})
