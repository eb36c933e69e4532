import { type MailboxBounds, type MailboxSize, type Message, costOf } from '../mailbox.js'
import { createAges } from './ages.js'

interface Box { messages: Map<string, Message>; bytes: number }

/** Messages by topic and by age, within bounds that hold after every call. */
export interface Boxes {
  /** False where it is there already. */
  put(message: Message): boolean
  of(topic: string): readonly Message[]
  remove(topic: string, key: string): void
  /** Forgets those whose time is over. */
  sweep(now: number): void
  size(): MailboxSize
}

export function createBoxes({ topicMessages, topicBytes, totalMessages, totalBytes }: MailboxBounds): Boxes {
  const boxes = new Map<string, Box>()
  const byAge = createAges<Message>()
  const counts = { bytes: 0, evicted: 0, expired: 0 }

  const drop = (message: Message): void => {
    const box = boxes.get(message.topic)
    if (!box?.messages.delete(message.key)) return
    byAge.remove(message)
    box.bytes -= costOf(message)
    counts.bytes -= costOf(message)
    if (box.messages.size === 0) boxes.delete(message.topic)
  }
  const evictOldest = (messages: Iterable<Message>): void => {
    const [oldest] = messages
    if (!oldest) return
    counts.evicted += 1
    drop(oldest)
  }

  return {
    put(message) {
      const box = boxes.get(message.topic) ?? { messages: new Map<string, Message>(), bytes: 0 }
      if (box.messages.has(message.key)) return false
      boxes.set(message.topic, box)
      box.messages.set(message.key, message)
      byAge.add(message)
      box.bytes += costOf(message)
      counts.bytes += costOf(message)
      while (box.messages.size > topicMessages || box.bytes > topicBytes) evictOldest(box.messages.values())
      while (byAge.size() > totalMessages || counts.bytes > totalBytes) evictOldest(byAge)
      return true
    },
    of: (topic) => [...boxes.get(topic)?.messages.values() ?? []],
    remove(topic, key) {
      const message = boxes.get(topic)?.messages.get(key)
      if (message) drop(message)
    },
    sweep(now) {
      for (const message of byAge) {
        if (message.expiresAt > now) continue
        counts.expired += 1
        drop(message)
      }
    },
    size: () => ({ messages: byAge.size(), ...counts }),
  }
}
