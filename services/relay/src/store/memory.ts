import { DEFAULT_LIMITS } from '../bounds/limits.js'
import { type Mailbox, type MailboxBounds, type MailboxListener } from './mailbox.js'
import { createMessageTable } from './messageTable.js'

const SWEEP_MS = 10_000

/**
 * A mailbox in this process. Its messages are lost with the process.
 * @param bounds missing ones are taken from the default limits
 */
export function createMemoryMailbox(bounds: Partial<MailboxBounds> = {}): Mailbox {
  const boxes = createMessageTable({ ...DEFAULT_LIMITS, ...bounds })
  const listeners = new Set<MailboxListener>()
  const sweeper = setInterval(() => boxes.sweep(Date.now()), SWEEP_MS)
  sweeper.unref()
  return {
    add: async (message) => boxes.put(message),
    async announce(message) {
      for (const listener of listeners) listener.message(message)
    },
    list: async (topics, from) => boxes.list(topics, from),
    sweep: async (now) => boxes.sweep(now),
    remove: async (topic, key) => boxes.remove(topic, key),
    async watch() {}, // Every listener gets every message.
    async unwatch() {},
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    size: async () => boxes.size(),
    isReady: () => true,
    async close() {
      clearInterval(sweeper)
    },
  }
}
