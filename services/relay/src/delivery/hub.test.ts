import { describe, expect, it } from 'vitest'
import { createHub } from './hub.js'
import { type Mailbox, type Message } from '../store/mailbox.js'
import { createPool } from '../bounds/pool.js'
import { createRateLimit } from '../bounds/rateLimit.js'
import { createMemoryMailbox } from '../store/memory.js'
import { type Subscriber } from './subscriber.js'
import { createTurns } from '../bounds/turns.js'

const [T, OTHER] = ['a'.repeat(64), 'b'.repeat(64)]
const pool = () =>
  createPool(
    { connection: Infinity, client: Infinity, total: Infinity },
    () => {},
    () => {},
  )

const newSubscriber = (clientId: string) => {
  const pushed: string[] = []
  const subscriber: Subscriber = {
    clientId,
    topics: new Set(),
    dueTopics: new Set(),
    nextFetch: undefined,
    isOpen: () => true,
    canPushMore: () => true,
    whenDrained: async () => true,
    pushMessage: ({ key }: Message) => pushed.push(key) > 0,
  }
  return { ...subscriber, pushed }
}

/** A mailbox that cannot watch the topics in `broken`. */
const open = () => {
  const [memory, broken, watched] = [createMemoryMailbox(), new Set<string>(), new Set<string>()]
  const mailbox: Mailbox = {
    ...memory,
    async watch(topics) {
      await new Promise(setImmediate)
      if (topics.some((topic) => broken.has(topic))) throw new Error('Command timed out')
      for (const topic of topics) watched.add(topic)
    },
    async unwatch(topics) {
      for (const topic of topics) watched.delete(topic)
    },
  }
  const limits = { topics: 10, clientTopics: 10, subscribers: 10 }
  const hub = createHub({
    mailbox,
    turns: createTurns(),
    rate: createRateLimit({ rate: 1000, burst: 1000 }),
    onError() {},
    limits,
    topics: pool(),
  })
  return { hub, broken, watched }
}

describe('a topic that cannot be watched', () => {
  it('A topic that cannot be watched has no listeners, and is watched on the next try (audit H2)', async () => {
    const { hub, broken, watched } = open()
    const client = newSubscriber('a')
    broken.add(T)
    await expect(hub.subscribe(client, [T, OTHER])).rejects.toThrow('Command timed out')
    expect([hub.subscriptionCount(), client.topics.size, client.dueTopics.size]).toEqual([0, 0, 0])
    broken.clear()
    await hub.subscribe(client, [T])
    expect([[...watched], hub.subscriptionCount()]).toEqual([[T], 1])
  })
  it('A failed watch refuses all clients that asked for the topic; other topics stay (audit H2)', async () => {
    const { hub, broken, watched } = open()
    const [first, second] = [newSubscriber('a'), newSubscriber('b')]
    await hub.subscribe(second, [OTHER])
    broken.add(T)
    const outcomes = await Promise.allSettled([
      hub.subscribe(first, [T]),
      hub.subscribe(second, [OTHER, T]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([hub.listenerCount(T), [...second.topics], [...watched]]).toEqual([0, [OTHER], [OTHER]])
    broken.clear()
    await hub.subscribe(second, [T])
    expect(watched.has(T)).toBe(true)
  })
})
