import { type Named, type OverduePushes } from './overdue.js'
import { type Pool } from './pool.js'

/** Messages pushed to one connection and not acknowledged yet. */
export interface Deliveries {
  /** Whether it is open. */
  has(message: Named): boolean
  /** The id of the push; undefined where too many are open. */
  open(message: Named): number | undefined
  /** The message that an acknowledgement speaks of, also a late one. */
  take(id: number): Named | undefined
  size(): number
  /** Those that were pushed before this time (ms) are not waited for any longer: they may be pushed again. */
  forget(before: number): void
  /** The connection ended. */
  release(): void
}

interface Push extends Named {
  id: number
  at: number
}

/**
 * @param pool bounds them
 * @param overdue where those go that are not waited for any longer
 */
export function createDeliveries(
  clientId: string,
  pool: Pool,
  overdue: OverduePushes,
  now: () => number = Date.now,
): Deliveries {
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
      const push = { topic, key, id: (last += 1), at: now() }
      byId.set(push.id, push)
      names.add(nameOf(push))
      pool.add(clientId, 1)
      return push.id
    },
    take(id) {
      const push = byId.get(id)
      if (push) drop(push)
      return push ?? overdue.take(id)
    },
    size: () => byId.size,
    forget(before) {
      for (const push of byId.values()) {
        if (push.at >= before) return
        drop(push)
        overdue.add(push.id, push)
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
