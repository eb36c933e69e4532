import { type Mailbox } from './mailbox.js'
import { type Pool } from './pool.js'
import { type PumpContext, createPump } from './pump.js'
import { type RoomLimits, createRooms } from './rooms.js'
import { type Subscriber } from './subscriber.js'
import { toData } from './wire.js'

/** Brings messages from the mailbox to those who listen to their topics. */
export interface Hub {
  /** What waits on topics that are new to it follows once `deliver` is called. @throws RelayError `relay.limit_exceeded` */
  subscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  unsubscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  /** Pushes what is due, as far as the connection can take it. */
  deliver(subscriber: Subscriber): void
  /** A connection ended. Called twice, it does nothing. */
  leave(subscriber: Subscriber): void
  /** Connections to a topic. */
  listeners(topic: unknown): number
  subscriptions(): number
  close(): void
}

export interface HubContext extends PumpContext {
  limits: RoomLimits
  topics: Pool
}

export function createHub(context: HubContext): Hub {
  const { mailbox, onError } = context
  const rooms = createRooms(context.limits, context.topics)
  const pump = createPump(context)

  const catchUp = async (): Promise<void> => {
    await watchAll(mailbox, rooms.topics())
    for (const subscriber of rooms.subscribers()) {
      for (const topic of subscriber.topics) subscriber.due.add(topic)
      pump.start(subscriber)
    }
  }
  const stop = mailbox.listen({
    message(message) {
      const data = toData(message)
      for (const subscriber of rooms.of(message.topic)) {
        if (subscriber.clientId === message.from || subscriber.due.has(message.topic)) continue // it comes in its order
        if (!subscriber.push(message, data)) subscriber.due.add(message.topic)
      }
    },
    gap: () => void catchUp().catch(onError),
  })

  return {
    async subscribe(subscriber, topics) {
      if (!subscriber.isOpen()) return // it left while its request was at work
      const { fresh, opened } = rooms.enter(subscriber, topics)
      for (const topic of fresh) subscriber.due.add(topic)
      if (opened.length > 0) await mailbox.watch(opened)
    },
    async unsubscribe(subscriber, topics) {
      const empty = rooms.exit(subscriber, topics)
      for (const topic of topics) subscriber.due.delete(topic)
      if (empty.length > 0) await mailbox.unwatch(empty)
    },
    deliver: pump.start,
    leave(subscriber) {
      const empty = rooms.exit(subscriber, [...subscriber.topics])
      subscriber.due.clear()
      if (empty.length > 0) mailbox.unwatch(empty).catch(onError)
    },
    listeners: (topic) => rooms.size(topic),
    subscriptions: rooms.count,
    close: stop,
  }
}

const WATCHED_AT_ONCE = 5000

const watchAll = async (mailbox: Mailbox, topics: readonly string[]): Promise<void> => {
  for (let at = 0; at < topics.length; at += WATCHED_AT_ONCE) await mailbox.watch(topics.slice(at, at + WATCHED_AT_ONCE))
}
