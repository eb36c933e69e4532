import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, createMemoryMailbox, jsonLog, startRelay } from '../src/index.js'
import { createDeliveries } from '../src/delivery/deliveries.js'
import { HEAP_BYTES, USABLE_SHARE, heapBytesFor } from '../src/bounds/footprint.js'
import { bytesOf } from '../src/store/mailbox.js'
import { createOverdueStore } from '../src/delivery/overdue.js'
import { createPool } from '../src/bounds/pool.js'
import { createTopicIndex } from '../src/delivery/topicIndex.js'
import { type Subscriber } from '../src/delivery/subscriber.js'
import { newTopic } from './rawClient.js'

/** The heap that README and Dockerfile give: `--max-old-space-size=512`. */
const HEAP = 512 * 2 ** 20
const SAMPLE_COUNT = 10_000
/** Just after hash tables double, which is where an entry takes the most. */
const TOPIC_COUNT = 35_000

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
const heapUsed = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}
/** A string as a frame brings it, instead of a slice of another one. */
const fresh = (text: string): string => JSON.parse(JSON.stringify(text)) as string
const unbounded = () =>
  createPool(
    { connection: Infinity, client: Infinity, total: Infinity },
    () => {},
    () => {},
  )

describe('the default bounds', () => {
  it('All default bounds, reached at once, fit into the heap that README and Dockerfile give (audit H1)', () => {
    expect(heapBytesFor(DEFAULT_LIMITS)).toBeLessThanOrEqual(USABLE_SHARE * HEAP)
    expect(heapBytesFor({ ...DEFAULT_LIMITS, totalTopics: 1_770_000 })).toBeGreaterThan(
      USABLE_SHARE * HEAP,
    )
  })
  it('The default bounds grow from a connection to a client, and from a client to all clients', () => {
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
  it('The relay logs a warning at its start where its bounds need more heap than it has', async () => {
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

/**
 * The bytes of heap that one of `count` entries takes. It is the median of five fillings, because
 * the engine's own work, such as compiling what is called often, takes heap at times of its choice.
 */
const heapBytesEach = async (
  count: number,
  open: () => { fill: () => void | Promise<void>; check: () => void | Promise<void> },
): Promise<number> => {
  const measured: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { fill, check } = open()
    const before = heapUsed()
    await fill()
    measured.push((heapUsed() - before) / count)
    await check()
  }
  return measured.sort((a, b) => a - b)[2]!
}
const newTopics = (count: number): string[] => Array.from({ length: count }, newTopic)

describe('the reserved bytes cover what is measured for', () => {
  it('A subscription to a topic takes less heap than is reserved for it', async () => {
    const bytes = await heapBytesEach(TOPIC_COUNT, () => {
      const index = createTopicIndex(
        { topics: Infinity, clientTopics: Infinity, subscribers: 100 },
        unbounded(),
      )
      const subscriber = {
        clientId: 'a',
        topics: new Set<string>(),
        dueTopics: new Set<string>(),
      } as unknown as Subscriber
      const topics = newTopics(TOPIC_COUNT)
      return {
        fill: () => {
          for (const topic of topics) index.addSubscriptions(subscriber, [fresh(topic)])
        },
        check: () => expect(index.subscriptionCount()).toBe(topics.length),
      }
    })
    expect(bytes).toBeLessThan(HEAP_BYTES.topic)
  })
  it('A push takes less heap than is reserved for it', async () => {
    const bytes = await heapBytesEach(SAMPLE_COUNT, () => {
      const deliveries = createDeliveries(
        'a',
        unbounded(),
        createOverdueStore().forConnection('a', 1),
      )
      const topics = newTopics(SAMPLE_COUNT)
      return {
        fill: () => {
          for (const topic of topics)
            deliveries.addPush({ topic: fresh(topic), key: fresh(topic.slice(0, 22)) })
        },
        check: () => expect(deliveries.count()).toBe(topics.length),
      }
    })
    expect(bytes).toBeLessThan(HEAP_BYTES.push)
  })
  it('A push that was not acknowledged in time takes less heap than is reserved for it', async () => {
    const bytes = await heapBytesEach(SAMPLE_COUNT, () => {
      const bounds = { client: Infinity, total: Infinity }
      const overdue = createOverdueStore(bounds).forConnection('a', 1)
      const topics = newTopics(SAMPLE_COUNT)
      return {
        fill: () => {
          for (const [at, topic] of topics.entries())
            overdue.addPush(Date.now() * 1000 + at, {
              topic: fresh(topic),
              key: fresh(topic.slice(0, 22)),
            })
        },
        check: () => expect(overdue.takePush(0)).toBeUndefined(),
      }
    })
    expect(bytes).toBeLessThan(HEAP_BYTES.push)
  })
  it('A message takes less heap than is reserved for it, also one of an author and topic of its own', async () => {
    const bytes = await heapBytesEach(SAMPLE_COUNT, () => {
      const mailbox = createMemoryMailbox({ totalMessages: SAMPLE_COUNT, totalBytes: Infinity })
      const parts = newTopics(SAMPLE_COUNT).map(
        (topic) => [topic, randomBytes(33).toString('base64url')] as const,
      )
      return {
        fill: async () => {
          for (const [topic, name] of parts)
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
        },
        check: () => mailbox.close(),
      }
    })
    expect(bytes).toBeLessThan(
      bytesOf({ message: '', attestation: '' } as Parameters<typeof bytesOf>[0]),
    )
  })
})
