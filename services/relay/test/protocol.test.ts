import { afterEach, describe, expect, it } from 'vitest'
import { type RelayOptions, createMemoryMailbox, startRelay } from '../src/index.js'
import { readAll } from './mailboxSuite.js'
import {
  type RawClient,
  type RawOptions,
  connectRaw,
  newKey,
  newTopic,
  pause,
  subscriptionOf,
  until,
} from './rawClient.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const open = async (options: RelayOptions = {}) => {
  const relay = await startRelay(options)
  ending.push(relay.close)
  return { relay, join: (more: RawOptions = {}) => connectRaw(relay.url, more) }
}

describe('publish and subscribe', () => {
  it('A message reaches every listener except its author, with its tag, time and attestation', async () => {
    const { join } = await open()
    const [a, b, topic, before] = [await join(), await join(), newTopic(), Date.now()]
    expect(await b.call('irn_subscribe', { topic })).toBe(subscriptionOf(topic, b.clientId))
    await a.call('irn_subscribe', { topic })
    expect(
      await a.call('irn_publish', {
        topic,
        message: 'envelope',
        ttl: 300,
        tag: 1108,
        prompt: true,
        attestation: 'att',
      }),
    ).toBe(true)
    await until(() => b.pushed.length === 1)
    expect(b.pushed[0]).toEqual({
      topic,
      message: 'envelope',
      tag: 1108,
      attestation: 'att',
      publishedAt: expect.any(Number),
    })
    expect(b.pushed[0]?.publishedAt).toBeGreaterThanOrEqual(before)
    await pause(30)
    expect(a.pushed).toEqual([])
  })
  it('A message waits for a later listener, in order, until it is acknowledged', async () => {
    const { join } = await open()
    const [a, topic] = [await join(), newTopic()]
    for (const message of ['1', '2', '3']) await a.call('irn_publish', { topic, message })
    const b = await join()
    await b.call('irn_subscribe', { topic })
    await until(() => b.pushed.length === 3)
    expect(b.pushed.map(({ message }) => message)).toEqual(['1', '2', '3'])
    const c = await join()
    await until(
      async () =>
        ((await c.call('irn_fetchMessages', { topic })) as { messages: unknown[] }).messages
          .length === 0,
    )
  })
  it('A message that is not acknowledged is pushed again on the next connection of the same client', async () => {
    const { join } = await open()
    const [a, key, topic] = [await join(), newKey(), newTopic()]
    const first = await join({ key, acknowledges: false })
    await first.call('irn_subscribe', { topic })
    await a.call('irn_publish', { topic, message: 'once' })
    await until(() => first.pushed.length === 1)
    first.socket.terminate()
    const second = await join({ key })
    await second.call('irn_batchSubscribe', { topics: [topic] })
    await until(() => second.pushed.length === 1)
  })
  it('An acknowledgement removes its message even after the relay stopped waiting for it (audit L6)', async () => {
    const { join } = await open({ limits: { redelivery: 0 } })
    const [a, b, topic] = [await join(), await join({ acknowledges: false }), newTopic()]
    const ids: unknown[] = []
    b.socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { id: unknown; method?: string }
      if (frame.method) ids.push(frame.id)
    })
    await b.call('irn_subscribe', { topic })
    for (const message of ['1', '2']) await a.call('irn_publish', { topic, message })
    await until(() => ids.length === 2)
    await pause(1500) // Longer than the liveness interval: the relay waits for neither acknowledgement any longer.
    b.send(JSON.stringify({ id: ids[0], jsonrpc: '2.0', result: true }))
    b.send(JSON.stringify({ id: ids[0], jsonrpc: '2.0', result: true })) // The second call does nothing.
    const left = async () =>
      (
        (await b.call('irn_fetchMessages', { topic })) as { messages: { message: string }[] }
      ).messages.map(({ message }) => message)
    await until(async () => (await left()).length === 1)
    expect(await left()).toEqual(['2'])
  })
  it('A message that is published twice is delivered once', async () => {
    const { join } = await open()
    const [a, b, topic] = [await join(), await join(), newTopic()]
    await a.call('irn_publish', { topic, message: 'again' })
    await a.call('irn_publish', { topic, message: 'again' })
    await b.call('irn_subscribe', { topic })
    await until(() => b.pushed.length > 0)
    await pause(50)
    expect(b.pushed).toHaveLength(1)
  })
  it('A client that has unsubscribed gets no pushes, and the messages wait for a fetch', async () => {
    const { join } = await open()
    const [a, b, topics] = [await join(), await join(), [newTopic(), newTopic()]]
    await b.call('irn_batchSubscribe', { topics })
    expect(await b.call('irn_unsubscribe', { topic: topics[0], id: 'any' })).toBe(true)
    expect(
      await b.call('irn_batchUnsubscribe', { subscriptions: [{ topic: topics[1], id: 'any' }] }),
    ).toBe(true)
    for (const topic of topics) await a.call('irn_publish', { topic, message: 'm' })
    await pause(30)
    expect(b.pushed).toEqual([])
    expect(await b.call('irn_batchFetchMessages', { topics })).toMatchObject({
      messages: topics.map((topic) => ({ topic, message: 'm' })),
      hasMore: false,
    })
  })
  it('A batch is published whole or not at all', async () => {
    const { join } = await open()
    const [a, b, topic] = [await join(), await join(), newTopic()]
    await expect(
      a.call('irn_batchPublish', {
        messages: [
          { topic, message: 'good' },
          { topic: 'bad', message: 'x' },
        ],
      }),
    ).rejects.toMatchObject({ code: -32602 })
    expect(
      await a.call('irn_batchPublish', {
        messages: [
          { topic, message: '1' },
          { topic, message: '2', tag: 7 },
        ],
      }),
    ).toBe(true)
    await b.call('irn_subscribe', { topic })
    await until(() => b.pushed.length === 2)
    expect(b.pushed.map(({ message, tag }) => [message, tag])).toEqual([
      ['1', 0],
      ['2', 7],
    ])
  })
  it('A batch may name 500 topics, and one of 501 is refused', async () => {
    const { join } = await open()
    const [a, topics] = [await join(), Array.from({ length: 501 }, newTopic)]
    for (const method of ['irn_batchSubscribe', 'irn_batchFetchMessages']) {
      await expect(a.call(method, { topics })).rejects.toMatchObject({ code: -32602 })
    }
    expect(await a.call('irn_batchSubscribe', { topics: topics.slice(1) })).toEqual(
      topics.slice(1).map((topic) => subscriptionOf(topic, a.clientId)),
    )
  })
  it('A client can fetch a long backlog page by page until there is no more', async () => {
    const { join } = await open({ limits: { burst: 5000 } })
    const [a, b, topic] = [await join(), await join(), newTopic()]
    await a.call('irn_batchPublish', {
      messages: Array.from({ length: 450 }, (_, at) => ({ topic, message: String(at) })),
    })
    const seen: string[] = []
    for (let more = true; more;) {
      const page = (await b.call('irn_fetchMessages', { topic })) as {
        messages: { message: string }[]
        hasMore: boolean
      }
      seen.push(...page.messages.map(({ message }) => message))
      more = page.hasMore
    }
    expect(seen).toEqual(Array.from({ length: 450 }, (_, at) => String(at)))
  })
})

