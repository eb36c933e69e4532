import { RelayError } from './errors.js'
import { type Limits } from './limits.js'
import { type Pool } from './pool.js'
import { type Subscriber } from './subscriber.js'

/** Who listens to what, on this instance. */
export interface Rooms {
  /** All or none are entered. @throws RelayError `relay.limit_exceeded` */
  enter(subscriber: Subscriber, topics: readonly string[]): Entered
  /** Returns the topics that nobody listens to any more. */
  exit(subscriber: Subscriber, topics: readonly string[]): string[]
  of(topic: string): Iterable<Subscriber>
  /** Who listens to it, counted. */
  size(topic: unknown): number
  topics(): string[]
  subscribers(): Set<Subscriber>
  /** Topics listened to, each subscriber counted. */
  count(): number
}

export interface Entered {
  /** The topics that are new to the subscriber. */
  fresh: string[]
  /** Those that nobody listened to before. */
  opened: string[]
}

export type RoomLimits = Pick<Limits, 'topics' | 'clientTopics' | 'subscribers'>

export function createRooms(limits: RoomLimits, pool: Pool): Rooms {
  // Most topics have one listener on an instance: a set for each would take more memory than all else of them.
  const rooms = new Map<string, Subscriber | Set<Subscriber>>()
  let count = 0
  const of = (topic: string): readonly Subscriber[] | Set<Subscriber> => {
    const room = rooms.get(topic)
    return room instanceof Set ? room : room ? [room] : []
  }
  const size = (topic: unknown): number => {
    const room = rooms.get(topic as string)
    return room instanceof Set ? room.size : room ? 1 : 0
  }

  const check = ({ clientId, topics }: Subscriber, fresh: readonly string[]): void => {
    const exceeded = (message: string): RelayError =>
      new RelayError('relay.limit_exceeded', message)
    if (fresh.some((topic) => size(topic) >= limits.subscribers))
      throw exceeded('Too many connections listen to one of the topics.')
    const refusal = pool.refusal(clientId, topics.size, fresh.length)
    if (refusal === 'connection') throw exceeded(`A connection may have ${limits.topics} topics.`)
    if (refusal === 'client')
      throw exceeded(`A client may have ${limits.clientTopics} topics on all its connections.`)
    if (refusal) throw exceeded('The relay has no room for so many topics now.')
  }
  const enterOne = (subscriber: Subscriber, topic: string): boolean => {
    const room = rooms.get(topic)
    subscriber.topics.add(topic)
    if (room instanceof Set) room.add(subscriber)
    else rooms.set(topic, room ? new Set([room, subscriber]) : subscriber)
    return !room
  }
  const exitOne = (subscriber: Subscriber, topic: string): boolean => {
    const room = rooms.get(topic)
    if (!subscriber.topics.delete(topic) || !room) return false
    count -= 1
    pool.add(subscriber.clientId, -1)
    if (room instanceof Set && room.delete(subscriber) && room.size > 0) return false
    return rooms.delete(topic)
  }

  return {
    enter(subscriber, topics) {
      const fresh = [...new Set(topics)].filter((topic) => !subscriber.topics.has(topic))
      check(subscriber, fresh)
      pool.add(subscriber.clientId, fresh.length)
      count += fresh.length
      return { fresh, opened: fresh.filter((topic) => enterOne(subscriber, topic)) }
    },
    exit: (subscriber, topics) => topics.filter((topic) => exitOne(subscriber, topic)),
    of,
    size,
    topics: () => [...rooms.keys()],
    subscribers: () => new Set([...rooms.keys()].flatMap((topic) => [...of(topic)])),
    count: () => count,
  }
}
