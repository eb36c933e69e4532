import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Message, type RelayOptions, DEFAULT_LIMITS, startRelay } from '../src/index.js'
import { createRedisMailbox } from '../src/store/redis.js'
import { startBalancer } from './balancer.js'
import { client, closeAll, pair } from './clients.js'
import { connectRaw, newKey, newTopic, pause, until } from './rawClient.js'
import { type RedisServer, startRedis } from './redisServer.js'

describe('relays over Redis', () => {
  let redis: RedisServer
  const ending: (() => unknown)[] = []
  beforeAll(async () => { redis = await startRedis() })
  afterAll(async () => { await redis?.stop() })
  afterEach(async () => {
    vi.restoreAllMocks()
    await closeAll()
    for (const end of ending.splice(0).reverse()) await end()
  })
  const open = async (options: RelayOptions = {}) => {
    const relay = await startRelay({ redisUrl: redis.url, ...options })
    ending.push(relay.close)
    return relay
  }

  it('two instances act as one: a message crosses, waits, and is gone once acknowledged', async () => {
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
    await until(async () => ((await c.call('irn_batchFetchMessages', { topics: [topic, late] })) as { messages: unknown[] }).messages.length === 0)
  })

  it('sign-clients behind a balancer pair, and go on when the instance between them is killed', async () => {
    const relays = [await open(), await open()]
    const balancer = await startBalancer(relays.map(({ port }) => port))
    ending.push(balancer.close)
    const dapp = await client(balancer.url) // on the first
    const wallet = await client(balancer.url) // on the second
    wallet.on('session_request', ({ id, topic, params }) => {
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: `signed ${params.request.params[0]}` } })
    })
    const { topic } = await pair(dapp, wallet)
    const ask = (text: string) => dapp.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: [text, '0x'] } })
    expect(await ask('before')).toBe('signed before')
    const isBack = new Promise((done) => dapp.core.relayer.once('relayer_connect', done))
    await relays[0]?.kill()
    await isBack // what is asked before takes the client 20 s
    expect(await ask('after')).toBe('signed after')
  })

  it('what a killed instance had pushed and nobody acknowledged comes from the other', async () => {
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

  it('without Redis nothing is claimed to be published; when it is back, it goes on by itself', async () => {
    const relay = await open()
    const [a, b, topic] = [await connectRaw(relay.url), await connectRaw(relay.url), newTopic()]
    const health = async () => (await fetch(`${relay.url.replace('ws', 'http')}/health`)).status
    await b.call('irn_subscribe', { topic })
    await redis.stop()
    await expect(a.call('irn_publish', { topic, message: 'lost?' })).rejects.toEqual({ code: -32603, message: 'The relay could not do this now.' })
    expect(await health()).toBe(503)
    await redis.start()
    await until(async () => await health() === 200, 10_000)
    await pause(100)
    await a.call('irn_publish', { topic, message: 'lost?' })
    await until(() => b.pushed.length > 0) // what comes while it catches up may come twice
  })

  it('is an error at the start where it does not answer', async () => {
    await expect(startRelay({ redisUrl: 'redis://127.0.0.1:1' })).rejects.toMatchObject({ code: 'relay.redis_unreachable' })
  })

  describe('bounds', () => {
    const message = (topic: string, key: string, more: Partial<Message> = {}): Message => ({ topic, key, from: 'a', message: 'm', tag: 0, attestation: '', publishedAt: Date.now(), expiresAt: Date.now() + 60_000, ...more })
    const mailboxOf = async (bounds = {}) => {
      await redis.stop()
      await redis.start()
      const mailbox = await createRedisMailbox(redis.url, { ...DEFAULT_LIMITS, ...bounds }, () => {})
      ending.push(mailbox.close)
      return mailbox
    }
    it('a full topic loses its oldest and harms no other', async () => {
      const mailbox = await mailboxOf({ topicMessages: 3 })
      const [topic, other] = [newTopic(), newTopic()]
      await mailbox.add(message(other, 'o'))
      for (const key of ['1', '2', '3', '4', '5']) await mailbox.add(message(topic, key))
      expect((await mailbox.list([topic, other], 'b')).map(({ key }) => key)).toEqual(['3', '4', '5', 'o'])
      expect(await mailbox.size()).toMatchObject({ messages: 4, evicted: 2 })
    })
    it('the oldest of all gives way when everything is full, in number and in bytes', async () => {
      for (const bound of [{ totalMessages: 3 }, { totalBytes: 3 * 800 }]) {
        const mailbox = await mailboxOf(bound)
        const topics = Array.from({ length: 5 }, newTopic)
        for (const topic of topics) await mailbox.add(message(topic, '1'))
        expect((await mailbox.list(topics, 'b')).map(({ topic }) => topic)).toEqual(topics.slice(2))
      }
    })
    it('nothing is left, in the counts either, after all is acknowledged or over', async () => {
      const mailbox = await mailboxOf()
      const topics = [newTopic(), newTopic()]
      for (let at = 0; at < 20; at += 1) await mailbox.add(message(topics[at % 2] ?? '', String(at), at < 5 ? { expiresAt: Date.now() + 30_000 } : {}))
      await mailbox.add(message(topics[0] ?? '', '6')) // again
      expect((await mailbox.size()).messages).toBe(20)
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 40_000)
      expect(await mailbox.list(topics, 'b')).toHaveLength(15)
      for (let at = 5; at < 20; at += 1) await mailbox.remove(topics[at % 2] ?? '', String(at))
      await mailbox.add(message(newTopic(), 'last'))
      expect(await mailbox.size()).toMatchObject({ messages: 1, expired: 5, evicted: 0 })
      await mailbox.remove('0'.repeat(64), 'unknown')
      expect((await mailbox.size()).bytes).toBeLessThan(1000)
    })
  })
})
