import { RelayError } from './errors.js'
import { type Limits } from './limits.js'
import { type Subscriber } from './subscriber.js'

/** Who listens to what, on this instance. */
export interface Rooms {
  /** Returns the topics that nobody listened to before. All or none are entered. @throws RelayError `relay.limit_exceeded` */
  enter(subscriber: Subscriber, topics: readonly string[]): string[]
  /** Returns the topics that nobody listens to any more. */
  exit(subscriber: Subscriber, topics: readonly string[]): string[]
  of(topic: string): Iterable<Subscriber>
  topics(): string[]
  subscribers(): Set<Subscriber>
  /** Topics listened to, each subscriber counted. */
  count(): number
}

export function createRooms(limits: Pick<Limits, 'topics' | 'subscribers'>): Rooms {
  const rooms = new Map<string, Set<Subscriber>>()
  let count = 0

  const check = (subscriber: Subscriber, fresh: readonly string[]): void => {
    if (subscriber.topics.size + fresh.length > limits.topics) throw new RelayError('relay.limit_exceeded', `A connection may have ${limits.topics} topics.`)
    if (fresh.some((topic) => (rooms.get(topic)?.size ?? 0) >= limits.subscribers)) throw new RelayError('relay.limit_exceeded', 'Too many connections listen to one of the topics.')
  }

  return {
    enter(subscriber, topics) {
      const fresh = [...new Set(topics)].filter((topic) => !subscriber.topics.has(topic))
      check(subscriber, fresh)
      return fresh.filter((topic) => {
        const room = rooms.get(topic)
        subscriber.topics.add(topic)
        count += 1
        if (room) room.add(subscriber)
        else rooms.set(topic, new Set([subscriber]))
        return !room
      })
    },
    exit: (subscriber, topics) => topics.filter((topic) => {
      const room = rooms.get(topic)
      if (!subscriber.topics.delete(topic) || !room?.delete(subscriber)) return false
      count -= 1
      return room.size === 0 && rooms.delete(topic)
    }),
    of: (topic) => rooms.get(topic) ?? [],
    topics: () => [...rooms.keys()],
    subscribers: () => new Set([...rooms.values()].flatMap((room) => [...room])),
    count: () => count,
  }
}
