import {
  type MailboxBounds,
  type MailboxSize,
  type Message,
  type MailboxPage,
  MAX_PAGE,
  type MailboxPosition,
  bytesOf,
} from './mailbox.js'
import { createHeap } from '../bounds/heap.js'
import { createRanking } from '../bounds/ranking.js'

/** Messages by topic and by author. The bounds hold after every call. */
export interface MessageTable {
  /** @returns false where it is there already */
  put(message: Message): boolean
  /** A page of what waits on these topics. */
  list(topics: readonly string[], from?: MailboxPosition): MailboxPage
  remove(topic: string, key: string): void
  /** Removes expired messages. */
  sweep(now: number): void
  size(): MailboxSize
}

interface TopicMessages {
  stored: Map<string, StoredMessage>
  bytes: number
}
/**
 * A message of a topic. It is also an item in the linked list of its author, so that removing it
 * takes constant time.
 */
interface StoredMessage {
  message: Message
  arrival: number
  older: StoredMessage | undefined
  newer: StoredMessage | undefined
}
interface AuthorMessages {
  oldest: StoredMessage
  newest: StoredMessage
}

// eslint-disable-next-line max-lines-per-function -- the operations on one table, which share its state
export function createMessageTable(bounds: MailboxBounds): MessageTable {
  const byTopic = new Map<string, TopicMessages>()
  const authors = createAuthors()
  const counts = { arrivals: 0, messages: 0, evicted: 0, expired: 0 }

  const dropMessage = (entry: StoredMessage): void => {
    const { message } = entry
    const topic = byTopic.get(message.topic)
    if (!topic?.stored.delete(message.key)) return
    authors.remove(entry)
    topic.bytes -= bytesOf(message)
    counts.messages -= 1
    if (topic.stored.size === 0) byTopic.delete(message.topic)
  }
  const evictMessage = (entry: StoredMessage | undefined): boolean => {
    if (entry) dropMessage(entry)
    counts.evicted += entry ? 1 : 0
    return entry !== undefined
  }
  const makeRoom = ({ from }: Message, topic: TopicMessages): void => {
    if (isFull(topic, bounds))
      for (const entry of evictionOrder(topic))
        if (!isFull(topic, bounds) || !evictMessage(entry)) break
    while (authors.bytesOf(from) > bounds.authorBytes)
      if (!evictMessage(authors.oldestOf(from))) break
    while (counts.messages > bounds.totalMessages || authors.bytes() > bounds.totalBytes)
      if (!evictMessage(authors.oldestOf(authors.largest()))) break
  }

  return {
    put(message) {
      const topic = byTopic.get(message.topic) ?? {
        stored: new Map<string, StoredMessage>(),
        bytes: 0,
      }
      if (topic.stored.has(message.key)) return false
      const entry = {
        message,
        arrival: (counts.arrivals += 1),
        older: undefined,
        newer: undefined,
      }
      byTopic.set(message.topic, topic)
      topic.stored.set(message.key, entry)
      topic.bytes += bytesOf(message)
      authors.add(entry)
      counts.messages += 1
      makeRoom(message, topic)
      return true
    },
    list: (topics, from) =>
      readPage(
        topics.map((topic) => () => byTopic.get(topic)?.stored.values() ?? []),
        from,
      ),
    remove(topic, key) {
      const entry = byTopic.get(topic)?.stored.get(key)
      if (entry) dropMessage(entry)
    },
    sweep(now) {
      for (const entry of [...byTopic.values()].flatMap(({ stored }) => [...stored.values()]))
        if (entry.message.expiresAt <= now) {
          counts.expired += 1
          dropMessage(entry)
        }
    },
    size: () => ({
      messages: counts.messages,
      evicted: counts.evicted,
      expired: counts.expired,
      bytes: authors.bytes(),
    }),
  }
}

const createAuthors = () => {
  const lists = new Map<string, AuthorMessages>()
  const bytes = createRanking()
  return {
    add(entry: StoredMessage): void {
      const { from } = entry.message
      const list = lists.get(from)
      if (list) {
        entry.older = list.newest
        list.newest.newer = entry
        list.newest = entry
      } else lists.set(from, { oldest: entry, newest: entry })
      bytes.add(from, bytesOf(entry.message))
    },
    remove({ message, older, newer }: StoredMessage): void {
      const { from } = message
      const list = lists.get(from)
      if (!list) return
      if (older) older.newer = newer
      else if (newer) list.oldest = newer
      if (newer) newer.older = older
      else if (older) list.newest = older
      if (!older && !newer) lists.delete(from)
      bytes.add(from, -bytesOf(message))
    },
    oldestOf: (author = ''): StoredMessage | undefined => lists.get(author)?.oldest,
    bytesOf: bytes.of,
    bytes: bytes.total,
    largest: bytes.largest,
  }
}

const isFull = (topic: TopicMessages, bounds: MailboxBounds): boolean =>
  topic.stored.size > bounds.topicMessages || topic.bytes > bounds.topicBytes

/** The messages of an author on one topic, the oldest first. */
interface AuthorShare {
  stored: StoredMessage[]
  bytes: number
  next: number
  at: number
}

/**
 * The order in which messages leave a full topic: the author who has most there loses the oldest,
 * and not whoever published first, or one end could wash the other's messages away. The topic is
 * read once, however many messages leave it.
 */
function* evictionOrder({ stored }: TopicMessages): Generator<StoredMessage> {
  const shares = new Map<string, AuthorShare>()
  for (const entry of stored.values()) {
    const { from } = entry.message
    const share = shares.get(from) ?? { stored: [], bytes: 0, next: 0, at: 0 }
    shares.set(from, share)
    share.stored.push(entry)
    share.bytes += bytesOf(entry.message)
  }
  const byBytes = createHeap<AuthorShare>(
    (one, other) =>
      one.bytes > other.bytes || (one.bytes === other.bytes && arrivalOf(one) < arrivalOf(other)),
  )
  for (const share of shares.values()) byBytes.add(share)
  for (let most = byBytes.first(); most; most = byBytes.first()) {
    const entry = most.stored[most.next]
    if (!entry) return
    yield entry
    most.bytes -= bytesOf(entry.message)
    most.next += 1
    if (most.next < most.stored.length) byBytes.moved(most)
    else byBytes.remove(most)
  }
}

const arrivalOf = ({ stored, next }: AuthorShare): number => stored[next]?.arrival ?? Infinity

const readPage = (
  lists: readonly (() => Iterable<StoredMessage>)[],
  from: MailboxPosition = { topic: 0, after: 0 },
): MailboxPage => {
  const messages: Message[] = []
  let bytes = 0
  let { after } = from
  for (let topic = from.topic; topic < lists.length; topic += 1, after = 0) {
    for (const { message, arrival } of lists[topic]?.() ?? []) {
      if (arrival <= after) continue
      if (
        messages.length > 0 &&
        (messages.length >= MAX_PAGE.messages || bytes + bytesOf(message) > MAX_PAGE.bytes)
      )
        return { messages, next: { topic, after } }
      messages.push(message)
      bytes += bytesOf(message)
      after = arrival
    }
  }
  return { messages }
}
