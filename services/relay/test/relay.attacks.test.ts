import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Socket, connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type TestContext, afterEach, describe, expect, it } from 'vitest'
import { type RelayOptions, startRelay } from '../src/index.js'
import { createAdmission } from '../src/socket/admission.js'
import { countAnsweredFirst } from './race.js'
import {
  type RawClient,
  type RawOptions,
  connectRaw,
  newKey,
  newTopic,
  pause,
  until,
} from './rawClient.js'

// A short form of `bench relay`, which runs each attack for a minute with hundreds of client ids
// and processes of their own.
const WHOLE = Boolean(process.env['LATCHKEY_SOAK'])

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const open = async (options: RelayOptions = {}) => {
  const relay = await startRelay(options)
  ending.push(relay.close)
  const [one, other, topic] = [await connectRaw(relay.url), await connectRaw(relay.url), newTopic()]
  await other.call('irn_subscribe', { topic })
  const gauge = async (name: string): Promise<number> => {
    const text = await (await fetch(`${relay.url.replace('ws', 'http')}/metrics`)).text()
    return Number(new RegExp(`^latchkey_relay_${name} (\\d+)$`, 'm').exec(text)?.[1])
  }
  /**
   * An honest pair that was there before, and one that comes now, exchange messages.
   * @returns how many were lost
   */
  const serve = async (count = 10): Promise<number> => {
    const before = other.pushed.length
    for (let at = 0; at < count; at += 1)
      await one.call('irn_publish', { topic, message: `honest ${before + at}` })
    const [host, guest, newTopicOfTheirs] = [
      await connectRaw(relay.url),
      await connectRaw(relay.url),
      newTopic(),
    ]
    await guest.call('irn_subscribe', { topic: newTopicOfTheirs })
    await host.call('irn_publish', { topic: newTopicOfTheirs, message: 'welcome' })
    await until(() => other.pushed.length === before + count && guest.pushed.length === 1).catch(
      () => undefined,
    )
    return before + count - other.pushed.length + 1 - guest.pushed.length
  }
  return { relay, gauge, serve, join: (more: RawOptions = {}) => connectRaw(relay.url, more) }
}

const report = (
  { task }: TestContext,
  attack: string,
  tries: number,
  wanted: string,
  seen: string,
): void => {
  task.meta.attack = { attack, tries, wanted, seen }
}
const outcomes = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
const topicsOf = (count: number): string[] => Array.from({ length: count }, newTopic)
/** A client, and the relay's end of its connection. */
const withRelaysEnd = async (join: () => Promise<RawClient>): Promise<[RawClient, Socket]> => {
  const ends: Socket[] = []
  const hear = (message: unknown): void => void ends.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', hear)
  const client = await join()
  unsubscribe('net.server.socket', hear)
  return [client, ends[0]!]
}

