import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, createMemoryMailbox, jsonLog, startRelay } from '../src/index.js'
import { createDeliveries } from '../src/deliveries.js'
import { HEAP_OF, USABLE_SHARE, heapOf } from '../src/footprint.js'
import { costOf } from '../src/mailbox.js'
import { createOverdue } from '../src/overdue.js'
import { createPool } from '../src/pool.js'
import { createRooms } from '../src/rooms.js'
import { type Subscriber } from '../src/subscriber.js'
import { newTopic } from './rawClient.js'

/** What README and Dockerfile give: `--max-old-space-size=512`. */
const HEAP = 512 * 2 ** 20
const MANY = 10_000

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
const heapUsed = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}
/** A string as it comes out of a frame, not a slice of another. */
const fresh = (text: string): string => JSON.parse(JSON.stringify(text)) as string
const unbounded = () =>
  createPool(
    { connection: Infinity, client: Infinity, total: Infinity },
    () => {},
    () => {},
  )

describe('the default bounds', () => {
  it('fit into the heap that README and Dockerfile give, all of them reached at once (audit H1)', () => {
    expect(heapOf(DEFAULT_LIMITS)).toBeLessThanOrEqual(USABLE_SHARE * HEAP)
    expect(heapOf({ ...DEFAULT_LIMITS, totalTopics: 1_770_000 })).toBeGreaterThan(
      USABLE_SHARE * HEAP,
    )
  })
  it('hold for a client what a client has on all its connections, and for all what all have', () => {
    const {
      topics,
      clientTopics,
      totalTopics,
      inFlight,
      clientInFlight,
      totalInFlight,
      bufferedBytes,
      clientBufferedBytes,
      totalBufferedBytes,
      receivedBytes,
      clientReceivedBytes,
      totalReceivedBytes,
      topicBytes,
      authorBytes,
      totalBytes,
      frameBytes,
    } = DEFAULT_LIMITS
    for (const row of [
      [topics, clientTopics, totalTopics],
      [inFlight, clientInFlight, totalInFlight],
      [bufferedBytes, clientBufferedBytes, totalBufferedBytes],
      [frameBytes, receivedBytes, clientReceivedBytes, totalReceivedBytes],
      [topicBytes, authorBytes, totalBytes],
    ]) {
      expect(row).toEqual([...row].sort((a, b) => a - b))
    }
  })
  it('are said to be too large where the heap is smaller', async () => {
    const lines: string[] = []
    const relay = await startRelay({
      limits: { totalBytes: 1e12 },
      log: jsonLog((line) => lines.push(line), 'warn'),
    })
    await relay.close()
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        event: 'relay.heap_too_small',
        neededMb: expect.any(Number),
        heapMb: expect.any(Number),
      }),
    ])
  })
})

describe('what is counted is what it takes', () => {
  it('a topic', () => {
    const rooms = createRooms(
      { topics: Infinity, clientTopics: Infinity, subscribers: 100 },
      unbounded(),
    )
    const subscriber = {
      clientId: 'a',
      topics: new Set<string>(),
      due: new Set<string>(),
    } as unknown as Subscriber
    const topics = Array.from({ length: MANY }, newTopic)
    const before = heapUsed()
    for (const topic of topics) rooms.enter(subscriber, [fresh(topic)])
    expect((heapUsed() - before) / MANY).toBeLessThan(HEAP_OF.topic)
    expect(rooms.count()).toBe(MANY)
  })
  it('a push', () => {
    const deliveries = createDeliveries('a', unbounded(), createOverdue().of('a', 1))
    const topics = Array.from({ length: MANY }, newTopic)
    const before = heapUsed()
    for (const topic of topics)
      deliveries.open({ topic: fresh(topic), key: fresh(topic.slice(0, 22)) })
    expect((heapUsed() - before) / MANY).toBeLessThan(HEAP_OF.push)
    expect(deliveries.size()).toBe(MANY)
  })
  it('a push that was not acknowledged in time', () => {
    const overdue = createOverdue({ client: Infinity, total: Infinity }).of('a', 1)
    const topics = Array.from({ length: MANY }, newTopic)
    const before = heapUsed()
    for (const [at, topic] of topics.entries())
      overdue.add(Date.now() * 1000 + at, { topic: fresh(topic), key: fresh(topic.slice(0, 22)) })
    expect((heapUsed() - before) / MANY).toBeLessThan(HEAP_OF.push)
    expect(overdue.take(0)).toBeUndefined()
  })
  it('a message, each of another author on another topic', async () => {
    const mailbox = createMemoryMailbox({ totalMessages: MANY, totalBytes: Infinity })
    const parts = Array.from(
      { length: MANY },
      () => [newTopic(), randomBytes(33).toString('base64url')] as const,
    )
    const before = heapUsed()
    for (const [topic, name] of parts) {
      await mailbox.add({
        topic: fresh(topic),
        key: fresh(name.slice(0, 22)),
        from: fresh(`did:key:z6Mk${name}`),
        message: '',
        tag: 1100,
        attestation: '',
        publishedAt: Date.now(),
        expiresAt: Date.now() + 1e6,
      })
    }
    expect((heapUsed() - before) / MANY).toBeLessThan(
      costOf({ message: '', attestation: '' } as Parameters<typeof costOf>[0]),
    )
    await mailbox.close()
  })
})
