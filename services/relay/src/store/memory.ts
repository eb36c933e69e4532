import { DEFAULT_LIMITS } from '../limits.js'
import { type Mailbox, type MailboxBounds, type MailboxListener, type Message, costOf } from '../mailbox.js'

interface Box { messages: Map<string, Message>; bytes: number }

const SWEEP_MS = 10_000

/**
 * A mailbox in this process: gone with it. All bounds hold at all times.
 * @param bounds those of the default limits where not given
 */
export function createMemoryMailbox(bounds: Partial<MailboxBounds> = {}): Mailbox {
  const { topicMessages, topicBytes, totalMessages, totalBytes } = { ...DEFAULT_LIMITS, ...bounds }
  const boxes = new Map<string, Box>()
  const byAge = new Set<Message>()
  const listeners = new Set<MailboxListener>()
  const counts = { bytes: 0, evicted: 0, expired: 0 }

  const drop = (message: Message): void => {
    const box = boxes.get(message.topic)
    if (!box?.messages.delete(message.key)) return
    byAge.delete(message)
    box.bytes -= costOf(message)
    counts.bytes -= costOf(message)
    if (box.messages.size === 0) boxes.delete(message.topic)
  }
  const evict = (messages: Iterable<Message>): void => {
    for (const oldest of messages) {
      counts.evicted += 1
      return drop(oldest)
    }
  }
  const sweep = (): void => {
    const now = Date.now()
    for (const message of byAge) {
      if (message.expiresAt > now) continue
      counts.expired += 1
      drop(message)
    }
  }
  const sweeper = setInterval(sweep, SWEEP_MS)
  sweeper.unref()

  const keep = (message: Message): boolean => {
    let box = boxes.get(message.topic)
    if (box?.messages.has(message.key)) return false
    if (!box) boxes.set(message.topic, box = { messages: new Map(), bytes: 0 })
    box.messages.set(message.key, message)
    byAge.add(message)
    box.bytes += costOf(message)
    counts.bytes += costOf(message)
    while (box.messages.size > topicMessages || box.bytes > topicBytes) evict(box.messages.values())
    while (byAge.size > totalMessages || counts.bytes > totalBytes) evict(byAge)
    return true
  }

  return {
    async add(message) {
      if (keep(message)) for (const listener of listeners) listener.message(message)
    },
    async list(topics, reader) {
      const now = Date.now()
      return topics.flatMap((topic) => [...boxes.get(topic)?.messages.values() ?? []])
        .filter(({ from, expiresAt }) => from !== reader && expiresAt > now)
    },
    async remove(topic, key) {
      const message = boxes.get(topic)?.messages.get(key)
      if (message) drop(message)
    },
    async watch() {}, // everybody hears everything
    async unwatch() {},
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    size: async () => ({ messages: byAge.size, ...counts }),
    isReady: () => true,
    async close() { clearInterval(sweeper) },
  }
}
