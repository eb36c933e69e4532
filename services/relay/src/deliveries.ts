import { type Message } from './mailbox.js'
import { type Pool } from './pool.js'

type Named = Pick<Message, 'topic' | 'key'>

/** Messages pushed to one connection and not acknowledged yet. */
export interface Deliveries {
  /** Whether it is open. */
  has(message: Named): boolean
  /** The id of the push; undefined where too many are open. */
  open(message: Named): number | undefined
  /** The message that an acknowledgement speaks of. */
  take(id: number): Named | undefined
  size(): number
  /** Forgets those that were pushed before this time (ms): they may be pushed again. */
  forget(before: number): void
  /** The connection ended. */
  release(): void
}

interface Push extends Named { id: number; at: number }

/** @param pool bounds them */
export function createDeliveries(clientId: string, pool: Pool, now: () => number = Date.now): Deliveries {
  const byId = new Map<number, Push>()
  const names = new Set<string>()
  let last = now() * 1000
  const drop = (push: Push): void => {
    byId.delete(push.id)
    names.delete(nameOf(push))
    pool.add(clientId, -1)
  }
  return {
    has: (message) => names.has(nameOf(message)),
    open({ topic, key }) {
      if (pool.refusal(clientId, byId.size, 1)) return undefined
      const push = { topic, key, id: last += 1, at: now() }
      byId.set(push.id, push)
      names.add(nameOf(push))
      pool.add(clientId, 1)
      return push.id
    },
    take(id) {
      const push = byId.get(id)
      if (push) drop(push)
      return push
    },
    size: () => byId.size,
    forget(before) {
      for (const push of byId.values()) {
        if (push.at >= before) return
        drop(push)
      }
    },
    release() {
      pool.add(clientId, -byId.size)
      byId.clear()
      names.clear()
    },
  }
}

const nameOf = ({ topic, key }: Named): string => topic + key
