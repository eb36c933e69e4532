import {
  type MailboxBounds,
  type MailboxSize,
  type Message,
  type Page,
  PAGE,
  type Place,
  costOf,
} from '../mailbox.js'
import { createHeap } from '../heap.js'
import { createRanking } from '../ranking.js'

/** Messages by topic and by author, within bounds that hold after every call. */
export interface Boxes {
  /** False where it is there already. */
  put(message: Message): boolean
  /** A page of what waits on these topics. */
  list(topics: readonly string[], from?: Place): Page
  remove(topic: string, key: string): void
  /** Forgets those whose time is over. */
  sweep(now: number): void
  size(): MailboxSize
}

interface Box {
  letters: Map<string, Letter>
  bytes: number
}
/** A message in its topic and among those of its author, which are a list: any of them leaves it in the same short time. */
interface Letter {
  message: Message
  arrival: number
  older: Letter | undefined
  newer: Letter | undefined
}
interface Author {
  oldest: Letter
  newest: Letter
}

export function createBoxes(bounds: MailboxBounds): Boxes {
  const boxes = new Map<string, Box>()
  const authors = createAuthors()
  const counts = { arrivals: 0, messages: 0, evicted: 0, expired: 0 }

  const drop = (letter: Letter): void => {
    const { message } = letter
    const box = boxes.get(message.topic)
    if (!box?.letters.delete(message.key)) return
    authors.remove(letter)
    box.bytes -= costOf(message)
    counts.messages -= 1
    if (box.letters.size === 0) boxes.delete(message.topic)
  }
  const evict = (letter: Letter | undefined): boolean => {
    if (letter) drop(letter)
    counts.evicted += letter ? 1 : 0
    return letter !== undefined
  }
  const makeRoom = ({ from }: Message, box: Box): void => {
    if (isFull(box, bounds))
      for (const letter of givingWay(box)) if (!isFull(box, bounds) || !evict(letter)) break
    while (authors.bytesOf(from) > bounds.authorBytes) if (!evict(authors.oldestOf(from))) break
    while (counts.messages > bounds.totalMessages || authors.bytes() > bounds.totalBytes)
      if (!evict(authors.oldestOf(authors.largest()))) break
  }

  return {
    put(message) {
      const box = boxes.get(message.topic) ?? { letters: new Map<string, Letter>(), bytes: 0 }
      if (box.letters.has(message.key)) return false
      const letter = {
        message,
        arrival: (counts.arrivals += 1),
        older: undefined,
        newer: undefined,
      }
      boxes.set(message.topic, box)
      box.letters.set(message.key, letter)
      box.bytes += costOf(message)
      authors.add(letter)
      counts.messages += 1
      makeRoom(message, box)
      return true
    },
    list: (topics, from) =>
      readPage(
        topics.map((topic) => () => boxes.get(topic)?.letters.values() ?? []),
        from,
      ),
    remove(topic, key) {
      const letter = boxes.get(topic)?.letters.get(key)
      if (letter) drop(letter)
    },
    sweep(now) {
      for (const letter of [...boxes.values()].flatMap(({ letters }) => [...letters.values()]))
        if (letter.message.expiresAt <= now) {
          counts.expired += 1
          drop(letter)
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
  const lists = new Map<string, Author>()
  const bytes = createRanking()
  return {
    add(letter: Letter): void {
      const { from } = letter.message
      const list = lists.get(from)
      if (list) {
        letter.older = list.newest
        list.newest.newer = letter
        list.newest = letter
      } else lists.set(from, { oldest: letter, newest: letter })
      bytes.add(from, costOf(letter.message))
    },
    remove({ message, older, newer }: Letter): void {
      const { from } = message
      const list = lists.get(from)
      if (!list) return
      if (older) older.newer = newer
      else if (newer) list.oldest = newer
      if (newer) newer.older = older
      else if (older) list.newest = older
      if (!older && !newer) lists.delete(from)
      bytes.add(from, -costOf(message))
    },
    oldestOf: (author = ''): Letter | undefined => lists.get(author)?.oldest,
    bytesOf: bytes.of,
    bytes: bytes.total,
    largest: bytes.largest,
  }
}

const isFull = (box: Box, bounds: MailboxBounds): boolean =>
  box.letters.size > bounds.topicMessages || box.bytes > bounds.topicBytes

/** What an author has on one topic, the oldest first. */
interface Share {
  letters: Letter[]
  bytes: number
  next: number
  at: number
}

/**
 * On a full topic whoever has most there gives way, not whoever came first: else one end could wash the other's messages away.
 * The topic is read once, however many messages leave it.
 */
function* givingWay({ letters }: Box): Generator<Letter> {
  const shares = new Map<string, Share>()
  for (const letter of letters.values()) {
    const { from } = letter.message
    const share = shares.get(from) ?? { letters: [], bytes: 0, next: 0, at: 0 }
    shares.set(from, share)
    share.letters.push(letter)
    share.bytes += costOf(letter.message)
  }
  const byBytes = createHeap<Share>(
    (one, other) =>
      one.bytes > other.bytes || (one.bytes === other.bytes && arrivalOf(one) < arrivalOf(other)),
  )
  for (const share of shares.values()) byBytes.add(share)
  for (let most = byBytes.first(); most; most = byBytes.first()) {
    const letter = most.letters[most.next]
    if (!letter) return
    yield letter
    most.bytes -= costOf(letter.message)
    most.next += 1
    if (most.next < most.letters.length) byBytes.moved(most)
    else byBytes.remove(most)
  }
}

const arrivalOf = ({ letters, next }: Share): number => letters[next]?.arrival ?? Infinity

const readPage = (
  lists: readonly (() => Iterable<Letter>)[],
  from: Place = { topic: 0, after: 0 },
): Page => {
  const messages: Message[] = []
  let bytes = 0
  let { after } = from
  for (let topic = from.topic; topic < lists.length; topic += 1, after = 0) {
    for (const { message, arrival } of lists[topic]?.() ?? []) {
      if (arrival <= after) continue
      if (
        messages.length > 0 &&
        (messages.length >= PAGE.messages || bytes + costOf(message) > PAGE.bytes)
      )
        return { messages, next: { topic, after } }
      messages.push(message)
      bytes += costOf(message)
      after = arrival
    }
  }
  return { messages }
}
