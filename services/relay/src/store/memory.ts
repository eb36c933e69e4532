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
    async add(message) {
      if (boxes.put(message)) for (const listener of listeners) listener.message(message)
    },
    async list(topics, reader) {
      const now = Date.now()
      return topics.flatMap(boxes.of).filter(({ from, expiresAt }) => from !== reader && expiresAt > now)
    },
    remove: async (topic, key) => boxes.remove(topic, key),
    async watch() {}, // everybody hears everything
    async unwatch() {},
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    size: async () => boxes.size(),
    isReady: () => true,
    async close() { clearInterval(sweeper) },
  }
}
