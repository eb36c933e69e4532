import { type Message } from './mailbox.js'

/** Messages pushed to one client and not acknowledged yet. */
export interface Deliveries {
  /** Returns the id of the push. */
  note(message: Message): number
  /** The message that an acknowledgement speaks of. */
  take(id: number): { topic: string; key: string } | undefined
}

/** Beyond, the oldest are forgotten here; they wait in the mailbox for the next subscription. */
const MOST = 2000

export function createDeliveries(now = Date.now()): Deliveries {
  const open = new Map<number, { topic: string; key: string }>()
  let last = now * 1000
  return {
    note({ topic, key }) {
      open.set(last += 1, { topic, key })
      if (open.size > MOST) for (const oldest of open.keys()) {
        open.delete(oldest)
        break
      }
      return last
    },
    take(id) {
      const message = open.get(id)
      open.delete(id)
      return message
    },
  }
}
