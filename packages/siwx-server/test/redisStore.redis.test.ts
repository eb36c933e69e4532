import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { Redis } from 'ioredis' // MIT; for this test alone: the package knows no Redis
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisStore } from '../src/index.js'
import { codeOf, createBench, SECRET } from './bench.js'
import { eip155 } from './signers.js'

/**
 * From here on: below the ports that the system gives to whoever asks for any, and apart from
 * another suite with a Redis.
 */
const freePort = (port = 17_379): Promise<number> =>
  new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(freePort(port + 1)))
      .listen(port, '127.0.0.1', () => probe.close(() => done(port)))
  })

describe('the store in Redis', () => {
  let [server, port]: [ChildProcess | undefined, number] = [undefined, 0]
  const clients: Redis[] = []
  /** A process of its own would have one of its own. */
  const open = (): Redis => {
    const redis = new Redis({
      port,
      host: '127.0.0.1',
      maxRetriesPerRequest: null,
      retryStrategy: () => 50,
    })
    redis.on('error', () => undefined) // until it is up
    clients.push(redis)
    return redis
  }
  beforeAll(async () => {
    port = await freePort()
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    )
    await open().ping()
  }, 60_000)
  afterAll(async () => {
    for (const redis of clients) redis.disconnect()
    const gone = new Promise((done) => server?.once('exit', done))
    server?.kill('SIGKILL')
    await gone
  })

  it('The store in Redis keeps entries for their time, and gives a taken one to one of many', async () => {
    const [one, two, redis] = [redisStore(open()), redisStore(open()), open()]
    await one.set('siwx:a', 'value', 60_000.5)
    expect(await two.get('siwx:a')).toBe('value')
    const left = await redis.pttl('siwx:a')
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(60_001)
    const taken = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? one : two).take('siwx:a')),
    )
    expect(taken.filter((value) => value === 'value')).toHaveLength(1)
    expect(await one.get('siwx:a')).toBeNull()
    await one.set('siwx:b', 'short', 1)
    await expect.poll(() => two.get('siwx:b'), { timeout: 30_000 }).toBeNull()
  })

  it('Processes share the store: a nonce works once, and a session everywhere', async () => {
    const benches = [
      createBench({ store: redisStore(open()) }),
      createBench({ store: redisStore(open()) }),
    ] as const
    const browser = benches[0].client()
    const body = await benches[0].signed(browser)
    const send = (index: number) =>
      benches[index % 2]!.server.handle(
        browser.request('/verify', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => send(index)))
    const made = answers.find(({ ok }) => ok)!
    expect((await Promise.all(answers.map(codeOf))).filter((code) => code !== 200)).toEqual(
      Array.from({ length: 99 }, () => '401 siwx.wrong_nonce'),
    )
    browser.cookies.set('__Host-siwx', /=([^;]+)/.exec(made.headers.getSetCookie()[0]!)![1]!)
    for (const { server: each } of benches)
      expect(await each.getSession(browser.request('/'))).toMatchObject({
        accountAddress: eip155().accountAddress,
      })
    await benches[1].server.revokeAll(eip155().accountAddress)
    for (const { server: each } of benches)
      expect(await each.getSession(browser.request('/'))).toBeUndefined()
  })

  it('Tokens are revoked in Redis', async () => {
    const bench = createBench({
      store: redisStore(open()),
      session: { kind: 'jwt', secret: SECRET },
    })
    const client = bench.client()
    await bench.signIn(client, eip155(3))
    expect(await client.list()).toHaveLength(1)
    expect((await client.post('/sign-out')).status).toBe(204)
    expect(await client.list()).toEqual([])
  })
})
