import { RelayError } from './errors.js'
import { type Limits } from './limits.js'
import { type Mailbox, type Message } from './mailbox.js'

/** Whoever listens to topics: a connection. */
export interface Subscriber {
  readonly clientId: string
  readonly topics: Set<string>
  isOpen(): boolean
  push(message: Message): void
  /** Resolves when little waits to be sent; false when the connection is gone. */
  drained(): Promise<boolean>
}

export interface Hub {
  subscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  unsubscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  /** A connection ended. */
  leave(subscriber: Subscriber): void
  subscriptions(): number
  close(): void
}

/** Mailboxes are read for so many topics at a time: what waits for one client is never all in memory. */
const TOPICS_AT_ONCE = 20

export function createHub(mailbox: Mailbox, limits: Pick<Limits, 'topics' | 'subscribers'>, onError: (error: unknown) => void): Hub {
  const rooms = new Map<string, Set<Subscriber>>()
  let count = 0

  /** Returns the topics that nobody listened to before. */
  const enter = (subscriber: Subscriber, topics: readonly string[]): string[] => topics.filter((topic) => {
    if (subscriber.topics.has(topic)) return false
    const room = rooms.get(topic)
    if (subscriber.topics.size >= limits.topics) throw new RelayError('relay.limit_exceeded', `A connection may have ${limits.topics} topics.`)
    if (room && room.size >= limits.subscribers) throw new RelayError('relay.limit_exceeded', 'Too many connections listen to this topic.')
    subscriber.topics.add(topic)
    count += 1
    if (room) room.add(subscriber)
    else rooms.set(topic, new Set([subscriber]))
    return !room
  })
  /** Returns the topics that nobody listens to any more. */
  const exit = (subscriber: Subscriber, topics: readonly string[]): string[] => topics.filter((topic) => {
    const room = rooms.get(topic)
    if (!subscriber.topics.delete(topic) || !room?.delete(subscriber)) return false
    count -= 1
    return room.size === 0 && rooms.delete(topic)
  })
  const deliver = async (subscriber: Subscriber, topics: readonly string[]): Promise<void> => {
    for (let at = 0; at < topics.length; at += TOPICS_AT_ONCE) {
      for (const message of await mailbox.list(topics.slice(at, at + TOPICS_AT_ONCE), subscriber.clientId)) {
        if (!await subscriber.drained()) return
        if (subscriber.topics.has(message.topic)) subscriber.push(message)
      }
    }
  }
  /** The mailbox was away: everybody gets what waits, some of it perhaps again. */
  const catchUp = async (): Promise<void> => {
    await mailbox.watch([...rooms.keys()])
    for (const subscriber of new Set([...rooms.values()].flatMap((room) => [...room]))) await deliver(subscriber, [...subscriber.topics])
  }
  const stop = mailbox.listen({
    message(message) {
      for (const subscriber of rooms.get(message.topic) ?? []) if (subscriber.clientId !== message.from) subscriber.push(message)
    },
    gap: () => void catchUp().catch(onError),
  })

  return {
    async subscribe(subscriber, topics) {
      if (!subscriber.isOpen()) return // it left while its request was at work
      const fresh = enter(subscriber, topics)
      if (fresh.length > 0) await mailbox.watch(fresh)
      // After the answer to this request: clients know a topic only then.
      setImmediate(() => void deliver(subscriber, topics).catch(onError))
    },
    async unsubscribe(subscriber, topics) {
      const empty = exit(subscriber, topics)
      if (empty.length > 0) await mailbox.unwatch(empty)
    },
    leave(subscriber) {
      const empty = exit(subscriber, [...subscriber.topics])
      if (empty.length > 0) mailbox.unwatch(empty).catch(onError)
    },
    subscriptions: () => count,
    close: stop,
  }
}
