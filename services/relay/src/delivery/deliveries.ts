import { type MessageName, type OverduePushes } from './overdue.js'
import { type Pool } from '../bounds/pool.js'

/** Messages pushed to one connection and not acknowledged yet. */
export interface Deliveries {
  /** Whether the message was pushed and is not acknowledged yet. */
  isPushed(message: MessageName): boolean
  /** @returns the id of the push; `undefined` where too many are not acknowledged */
  addPush(message: MessageName): number | undefined
  /** The message that an acknowledgement names. A late acknowledgement still finds its message. */
  takePush(id: number): MessageName | undefined
  count(): number
  /**
   * Stops waiting for acknowledgements of pushes before this time (ms): those messages may be
   * pushed again.
   */
  expirePushes(before: number): void
  /** Gives everything back when the connection ended. */
  release(): void
}

interface Push extends MessageName {
  id: number
  at: number
}

/**
 * @param pool bounds how many pushes may be open
 * @param overdue keeps pushes that were not acknowledged in time
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
    pool.addAmount(clientId, -1)
  }
  return {
    isPushed: (message) => names.has(nameOf(message)),
    addPush({ topic, key }) {
      if (pool.refusalFor(clientId, byId.size, 1)) return undefined
      const push = { topic, key, id: (last += 1), at: now() }
      byId.set(push.id, push)
      names.add(nameOf(push))
      pool.addAmount(clientId, 1)
      return push.id
    },
    takePush(id) {
      const push = byId.get(id)
      if (push) drop(push)
      return push ?? overdue.takePush(id)
    },
    count: () => byId.size,
    expirePushes(before) {
      for (const push of byId.values()) {
        if (push.at >= before) return
        drop(push)
        overdue.addPush(push.id, push)
      }
    },
    release() {
      pool.addAmount(clientId, -byId.size)
      byId.clear()
      names.clear()
    },
  }
}

const nameOf = ({ topic, key }: MessageName): string => topic + key