describe('a relay under attack', () => {
  it('A bomb of subscriptions stops at the bound of its client, on all connections (audit H1)', async (context) => {
    const { join, gauge, serve } = await open({ limits: { burst: 100_000 } })
    const [key, batches] = [newKey(), WHOLE ? 40 : 8]
    const clients = await Promise.all(Array.from({ length: 4 }, () => join({ key })))
    const granted = await outcomes(
      clients.flatMap((client) =>
        Array.from({ length: batches }, () =>
          client.call('irn_batchSubscribe', { topics: topicsOf(500) }),
        ),
      ),
    )
    const [topics, lost] = [await gauge('subscriptions'), await serve()]
    report(
      context,
      'relay: one client subscribes 500 topics again and again on 4 connections',
      4 * batches,
      'at most 4,000 topics, 0 honest messages lost',
      `${topics - 1} topics, ${lost} lost`,
    )
    expect([granted, topics - 1, lost]).toEqual([8, 4000, 0])
  })

  it('A bomb by many ids ends its largest clients, and honest clients find room (audit H1)', async (context) => {
    const { join, gauge, serve } = await open({ limits: { totalTopics: 5000 } })
    const clients = await Promise.all(Array.from({ length: WHOLE ? 40 : 12 }, () => join()))
    await outcomes(
      clients.flatMap((client) =>
        [1, 2, 3].map(() => client.call('irn_batchSubscribe', { topics: topicsOf(500) })),
      ),
    )
    const [topics, lost] = [await gauge('subscriptions'), await serve()]
    report(
      context,
      'relay: many client ids subscribe 1,500 topics each where 5,000 are allowed',
      clients.length,
      'never more than 5,000, 0 honest messages lost',
      `${topics} topics, ${lost} lost`,
    )
    expect(topics).toBeLessThanOrEqual(5000)
    expect(lost).toBe(0)
  })

  it('A client that subscribes again and again gets each waiting message once (audit H2)', async (context) => {
    const { join, serve } = await open({ limits: { burst: 100_000 } })
    const [author, listener, topics, tries] = [
      await join(),
      await join({ acknowledges: false }),
      topicsOf(2),
      WHOLE ? 950 : 100,
    ]
    for (const topic of topics)
      await author.call('irn_batchPublish', {
        messages: Array.from({ length: 100 }, (_, at) => ({ topic, message: `${topic} ${at}` })),
      })
    for (let at = 0; at < tries; at += 1)
      void listener
        .call(
          at % 3 === 2 ? 'irn_batchUnsubscribe' : 'irn_batchSubscribe',
          at % 3 === 2 ? { subscriptions: topics.map((topic) => ({ topic })) } : { topics },
        )
        .catch(() => undefined)
    const lost = await serve()
    await until(() => listener.pushed.length >= 200)
    await pause(300)
    report(
      context,
      'relay: subscriptions to 2 topics with 100 messages each, nothing acknowledged, every third time left',
      tries,
      'each message pushed once, 0 honest messages lost',
      `${listener.pushed.length} pushes, ${lost} lost`,
    )
    expect([listener.pushed.length, lost]).toEqual([200, 0])
  })

  it('The rate limit charges a request for the topics that it names, not its frame (audit H2)', async (context) => {
    const { join, serve } = await open({ limits: { rate: 1, burst: 1000 } })
    const [subscriber, fetcher] = [await join(), await join()]
    const subscribed = await outcomes(
      [1, 2, 3].map(() => subscriber.call('irn_batchSubscribe', { topics: topicsOf(450) })),
    )
    const fetched = await outcomes(
      [1, 2, 3].map(() => fetcher.call('irn_batchFetchMessages', { topics: topicsOf(450) })),
    )
    const lost = await serve()
    report(
      context,
      'relay: requests that name 450 topics, with 1,000 units',
      6,
      '2 of 3 granted of each, 0 honest messages lost',
      `${subscribed} and ${fetched} granted, ${lost} lost`,
    )
    expect([subscribed, fetched, lost]).toEqual([2, 2, 0])
  })

  it('One author cannot push a waiting proposal out of the mailbox (audit M1)', async (context) => {
    const { join, serve } = await open({ limits: { totalBytes: 1_500_000, burst: 100_000 } })
    const [host, guest, hostile, topic, tries] = [
      await join(),
      await join(),
      await join(),
      newTopic(),
      WHOLE ? 400 : 40,
    ]
    await host.call('irn_publish', { topic, message: 'proposal' })
    const granted = await outcomes(
      Array.from({ length: tries }, (_, at) =>
        hostile.call('irn_publish', { topic: newTopic(), message: `${at}${'x'.repeat(100_000)}` }),
      ),
    )
    const { messages } = (await guest.call('irn_fetchMessages', { topic })) as {
      messages: unknown[]
    }
    const lost = await serve()
    report(
      context,
      'relay: messages of 100 kB of one client where 1.5 MB are kept',
      tries,
      'the proposal waits, 0 honest messages lost',
      `${messages.length} proposal, ${lost} lost`,
    )
    expect([granted, messages.length, lost]).toEqual([tries, 1, 0])
  })

  it('The rate limit charges for bytes: a message of 1 MB spends most of a burst of 300 units (audit M1)', async () => {
    const { join } = await open({ limits: { rate: 1, burst: 300 } })
    const [client, message] = [await join(), 'x'.repeat(1_000_000)]
    expect(await client.call('irn_publish', { topic: newTopic(), message })).toBe(true)
    await expect(client.call('irn_publish', { topic: newTopic(), message })).rejects.toEqual({
      code: -32005,
      message: 'Rate Limited',
    })
  })

  it('Listeners that read nothing end before their bytes exceed the bound of all (audit L6)', async (context) => {
    const { join, gauge, serve } = await open({
      limits: { totalBufferedBytes: 2_000_000, burst: 100_000, subscribers: 40 },
    })
    const [author, topic, count] = [await join(), newTopic(), WHOLE ? 40 : 6]
    const honest = await gauge('connections')
    const readers: RawClient[] = []
    for (let at = 0; at < count; at += 1) {
      const reader = await join()
      await reader.call('irn_subscribe', { topic })
      reader.socket.pause()
      readers.push(reader)
    }
    // The system keeps some megabytes of each connection itself, how many is its choice.
    let most = 0
    for (let at = 0; at < 400 && (await gauge('connections')) > honest; at += 1) {
      await author.call('irn_publish', { topic, message: `${at}${'x'.repeat(100_000)}` })
      most = Math.max(most, await gauge('unsent_bytes'))
    }
    expect(await gauge('connections')).toBe(honest)
    const lost = await serve()
    for (const { socket } of readers) socket.resume()
    report(
      context,
      'relay: messages of 100 kB to listeners that do not read, until they are ended',
      count,
      'at most 2 MB wait, 0 honest messages lost',
      `${(most / 1e6).toFixed(1)} MB, ${lost} lost`,
    )
    expect(most).toBeLessThanOrEqual(2_000_000)
    expect(lost).toBe(0)
  })

  it('Responses that nobody asked for are charged unparsed, and slow their sender down (audit L6)', async (context) => {
    // No units are earned back while this runs, however long it takes.
    const { join, serve } = await open({ limits: { rate: 0.001 } })
    const [[bad, theirs], tries] = [await withRelaysEnd(join), WHOLE ? 62 : 20]
    const text = JSON.stringify({ id: 1, jsonrpc: '2.0', result: 'x'.repeat(700_000) })
    let refusals = 0
    bad.socket.on('message', (data) => {
      refusals += Number(JSON.parse(String(data)).error?.code === -32005)
    })
    for (let at = 0; at < tries; at += 1) bad.send(text)
    // Waits until the relay has refused one and reads no more, or has read all.
    while (theirs.bytesRead < tries * text.length && !(refusals > 0 && theirs.isPaused()))
      await new Promise(setImmediate)
    const lost = await serve()
    report(
      context,
      'relay: responses of 0.7 MB that answer nothing',
      tries,
      'not read beyond 2,000 units, 0 honest messages lost',
      `${tries - Math.ceil(theirs.bytesRead / text.length)} left unread, ${lost} lost`,
    )
    // 2,000 units of 4 KiB, and the frame that was on its way when they were spent.
    expect(theirs.bytesRead).toBeLessThan(2000 * 4096 + text.length)
    expect([refusals, theirs.isPaused(), lost]).toEqual([1, true, 0])
  })

  it('Half-sent requests end after a while, and the oldest of too many is dropped (audit L6)', async (context) => {
    const { relay, gauge, serve } = await open({ limits: { handshakeTimeout: 1, handshakes: 50 } })
    const [tries, ended] = [WHOLE ? 300 : 80, [] as number[]]
    for (let at = 0; at < tries; at += 1) {
      const socket = connect(relay.port, '127.0.0.1', () =>
        socket.write(at % 3 ? 'GET / HTTP/1.1\r\nHost: x\r\nX-Half: ' : ''),
      )
      socket
        .on('error', () => {})
        .on('close', () => ended.push(at))
        .resume()
      ending.push(() => socket.destroy())
    }
    await until(() => ended.length >= tries - 50)
    const [held, lost] = [tries - ended.length, await serve()]
    await until(() => ended.length === tries, 4500)
    report(
      context,
      'relay: half-sent requests and silent connections',
      tries,
      'at most 50 held, none after 3 s, 0 honest messages lost',
      `${held} held, ${tries - ended.length} after, ${lost} lost`,
    )
    expect(held).toBeLessThanOrEqual(50)
    expect([(await gauge('handshakes')) <= 1, lost]).toEqual([true, 0])
  })

  it('Endless frames of all clients share one bound, and the largest sender is ended (audit L6)', async (context) => {
    const { join, gauge, serve } = await open({ limits: { totalReceivedBytes: 1_500_000 } })
    const tries = WHOLE ? 60 : 12
    const clients = await Promise.all(Array.from({ length: tries }, () => join()))
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40, 1, 2, 3, 4])
    for (const { socket } of clients)
      (socket as unknown as { _socket: { write(data: Buffer): void } })._socket.write(
        Buffer.concat([head, Buffer.alloc(400_000, 0x41)]),
      )
    await until(() => clients.some(({ socket }) => socket.readyState !== socket.OPEN))
    await pause(200)
    const [held, lost] = [await gauge('received_bytes'), await serve()]
    report(
      context,
      'relay: 400 kB of a frame whose rest never comes',
      tries,
      'at most 1.5 MB held, 0 honest messages lost',
      `${(held / 1e6).toFixed(1)} MB, ${lost} lost`,
    )
    expect(held).toBeLessThanOrEqual(1_500_000)
    expect(lost).toBe(0)
  })

  it('The relay bounds the connections of a client id', async () => {
    const { join } = await open({ limits: { clientConnections: 3 } })
    const key = newKey()
    const kept = [await join({ key }), await join({ key }), await join({ key })]
    expect(await (await join({ key })).closed).toEqual({
      code: 1008,
      reason: 'Too many connections',
    })
    expect(kept.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1])
    await join()
  })

  it('The relay checks an Origin of 16 kB against four stars in less than 2 ms (audit M2)', async (context) => {
    const admit = createAdmission({
      audiences: [],
      projectIds: [],
      allowedOrigins: ['https://*.*.*.*.example.org'],
      clockSkew: 120,
      tokenLifetime: 86_400,
    })
    const origins = ['a.', '-', 'a-.', 'https://', '.'].map(
      (part) => `https://${part.repeat(16_000 / part.length)}`,
    )
    let longest = 0
    for (const origin of origins) {
      admitSafely(admit, 'https://warm.example')
      const times = Array.from({ length: 5 }, () => {
        const began = performance.now()
        expect(admitSafely(admit, origin)).toBe('Unauthorized: origin not allowed')
        return performance.now() - began
      })
      longest = Math.max(longest, times.sort((a, b) => a - b)[2] ?? Infinity)
    }
    report(
      context,
      'relay: an unauthenticated Origin of 16 kB against four stars',
      origins.length,
      'at most 2 ms',
      `${longest.toFixed(2)} ms`,
    )
    expect(longest).toBeLessThanOrEqual(2)
  })

  it('A publish is answered before its message is pushed, 300 times of 300 (audit A2)', async (context) => {
    const { relay } = await open()
    const first = await countAnsweredFirst(relay.url, relay.url, 300)
    report(
      context,
      'relay: publish and push race, in memory',
      300,
      '300 answered first',
      `${first} answered first`,
    )
    expect(first).toBe(300)
  })
})

const admitSafely = (admit: ReturnType<typeof createAdmission>, origin: string): string => {
  try {
    return admit({ url: '/', headers: { origin } })
  } catch (error) {
    return (error as Error).message
  }
}
