import { RelayError } from '../errors.js'
import { type Limits } from '../bounds/limits.js'
import { type Pool } from '../bounds/pool.js'
import { type Subscriber } from './subscriber.js'

/** Which connections listen to which topics, on this instance. */
export interface TopicIndex {
  /** Adds all topics or none. @throws RelayError `relay.limit_exceeded` */
  addSubscriptions(subscriber: Subscriber, topics: readonly string[]): AddedSubscriptions
  /** @returns the topics that have no listeners any more */
  removeSubscriptions(subscriber: Subscriber, topics: readonly string[]): string[]
  subscribersOf(topic: string): Iterable<Subscriber>
  /** How many connections listen to a topic. */
  listenerCount(topic: unknown): number
  allTopics(): string[]
  allSubscribers(): Set<Subscriber>
  /** Topics listened to, counted once for each subscriber. */
  subscriptionCount(): number
}

export interface AddedSubscriptions {
  /** The topics that are new to the subscriber. */
  added: string[]
  /** The topics that had no listeners before. */
  opened: string[]
}

export type TopicLimits = Pick<Limits, 'topics' | 'clientTopics' | 'subscribers'>

export function createTopicIndex(limits: TopicLimits, pool: Pool): TopicIndex {
  // Most topics have one listener on an instance. A set for each would take more memory than
  // everything else about them.
  const listeners = new Map<string, Subscriber | Set<Subscriber>>()
  let count = 0
  const of = (topic: string): readonly Subscriber[] | Set<Subscriber> => {
    const found = listeners.get(topic)
    return found instanceof Set ? found : found ? [found] : []
  }
  const size = (topic: unknown): number => {
    const found = listeners.get(topic as string)
    return found instanceof Set ? found.size : found ? 1 : 0
  }

  const demandRoom = ({ clientId, topics }: Subscriber, added: readonly string[]): void => {
    const exceeded = (message: string): RelayError =>
      new RelayError('relay.limit_exceeded', message)
    if (added.some((topic) => size(topic) >= limits.subscribers))
      throw exceeded('Too many connections listen to one of the topics.')
    const refusal = pool.refusalFor(clientId, topics.size, added.length)
    if (refusal === 'connection') throw exceeded(`A connection may have ${limits.topics} topics.`)
    if (refusal === 'client')
      throw exceeded(`A client may have ${limits.clientTopics} topics on all its connections.`)
    if (refusal) throw exceeded('The relay has no room for so many topics now.')
  }
  const addOne = (subscriber: Subscriber, topic: string): boolean => {
    const found = listeners.get(topic)
    subscriber.topics.add(topic)
    if (found instanceof Set) found.add(subscriber)
    else listeners.set(topic, found ? new Set([found, subscriber]) : subscriber)
    return !found
  }
  const removeOne = (subscriber: Subscriber, topic: string): boolean => {
    const found = listeners.get(topic)
    if (!subscriber.topics.delete(topic) || !found) return false
    count -= 1
    pool.addAmount(subscriber.clientId, -1)
    if (found instanceof Set && found.delete(subscriber) && found.size > 0) return false
    return listeners.delete(topic)
  }

  return {
    addSubscriptions(subscriber, topics) {
      const added = [...new Set(topics)].filter((topic) => !subscriber.topics.has(topic))
      demandRoom(subscriber, added)
      pool.addAmount(subscriber.clientId, added.length)
      count += added.length
      return { added, opened: added.filter((topic) => addOne(subscriber, topic)) }
    },
    removeSubscriptions: (subscriber, topics) =>
      topics.filter((topic) => removeOne(subscriber, topic)),
    subscribersOf: of,
    listenerCount: size,
    allTopics: () => [...listeners.keys()],
    allSubscribers: () => new Set([...listeners.keys()].flatMap((topic) => [...of(topic)])),
    subscriptionCount: () => count,
  }
}
