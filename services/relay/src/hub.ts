import { type Mailbox } from './mailbox.js'
import { type Pool } from './pool.js'
import { type PumpContext, createPump } from './pump.js'
import { type RoomLimits, type Rooms, createRooms } from './rooms.js'
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
  const [rooms, pump] = [createRooms(context.limits, context.topics), createPump(context)]
  const { opening, leaveTopics, watch } = createOpening(mailbox, rooms)

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
      if (opened.length > 0) watch(opened)
      try {
        await Promise.all(new Set(topics.map((topic) => opening.get(topic))))
      } catch (error) {
        const empty = leaveTopics(subscriber, fresh)
        if (empty.length > 0) mailbox.unwatch(empty).catch(onError)
        throw error
      }
    },
    async unsubscribe(subscriber, topics) {
      const empty = leaveTopics(subscriber, topics)
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

const createOpening = (mailbox: Mailbox, rooms: Rooms) => {
  /** Topics that are not watched yet: whoever comes to one meanwhile waits for the same answer. */
  const opening = new Map<string, Promise<void>>()

  const leaveTopics = (subscriber: Subscriber, topics: readonly string[]): string[] => {
    for (const topic of topics) subscriber.due.delete(topic)
    return rooms.exit(subscriber, topics)
  }
  /** Where it fails nobody listens to them any longer: what is asked again is watched again. */
  const watch = (topics: readonly string[]): void => {
    const isWatched = mailbox
      .watch(topics)
      .catch((error: unknown) => {
        for (const topic of topics)
          for (const subscriber of [...rooms.of(topic)]) leaveTopics(subscriber, [topic])
        throw error
      })
      .finally(() => {
        for (const topic of topics) if (opening.get(topic) === isWatched) opening.delete(topic)
      })
    for (const topic of topics) opening.set(topic, isWatched)
  }
  return { opening, leaveTopics, watch }
}

const WATCHED_AT_ONCE = 5000

const watchAll = async (mailbox: Mailbox, topics: readonly string[]): Promise<void> => {
  for (let at = 0; at < topics.length; at += WATCHED_AT_ONCE)
    await mailbox.watch(topics.slice(at, at + WATCHED_AT_ONCE))
}
