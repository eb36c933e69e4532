import { createRanking } from './ranking.js'

/**
 * How much of one thing a connection may have, a client on all its connections, and all clients
 * together.
 */
export interface PoolBounds {
  connection: number
  client: number
  total: number
}
export type Bound = keyof PoolBounds

/** One scarce resource of the relay: topics, pushes that are not acknowledged, bytes that wait. */
export interface Pool {
  /**
   * The bound that forbids taking `more`, or `undefined` where it is allowed. Where all clients
   * together have too much, the client that has the most is ended, unless this one would then have
   * the most itself. So clients that take little are served while others take all they can.
   * @param own what this connection has
   */
  refusalFor(clientId: string, own: number, more: number): Bound | undefined
  /** Takes an amount, or gives one back where it is below zero. */
  addAmount(clientId: string, amount: number): void
  total(): number
}

/**
 * @param shed ends a client, which gives everything back before it returns
 * @param onMet called for each bound that refused something or ended a client
 */
export function createPool(
  bounds: PoolBounds,
  shed: (clientId: string) => void,
  onMet: (bound: Bound) => void,
): Pool {
  const held = createRanking()
  const meet = (bound: Bound): Bound => {
    onMet(bound)
    return bound
  }
  /** @returns false where this client is the one that has the most */
  const makeRoom = (clientId: string, more: number): boolean => {
    while (held.total() + more > bounds.total) {
      const largest = held.largest()
      if (largest === undefined || held.of(largest) <= held.of(clientId) + more) return false
      onMet('total')
      shed(largest)
      if (held.of(largest) > 0) return false
    }
    return true
  }
  return {
    refusalFor(clientId, own, more) {
      if (own + more > bounds.connection) return meet('connection')
      if (held.of(clientId) + more > bounds.client) return meet('client')
      return makeRoom(clientId, more) ? undefined : meet('total')
    },
    addAmount: held.add,
    total: held.total,
  }
}
