// The things that instances of a service have in common, over a real Redis.
import { type RedisServer, startRedis } from '@latchkey-tools/localnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createSharedCache } from './cache.js'
import { createCircuits } from './circuits.js'
import { type SharedRedis, connectRedis } from './redis.js'

let server: RedisServer
const ending: (() => unknown)[] = []
beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server?.stop())
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

/** Two instances of a service. */
const instances = async <Of>(make: (redis: SharedRedis) => Of): Promise<[Of, Of]> => {
  const connect = async () => {
    const redis = connectRedis(server.url, () => undefined, '')
    ending.push(redis.close)
    await expect.poll(redis.isReady).toBe(true)
    return make(redis)
  }
  return [await connect(), await connect()]
}
const caches = (prefix: string) =>
  instances((redis) => createSharedCache({ redis, prefix: `test-${prefix}` }))
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

it('An answer that two instances ask for at once is loaded once, and kept for both', async () => {
  const [one, two] = await caches('once')
  let loads = 0
  const load = async () => {
    loads += 1
    await pause(100)
    return { price: 3000, none: null }
  }
  const asked = Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).take('a', 60_000, load))
  expect(new Set((await Promise.all(asked)).map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"price":3000,"none":null}']),
  )
  expect(loads).toBe(1)
  expect(await two.take('a', 60_000, load)).toEqual({ price: 3000, none: null })
  expect(loads).toBe(1)
})

it('An answer is asked for again when its time is over; undefined is an answer too', async () => {
  const [one, two] = await caches('time')
  let loads = 0
  const load = async () => void (loads += 1)
  expect(await one.take('a', 50, load)).toBeUndefined()
  await expect.poll(async () => (await two.take('a', 50, load), loads)).toBe(2)
})

it('A failure is not kept, and the next one asks', async () => {
  const [one, two] = await caches('failure')
  await expect(one.take('a', 60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await two.take('a', 60_000, async () => 'yes')).toBe('yes')
})

it('An instance that dies while it asks leaves the question to another within a second or so', async () => {
  const [dead, two] = await instances((redis) => ({
    redis,
    cache: createSharedCache({ redis, prefix: 'test-death' }),
  }))
  void dead.cache.take('a', 60_000, () => new Promise(() => undefined))
  await pause(50)
  dead.redis.close()
  const began = performance.now()
  expect(await two.cache.take('a', 60_000, async () => 'two')).toBe('two')
  // Far less than the 5 s for which a living one is waited for.
  expect(performance.now() - began).toBeLessThan(3_000)
})

it('One that asks for long is waited for', async () => {
  const [one, two] = await caches('long')
  const slow = one.take('a', 60_000, () => pause(2_000).then(() => 'one'))
  await pause(50)
  expect(await two.take('a', 60_000, async () => 'two')).toBe('one')
  await slow
})

it('A Redis that hangs is left within a second or so, and found again', async () => {
  const redis = connectRedis(server.url, () => undefined, 'It is away.')
  ending.push(redis.close)
  await expect.poll(redis.isReady).toBe(true)
  const cache = createSharedCache({ redis, prefix: 'test-hang' })
  server.hang(true)
  expect(await cache.take('a', 60_000, async () => 'asked')).toBe('asked')
  await expect.poll(redis.isReady).toBe(false)
  expect(redis.health().state).toBe('away')
  server.hang(false)
  await expect.poll(redis.isReady).toBe(true)
})

it('Without Redis nothing is kept, each instance asks, and all goes on when it is back', async () => {
  const lines: unknown[][] = []
  const redis = connectRedis(server.url, (...line) => void lines.push(line), 'It is away.')
  ending.push(redis.close)
  await expect.poll(redis.isReady).toBe(true)
  const cache = createSharedCache({ redis, prefix: 'test-away' })
  await server.kill()
  let loads = 0
  const load = async () => (loads += 1)
  expect([await cache.take('a', 60_000, load), await cache.take('a', 60_000, load)]).toEqual([1, 2])
  // A command may fail before the client reads the end of its socket.
  await expect.poll(() => redis.health().state).toBe('away')
  await server.start()
  await expect.poll(() => redis.health().state).toBe('ok')
  expect([await cache.take('a', 60_000, load), await cache.take('a', 60_000, load)]).toEqual([3, 3])
  expect(lines.map(([, event]) => event)).toEqual(['redis.away', 'redis.back'])
})

it('A provider that failed at one instance rests at all of them, and not for ever', async () => {
  let time = Date.now()
  const [one, two] = await instances((redis) => {
    const circuits = createCircuits({ redis, prefix: 'test-circuit', now: () => time })
    ending.push(circuits.close)
    return circuits
  })
  for (let at = 0; at < 4; at += 1) (at % 2 ? one : two).fail('a')
  await pause(1500)
  expect([one.resting(), two.resting()]).toEqual([[], []])
  one.fail('a')
  await expect.poll(() => [one.isResting('a'), two.isResting('a')]).toEqual([true, true])
  expect(two.isResting('b')).toBe(false)
  time += 31_000
  expect([one.resting(), two.resting()]).toEqual([[], []])
})