describe('time to live', () => {
  it('A message lives six hours where its author names no time, and never longer than the relay allows', async () => {
    const mailbox = createMemoryMailbox()
    const { join } = await open({ mailbox })
    const [a, topics] = [await join(), [newTopic(), newTopic(), newTopic()]]
    for (const [at, ttl] of [undefined, 300, 1e9].entries())
      await a.call('irn_publish', { topic: topics[at], message: 'm', ttl })
    const kept = await readAll(mailbox, topics)
    expect(kept.map(({ publishedAt, expiresAt }) => (expiresAt - publishedAt) / 1000)).toEqual([
      21_600, 300, 604_800,
    ])
  })
  it('An expired message is not delivered', async () => {
    const { join } = await open()
    const [a, b, topic] = [await join(), await join(), newTopic()]
    await a.call('irn_publish', { topic, message: 'short', ttl: 1 })
    await pause(1050)
    await b.call('irn_subscribe', { topic })
    await pause(30)
    expect(b.pushed).toEqual([])
  })
})

describe('sessions', () => {
  it('The method wc_proposeSession publishes the proposal and subscribes its sender to the answer', async () => {
    const { join } = await open()
    const [dapp, wallet, pairingTopic] = [await join(), await join(), newTopic()]
    expect(
      await dapp.call('wc_proposeSession', {
        pairingTopic,
        sessionProposal: 'proposal',
        ttl: 300,
        attestation: 'att',
      }),
    ).toBe(true)
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await until(() => wallet.pushed.length === 1)
    expect(wallet.pushed[0]).toMatchObject({
      topic: pairingTopic,
      message: 'proposal',
      tag: 1100,
      attestation: 'att',
    })
    await wallet.call('irn_publish', { topic: pairingTopic, message: 'answer' })
    await until(() => dapp.pushed.length === 1)
  })
  it('A proposal or approval that was refused for a bound is sent once on the next try (audit A2)', async () => {
    const { join } = await open({ limits: { topics: 1 } })
    const [dapp, wallet, pairingTopic, sessionTopic, other] = [
      await join(),
      await join(),
      newTopic(),
      newTopic(),
      newTopic(),
    ]
    const twice = async (
      who: RawClient,
      peer: RawClient,
      method: string,
      params: { pairingTopic: string; [more: string]: string },
    ) => {
      await who.call('irn_subscribe', { topic: other })
      await peer.call('irn_subscribe', { topic: params.pairingTopic })
      await expect(who.call(method, params)).rejects.toMatchObject({ code: -32006 })
      await who.call('irn_unsubscribe', { topic: other })
      expect(await who.call(method, params)).toBe(true)
      await until(() => peer.pushed.length > 0)
      await pause(50)
      expect(peer.pushed).toHaveLength(1)
    }
    await twice(dapp, wallet, 'wc_proposeSession', { pairingTopic, sessionProposal: 'proposal' })
    const [settling, settled] = [await join(), await join()]
    await twice(settling, settled, 'wc_approveSession', {
      pairingTopic: newTopic(),
      sessionTopic,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'settle',
    })
  })
  it('A malformed proposal does not subscribe its sender', async () => {
    const { join } = await open()
    const [dapp, wallet, pairingTopic] = [await join(), await join(), newTopic()]
    await expect(
      dapp.call('wc_proposeSession', { pairingTopic, sessionProposal: 7 }),
    ).rejects.toMatchObject({ code: -32602 })
    await wallet.call('irn_publish', { topic: pairingTopic, message: 'to nobody' })
    await pause(50)
    expect(dapp.pushed).toEqual([])
  })
  it('The method wc_approveSession answers, settles, and subscribes its sender to the session', async () => {
    const { join } = await open()
    const [dapp, wallet, pairingTopic, sessionTopic] = [
      await join(),
      await join(),
      newTopic(),
      newTopic(),
    ]
    await dapp.call('irn_batchSubscribe', { topics: [pairingTopic, sessionTopic] })
    expect(
      await wallet.call('wc_approveSession', {
        pairingTopic,
        sessionTopic,
        sessionProposalResponse: 'yes',
        sessionSettlementRequest: 'settle',
      }),
    ).toBe(true)
    await until(() => dapp.pushed.length === 2)
    expect(dapp.pushed.map(({ topic, message, tag }) => [topic, message, tag])).toEqual([
      [pairingTopic, 'yes', 1101],
      [sessionTopic, 'settle', 1102],
    ])
    await dapp.call('irn_publish', { topic: sessionTopic, message: 'request' })
    await until(() => wallet.pushed.length === 1)
  })
})

