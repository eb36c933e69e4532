import { type Mailbox } from '../store/mailbox.js'
import { type Pool } from '../bounds/pool.js'
import { type DuePusherContext, createDuePusher } from './duePusher.js'
import { type TopicLimits, type TopicIndex, createTopicIndex } from './topicIndex.js'
import { type Subscriber } from './subscriber.js'
import { toJson } from '../rpc/wire.js'

/** Brings messages from the mailbox to the connections that listen to their topics. */
export interface Hub {
  /**
   * Listens to topics. Messages that wait on new ones follow once `deliverDue` is called.
   * @throws RelayError `relay.limit_exceeded`
   */
  subscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  unsubscribe(subscriber: Subscriber, topics: readonly string[]): Promise<void>
  /** Pushes what is due, as far as the connection can take it. */
  deliverDue(subscriber: Subscriber): void
  /** Call it when a connection ended. A second call does nothing. */
  removeSubscriber(subscriber: Subscriber): void
  /** How many connections listen to a topic. */
  listenerCount(topic: unknown): number
  subscriptionCount(): number
  close(): void
}

export interface HubContext extends DuePusherContext {
  limits: TopicLimits
  topics: Pool
}

export function createHub(context: HubContext): Hub {
  const { mailbox, onError } = context
  const [index, pusher] = [
    createTopicIndex(context.limits, context.topics),
    createDuePusher(context),
  ]
  const { opening, leaveTopics, watch } = createTopicWatcher(mailbox, index)

  const deliverMissed = async (): Promise<void> => {
    await watchAll(mailbox, index.allTopics())
    for (const subscriber of index.allSubscribers()) {
      for (const topic of subscriber.topics) subscriber.dueTopics.add(topic)
      pusher.pushDue(subscriber)
    }
  }
  const stop = mailbox.listen({
    message(message) {
      const data = toJson(message)
      for (const subscriber of index.subscribersOf(message.topic)) {
        if (subscriber.clientId === message.from || subscriber.dueTopics.has(message.topic))
          continue // It is pushed in its order, after older ones.
        if (!subscriber.pushMessage(message, data)) subscriber.dueTopics.add(message.topic)
      }
    },
    gap: () => void deliverMissed().catch(onError),
  })

  return {
    async subscribe(subscriber, topics) {
      if (!subscriber.isOpen()) return // The connection closed while its request was at work.
      const { added, opened } = index.addSubscriptions(subscriber, topics)
      for (const topic of added) subscriber.dueTopics.add(topic)
      if (opened.length > 0) watch(opened)
      try {
        await Promise.all(new Set(topics.map((topic) => opening.get(topic))))
      } catch (error) {
        const empty = leaveTopics(subscriber, added)
        if (empty.length > 0) mailbox.unwatch(empty).catch(onError)
        throw error
      }
    },
    async unsubscribe(subscriber, topics) {
      const empty = leaveTopics(subscriber, topics)
      if (empty.length > 0) await mailbox.unwatch(empty)
    },
    deliverDue: pusher.pushDue,
    removeSubscriber(subscriber) {
      const empty = index.removeSubscriptions(subscriber, [...subscriber.topics])
      subscriber.dueTopics.clear()
      if (empty.length > 0) mailbox.unwatch(empty).catch(onError)
    },
    listenerCount: (topic) => index.listenerCount(topic),
    subscriptionCount: index.subscriptionCount,
    close: stop,
  }
}

const createTopicWatcher = (mailbox: Mailbox, index: TopicIndex) => {
  /** Topics that are not watched yet: a second subscriber waits for the same answer. */
  const opening = new Map<string, Promise<void>>()

  const leaveTopics = (subscriber: Subscriber, topics: readonly string[]): string[] => {
    for (const topic of topics) subscriber.dueTopics.delete(topic)
    return index.removeSubscriptions(subscriber, topics)
  }
  /**
   * If watching fails, all listeners are removed, so that the next request watches the topics
   * again.
   */
  const watch = (topics: readonly string[]): void => {
    const isWatched = mailbox
      .watch(topics)
      .catch((error: unknown) => {
        for (const topic of topics)
          for (const subscriber of [...index.subscribersOf(topic)]) leaveTopics(subscriber, [topic])
        throw error
      })
      .finally(() => {
        for (const topic of topics) if (opening.get(topic) === isWatched) opening.delete(topic)
      })
    for (const topic of topics) opening.set(topic, isWatched)
  }
  return { opening, leaveTopics, watch }
}

const MAX_WATCHED_AT_ONCE = 5000

const watchAll = async (mailbox: Mailbox, topics: readonly string[]): Promise<void> => {
  for (let at = 0; at < topics.length; at += MAX_WATCHED_AT_ONCE)
    await mailbox.watch(topics.slice(at, at + MAX_WATCHED_AT_ONCE))
}
