import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type RelayOptions, startRelay } from '../src/index.js'
import {
  type RawClient,
  type RawOptions,
  connectRaw,
  newKey,
  newToken,
  newTopic,
  pause,
  until,
} from './rawClient.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const open = async (options: RelayOptions = {}) => {
  const relay = await startRelay(options)
  ending.push(relay.close)
  const [a, b, topic] = [await connectRaw(relay.url), await connectRaw(relay.url), newTopic()]
  await b.call('irn_subscribe', { topic })
  /** Other clients are still served. */
  const stillWorks = async (): Promise<void> => {
    const before = b.pushed.length
    await a.call('irn_publish', { topic, message: `m${before}` })
    await until(() => b.pushed.length === before + 1)
  }
  return { relay, stillWorks, join: (more: RawOptions = {}) => connectRaw(relay.url, more) }
}

describe('a hostile frame', () => {
  it('A frame above the size bound ends only its own connection', async () => {
    const { join, stillWorks } = await open({ limits: { frameBytes: 10_000 } })
    const bad = await join()
    bad.send('x'.repeat(10_001))
    expect((await bad.closed).code).toBe(1009)
    await stillWorks()
  })
  it('A frame that is binary or not UTF-8 ends its connection', async () => {
    const { join, stillWorks } = await open()
    const [binary, broken] = [await join(), await join()]
    binary.socket.send(Buffer.from('{"id":1}'))
    expect((await binary.closed).code).toBe(1003)
    broken.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
    expect((await broken.closed).code).toBe(1007)
    await stillWorks()
  })
  it('Junk is answered with an error code, and a client that goes on sending it is disconnected', async () => {
    const { join, stillWorks } = await open({ limits: { burst: 400 } })
    const bad = await join()
    const junk = [
      '',
      'null',
      '[]',
      '{',
      '{"jsonrpc":"2.0"}',
      '[['.repeat(50_000),
      '"x"',
      '{"id":1,"jsonrpc":"2.0","method":"__proto__"}',
    ]
    for (const text of junk) bad.send(text)
    await until(() => bad.complaints.length === junk.length - 1)
    expect(new Set(bad.complaints.map(({ code }) => code))).toEqual(new Set([-32700, -32600]))
    for (let at = 0; at < 200; at += 1) bad.send('junk')
    expect(await bad.closed).toEqual({ code: 1008, reason: 'Rate Limited' })
    await stillWorks()
  })
  it('The relay accepts only the exact name of a method', async () => {
    const { join } = await open()
    const bad = await join()
    for (const method of [
      '__proto__',
      'constructor',
      'toString',
      'IRN_PUBLISH',
      'irn_publish ',
      'irn_subscription',
      'eth_call',
      '',
    ]) {
      await expect(bad.call(method, {})).rejects.toEqual({
        code: -32601,
        message: 'There is no such method.',
      })
    }
  })
  it('A request with parameters of a wrong type is refused, and the answer does not repeat them', async () => {
    const { join, stillWorks } = await open()
    const [bad, topic] = [await join(), newTopic()]
    const odd: unknown[] = [
      undefined,
      null,
      1,
      true,
      [],
      {},
      'x',
      'A'.repeat(64),
      `${topic}0`,
      { toString: 'x' },
      topic.toUpperCase().replace(/\d/g, 'A'),
    ]
    for (const value of odd) {
      for (const [method, params] of [
        ['irn_subscribe', { topic: value }],
        ['irn_unsubscribe', { topic: value }],
        ['irn_fetchMessages', { topic: value }],
        ['irn_publish', { topic: value, message: 'm' }],
        ['irn_batchSubscribe', { topics: [topic, value] }],
        ['irn_batchFetchMessages', { topics: value }],
        ['irn_batchPublish', { messages: [value] }],
        ['irn_batchUnsubscribe', { subscriptions: [value] }],
        ['irn_batchUnsubscribe', { subscriptions: [{ topic: value }] }],
        ['wc_proposeSession', { pairingTopic: value, sessionProposal: 'p' }],
        [
          'wc_approveSession',
          {
            pairingTopic: topic,
            sessionTopic: value,
            sessionProposalResponse: 'r',
            sessionSettlementRequest: 's',
          },
        ],
        [
          'wc_approveSession',
          {
            pairingTopic: value,
            sessionTopic: topic,
            sessionProposalResponse: 'r',
            sessionSettlementRequest: 's',
          },
        ],
      ] as const)
        await expect(
          bad.call(method, params),
          `${method} ${JSON.stringify(params)}`,
        ).rejects.toMatchObject({ code: -32602, message: expect.not.stringContaining('AAAA') })
    }
    for (const more of [
      { message: 1 },
      { message: '' },
      { message: 'ü' },
      { message: undefined },
      { ttl: '300' },
      { ttl: -1 },
      { ttl: 1.5 },
      { tag: 'x' },
      { tag: 1e300 },
      { attestation: {} },
      { attestation: 'x'.repeat(5000) },
    ]) {
      await expect(bad.call('irn_publish', { topic, message: 'm', ...more })).rejects.toMatchObject(
        { code: -32602 },
      )
    }
    expect(await bad.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    await stillWorks()
  })
  it('An acknowledgement of a push that never was changes nothing', async () => {
    const { join, stillWorks } = await open()
    const [bad, topic] = [await join(), newTopic()]
    await bad.call('irn_publish', { topic, message: 'm' })
    for (const id of [0, -1, 1e15, 1.5, Date.now() * 1000])
      bad.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    const other = await join()
    expect(await other.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{ message: 'm' }],
    })
    await stillWorks()
  })
  it('A request of a client that was not admitted is not run', async () => {
    const seen: string[] = []
    const { join, stillWorks } = await open({ onRequest: ({ method }) => seen.push(method) })
    const count = seen.length
    const bad = await join({ token: newToken(newKey(), 'wss://other.example.org') })
    bad.send(
      JSON.stringify({
        id: 1,
        jsonrpc: '2.0',
        method: 'irn_publish',
        params: { topic: newTopic(), message: 'm' },
      }),
    )
    expect((await bad.closed).code).toBe(3000)
    expect(seen.length).toBe(count)
    await stillWorks()
  })
  it('Bytes that are not HTTP, and half a handshake, do not disturb other clients', async () => {
    const { relay, stillWorks } = await open()
    for (const bytes of [
      '\u0000\u0001\u0002',
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n`,
      'GET ',
    ]) {
      const socket = connect(relay.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(bytes)
      await pause(20)
      socket.destroy()
    }
    await stillWorks()
  })
})

describe('a bound', () => {
  const flood = async (client: RawClient, count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, () => client.call('irn_unsubscribe', { topic: newTopic() })),
    )

  it('All connections of a client share one rate, and a client over its rate may go on later', async () => {
    const { join, stillWorks } = await open({ limits: { rate: 4, burst: 20 } })
    const key = newKey()
    const [one, two] = [await join({ key }), await join({ key })]
    const outcomes = [...(await flood(one, 20)), ...(await flood(two, 20))]
    const refused = outcomes.filter(
      ({ status }) => status === 'rejected',
    ) as PromiseRejectedResult[]
    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]?.reason).toEqual({ code: -32005, message: 'Rate Limited' })
    await until(() =>
      one.call('irn_unsubscribe', { topic: newTopic() }).then(
        () => true,
        () => false,
      ),
    )
    await stillWorks()
  })
  it('The rate limit counts every message of a batch', async () => {
    const { join } = await open({ limits: { rate: 1, burst: 60 } })
    const bad = await join()
    const batch = (count: number) =>
      bad.call('irn_batchPublish', {
        messages: Array.from({ length: count }, (_, at) => ({
          topic: newTopic(),
          message: String(at),
        })),
      })
    await expect(batch(61)).rejects.toMatchObject({ code: -32005 })
    expect(await batch(50)).toBe(true)
  })
  it('The rate limit counts pings too', async () => {
    const { join, stillWorks } = await open({ limits: { rate: 1, burst: 50 } })
    const bad = await join()
    for (let at = 0; at < 200; at += 1) bad.socket.ping()
    await bad.closed // Closed by 1008, or without a code where its pings still came in.
    await stillWorks()
  })
  it('The relay limits the topics of a connection and the subscribers of a topic', async () => {
    const { join } = await open({ limits: { topics: 10, subscribers: 2 } })
    const [bad, topic] = [await join(), newTopic()]
    await expect(
      bad.call('irn_batchSubscribe', { topics: Array.from({ length: 11 }, newTopic) }),
    ).rejects.toMatchObject({ code: -32006 })
    expect(
      await bad.call('irn_batchSubscribe', { topics: Array.from({ length: 10 }, newTopic) }),
    ).toHaveLength(10)
    for (const client of [await join(), await join()]) await client.call('irn_subscribe', { topic })
    await expect((await join()).call('irn_subscribe', { topic })).rejects.toMatchObject({
      code: -32006,
    })
  })
  it('The relay limits its connections, and a freed place can be taken again', async () => {
    const { join, stillWorks } = await open({ limits: { connections: 3 } })
    const third = await join()
    await expect(join()).rejects.toThrow('503')
    third.close()
    await third.closed
    await until(async () =>
      join().then(
        () => true,
        () => false,
      ),
    )
    await stillWorks()
  })
  it('The relay disconnects a client that does not read, and serves the others', async () => {
    const { join, stillWorks } = await open({ limits: { bufferedBytes: 200_000, burst: 1e6 } })
    const [slow, loud, topic] = [await join(), await join(), newTopic()]
    await slow.call('irn_subscribe', { topic })
    slow.socket.pause()
    const message = 'x'.repeat(100_000)
    for (let at = 0; at < 150; at += 1)
      await loud.call('irn_publish', { topic, message: `${message}${at}` })
    slow.socket.resume()
    expect((await slow.closed).code).toBe(1006)
    await stillWorks()
  })
  it('A client that reads slowly gets a long backlog completely', async () => {
    const { join } = await open({
      limits: {
        bufferedBytes: 1_000_000,
        topicBytes: 20_000_000,
        authorBytes: 20_000_000,
        burst: 1e6,
      },
    })
    const [loud, slow, topic] = [await join(), await join(), newTopic()]
    const message = 'x'.repeat(100_000)
    for (let at = 0; at < 150; at += 1)
      await loud.call('irn_publish', { topic, message: `${message}${at}` })
    slow.socket.pause()
    const subscribed = slow.call('irn_subscribe', { topic })
    await pause(300)
    slow.socket.resume()
    await subscribed
    await until(() => slow.pushed.length === 150, 10_000)
  })
  it('The relay disconnects a client that stays silent', async () => {
    const { join, stillWorks } = await open({ limits: { pingInterval: 1, silence: 2 } })
    const silent = await join()
    silent.socket.pong = () => {}
    expect((await silent.closed).code).toBe(1006)
    await stillWorks()
  })
  it('A relay that was busy for longer than the silence it allows does not disconnect its clients', async () => {
    const { stillWorks } = await open({ limits: { pingInterval: 1, silence: 2 } })
    const until = Date.now() + 3_500
    while (Date.now() < until);
    await stillWorks()
    await pause(1_100)
    await stillWorks()
  })
})
