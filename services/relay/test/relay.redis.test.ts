import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RelayOptions, DEFAULT_LIMITS, startRelay } from '../src/index.js'
import { createRedisMailbox } from '../src/store/redis.js'
import { startBalancer } from '@latchkey-tools/localnet'
import { client, closeAll, pair } from './clients.js'
import { describeMailbox } from './mailboxSuite.js'
import { countAnsweredFirst } from './race.js'
import { connectRaw, newKey, newTopic, pause, until } from './rawClient.js'
import { type RedisServer, startRedis } from './redisServer.js'

describe('relays over Redis', () => {
  let redis: RedisServer
  const ending: (() => unknown)[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    await redis?.stop()
  })
  afterEach(async () => {
    await closeAll()
    for (const end of ending.splice(0).reverse()) await end()
  })
  const open = async (options: RelayOptions = {}) => {
    const relay = await startRelay({ redisUrl: redis.url, ...options })
    ending.push(relay.close)
    return relay
  }

  it('A message crosses two instances over Redis, waits for a listener, and is gone once acknowledged', async () => {
    const [one, two] = [await open(), await open()]
    const [a, b, topic] = [await connectRaw(one.url), await connectRaw(two.url), newTopic()]
    await b.call('irn_subscribe', { topic })
    await a.call('irn_publish', { topic, message: 'crosses', tag: 7 })
    await until(() => b.pushed.length === 1)
    expect(b.pushed[0]).toMatchObject({ topic, message: 'crosses', tag: 7 })
    const late = newTopic()
    for (const message of ['1', '2', '3']) await a.call('irn_publish', { topic: late, message })
    await b.call('irn_batchSubscribe', { topics: [late] })
    await until(() => b.pushed.length === 4)
    expect(b.pushed.slice(1).map(({ message }) => message)).toEqual(['1', '2', '3'])
    const c = await connectRaw(two.url)
    await until(
      async () =>
        (
          (await c.call('irn_batchFetchMessages', { topics: [topic, late] })) as {
            messages: unknown[]
          }
        ).messages.length === 0,
    )
  })

  it('A publish over Redis is answered before its message is pushed, also across instances (audit A2)', async () => {
    const [one, two] = [await open({ limits: { burst: 10_000 } }), await open()]
    expect(await countAnsweredFirst(one.url, one.url, 300)).toBe(300)
    expect(await countAnsweredFirst(one.url, two.url, 300)).toBe(300)
  }, 20_000)

  it('Sign-clients behind a balancer pair, and go on when the instance of one of them is killed', async () => {
    const relays = [await open(), await open()]
    const balancer = await startBalancer(relays.map(({ port }) => port))
    ending.push(balancer.close)
    const dapp = await client(`ws://${balancer.authority}`) // On the first instance.
    const wallet = await client(`ws://${balancer.authority}`) // On the second instance.
    wallet.on('session_request', ({ id, topic, params }) => {
      void wallet.respond({
        topic,
        response: { id, jsonrpc: '2.0', result: `signed ${params.request.params[0]}` },
      })
    })
    const { topic } = await pair(dapp, wallet)
    const ask = (text: string) =>
      dapp.request({
        topic,
        chainId: 'eip155:1',
        request: { method: 'personal_sign', params: [text, '0x'] },
      })
    expect(await ask('before')).toBe('signed before')
    const isBack = new Promise((done) => dapp.core.relayer.once('relayer_connect', done))
    await relays[0]?.kill()
    await isBack // An earlier request would take the client 20 s.
    expect(await ask('after')).toBe('signed after')
  })

  it('An unacknowledged push of a killed instance is pushed again by another instance', async () => {
    const [one, two] = [await open(), await open()]
    const [a, key, topic] = [await connectRaw(two.url), newKey(), newTopic()]
    const first = await connectRaw(one.url, { key, acknowledges: false })
    await first.call('irn_subscribe', { topic })
    await a.call('irn_publish', { topic, message: 'kept' })
    await until(() => first.pushed.length === 1)
    await one.kill()
    const second = await connectRaw(two.url, { key })
    await second.call('irn_subscribe', { topic })
    await until(() => second.pushed.length === 1)
  })

  it('A publish fails while Redis is away, and the relay goes on by itself when Redis is back', async () => {
    const relay = await open()
    const [a, b, topic] = [await connectRaw(relay.url), await connectRaw(relay.url), newTopic()]
    const health = async () => (await fetch(`${relay.url.replace('ws', 'http')}/health`)).status
    await b.call('irn_subscribe', { topic })
    await redis.stop()
    await expect(a.call('irn_publish', { topic, message: 'lost?' })).rejects.toEqual({
      code: -32603,
      message: 'The relay could not do this now.',
    })
    expect(await health()).toBe(503)
    await redis.start()
    await until(async () => (await health()) === 200, 10_000)
    await pause(100)
    await a.call('irn_publish', { topic, message: 'lost?' })
    await until(() => b.pushed.length > 0) // A message that arrives while it catches up may come twice.
  })

  it('The relay fails to start where Redis does not answer', async () => {
    await expect(startRelay({ redisUrl: 'redis://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'relay.redis_unreachable',
    })
  })

  describeMailbox('Redis', async (bounds) => {
    await redis.stop()
    await redis.start()
    return createRedisMailbox(redis.url, bounds, () => {})
  })

  it('The Redis mailbox reads a topic once for a message that pushes hundreds of others out (audit H2)', async () => {
    const mailbox = await createRedisMailbox(
      redis.url,
      { ...DEFAULT_LIMITS, topicBytes: 600_000 },
      () => {},
    )
    const client = new Redis(redis.url)
    ending.push(
      () => client.disconnect(),
      mailbox.close,
      () => client.flushall(),
    )
    const [topic, publishedAt] = [newTopic(), Date.now()]
    const add = (key: string, message: string) =>
      mailbox.add({
        topic,
        key,
        from: 'a',
        message,
        tag: 0,
        attestation: '',
        publishedAt,
        expiresAt: publishedAt + 60_000,
      })
    for (let at = 0; at < 400; at += 1) await add(String(at), 'small')
    await client.config('RESETSTAT')
    await add('large', 'x'.repeat(300_000))
    const calls: Record<string, number> = Object.fromEntries(
      [...(await client.info('commandstats')).matchAll(/cmdstat_(\w+):calls=(\d+)/g)].map(
        ([, name, count]) => [name, Number(count)],
      ),
    )
    const { evicted } = await mailbox.size()
    expect(evicted).toBeGreaterThan(100)
    expect(calls['hgetall']).toBe(1)
    expect(Object.values(calls).reduce((sum, count) => sum + count, 0)).toBeLessThan(
      20 * evicted + 100,
    )
  })

  it('A message that its own instance kept but did not announce is announced once by another instance', async () => {
    const [one, two] = [
      await createRedisMailbox(redis.url, DEFAULT_LIMITS, () => {}),
      await createRedisMailbox(redis.url, DEFAULT_LIMITS, () => {}),
    ]
    ending.push(one.close, two.close)
    const [topic, heard] = [newTopic(), [] as string[]]
    two.listen({ message: ({ key }) => heard.push(key), gap() {} })
    await two.watch([topic])
    await one.add({
      topic,
      key: 'orphan',
      from: 'a',
      message: 'm',
      tag: 0,
      attestation: '',
      publishedAt: Date.now(),
      expiresAt: Date.now() + 60_000,
    })
    await two.sweep(Date.now())
    expect(heard).toEqual([]) // Its own instance may be about to announce it.
    await two.sweep(Date.now() + 3000)
    await until(() => heard.length === 1)
    await two.sweep(Date.now() + 6000)
    await pause(50)
    expect(heard).toEqual(['orphan'])
  })
})