describe('admission', () => {
  const refusal = async (options: RelayOptions, more: RawOptions) =>
    (await (await open(options)).join(more)).closed

  it('A client without a valid token is disconnected with the reason', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await refusal({}, { claims: { iat: now + 86_400, exp: now + 2 * 86_400 } })).toEqual({
      code: 3000,
      reason: 'JWT validation error: JWT Token is not yet valid',
    })
    expect(await refusal({}, { token: '' })).toEqual({
      code: 3000,
      reason: 'JWT validation error: JWT Token is malformed',
    })
    expect(await refusal({}, { claims: { aud: 'wss://other.example.org' } })).toMatchObject({
      code: 3000,
      reason: expect.stringContaining('audience'),
    })
    expect(
      await refusal({ limits: { clockSkew: 0 } }, { claims: { iat: now + 60 } }),
    ).toMatchObject({ code: 3000 })
  })
  it("A token for the Host header is refused where the options name the relay's URLs", async () => {
    const audiences = ['wss://relay.example.org']
    expect(await refusal({ audiences }, {})).toMatchObject({ code: 3000 })
    const { join } = await open({ audiences })
    const let_in = await join({ claims: { aud: 'wss://relay.example.org/' } })
    expect(await let_in.call('irn_subscribe', { topic: newTopic() })).toEqual(expect.any(String))
  })
  it('An unknown project id is refused with the reason', async () => {
    const projectIds = ['known']
    expect(await refusal({ projectIds }, { query: { projectId: 'unknown' } })).toEqual({
      code: 3000,
      reason: 'Unauthorized: invalid key',
    })
    expect(await refusal({ projectIds }, {})).toEqual({
      code: 3000,
      reason: 'Unauthorized: invalid key',
    })
    const { join } = await open({ projectIds })
    expect(
      await (
        await join({ query: { projectId: 'known' } })
      ).call('irn_subscribe', { topic: newTopic() }),
    ).toEqual(expect.any(String))
  })
  it('An origin off the list is refused with the reason, and a client without an origin is admitted', async () => {
    const allowedOrigins = ['https://*.example.com']
    expect(
      await refusal({ allowedOrigins }, { headers: { origin: 'https://a.example.com.evil.io' } }),
    ).toEqual({ code: 3000, reason: 'Unauthorized: origin not allowed' })
    const { join } = await open({ allowedOrigins })
    for (const headers of [{ origin: 'https://a.example.com' }, {}]) {
      expect(await (await join({ headers })).call('irn_subscribe', { topic: newTopic() })).toEqual(
        expect.any(String),
      )
    }
  })
  it('The relay takes a token from the Authorization header', async () => {
    const { relay } = await open()
    const { newToken } = await import('./rawClient.js')
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(relay.url, {
      headers: { authorization: `Bearer ${newToken(newKey(), relay.url)}` },
    })
    const answer = new Promise((done) =>
      socket.on('message', (data) => done(JSON.parse(String(data)))),
    )
    await new Promise((done) => socket.on('open', done))
    socket.send(
      JSON.stringify({
        id: 1,
        jsonrpc: '2.0',
        method: 'irn_unsubscribe',
        params: { topic: newTopic() },
      }),
    )
    expect(await answer).toEqual({ id: 1, jsonrpc: '2.0', result: true })
    socket.close()
  })
})
