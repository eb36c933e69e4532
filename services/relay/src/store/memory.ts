import { DEFAULT_LIMITS } from '../limits.js'
import { type Mailbox, type MailboxBounds, type MailboxListener } from '../mailbox.js'
import { createBoxes } from './boxes.js'

const SWEEP_MS = 10_000

/**
 * A mailbox in this process: gone with it.
 * @param bounds those of the default limits where not given
 */
export function createMemoryMailbox(bounds: Partial<MailboxBounds> = {}): Mailbox {
  const boxes = createBoxes({ ...DEFAULT_LIMITS, ...bounds })
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
    async watch() {}, // everybody hears everything
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
