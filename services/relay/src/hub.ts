import { type Limits } from './limits.js'
import { type Mailbox } from './mailbox.js'
import { createRooms } from './rooms.js'
import { type Subscriber } from './subscriber.js'

/** Brings messages from the mailbox to those who listen to their topics. */
export interface Hub {
  /** What waits on the topics follows after the answer. @throws RelayError `relay.limit_exceeded` */
  subscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  unsubscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  /** A connection ended. */
  leave(subscriber: Subscriber): void
  subscriptions(): number
  close(): void
}

/** Mailboxes are read for so many topics at a time: what waits for one client is never all in memory. */
export const TOPICS_AT_ONCE = 8

export function createHub(mailbox: Mailbox, limits: Pick<Limits, 'topics' | 'subscribers'>, onError: (error: unknown) => void): Hub {
  const rooms = createRooms(limits)

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
    await mailbox.watch(rooms.topics())
    for (const subscriber of rooms.subscribers()) await deliver(subscriber, [...subscriber.topics])
  }
  const stop = mailbox.listen({
    message(message) {
      for (const subscriber of rooms.of(message.topic)) if (subscriber.clientId !== message.from) subscriber.push(message)
    },
    gap: () => void catchUp().catch(onError),
  })

  return {
    async subscribe(subscriber, topics) {
      if (!subscriber.isOpen()) return // it left while its request was at work
      const fresh = rooms.enter(subscriber, topics)
      if (fresh.length > 0) await mailbox.watch(fresh)
      // After the answer to this request: clients know a topic only then.
      setImmediate(() => void deliver(subscriber, topics).catch(onError))
    },
    async unsubscribe(subscriber, topics) {
      const empty = rooms.exit(subscriber, topics)
      if (empty.length > 0) await mailbox.unwatch(empty)
    },
    leave(subscriber) {
      const empty = rooms.exit(subscriber, [...subscriber.topics])
      if (empty.length > 0) mailbox.unwatch(empty).catch(onError)
    },
    subscriptions: rooms.count,
    close: stop,
  }
}
