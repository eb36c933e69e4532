import { describe, expect, it } from 'vitest'
import { createHub } from './hub.js'
import { type Mailbox, type Message } from './mailbox.js'
import { createPool } from './pool.js'
import { createRateLimit } from './rateLimit.js'
import { createMemoryMailbox } from './store/memory.js'
import { type Subscriber } from './subscriber.js'
import { createTurns } from './turns.js'

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
    due: new Set(),
    fetching: undefined,
    isOpen: () => true,
    hasRoom: () => true,
    drained: async () => true,
    push: ({ key }: Message) => pushed.push(key) > 0,
  }
  return { ...subscriber, pushed }
}

/** A mailbox of which some topics cannot be watched while `broken` holds them. */
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
  it('is not listened to, and is watched when it is asked for again (audit H2)', async () => {
    const { hub, broken, watched } = open()
    const client = newSubscriber('a')
    broken.add(T)
    await expect(hub.subscribe(client, [T, OTHER])).rejects.toThrow('Command timed out')
    expect([hub.subscriptions(), client.topics.size, client.due.size]).toEqual([0, 0, 0])
    broken.clear()
    await hub.subscribe(client, [T])
    expect([[...watched], hub.subscriptions()]).toEqual([[T], 1])
  })
  it('is refused also to those who came while it was tried, and what they had before stays (audit H2)', async () => {
    const { hub, broken, watched } = open()
    const [first, second] = [newSubscriber('a'), newSubscriber('b')]
    await hub.subscribe(second, [OTHER])
    broken.add(T)
    const outcomes = await Promise.allSettled([
      hub.subscribe(first, [T]),
      hub.subscribe(second, [OTHER, T]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([hub.listeners(T), [...second.topics], [...watched]]).toEqual([0, [OTHER], [OTHER]])
    broken.clear()
    await hub.subscribe(second, [T])
    expect(watched.has(T)).toBe(true)
  })
})
