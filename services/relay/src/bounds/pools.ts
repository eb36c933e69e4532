import { type Limits } from './limits.js'
import { type RelayMetrics } from '../http/metrics.js'
import { type Bound, type Pool, createPool } from './pool.js'

/** The resources that all clients share. */
export interface Pools {
  /** Topics listened to. */
  topics: Pool
  /** Messages pushed and not acknowledged. */
  inFlight: Pool
  /** Bytes that a client has not read. */
  unsent: Pool
  /** Bytes of a client that wait for the relay: parts of frames, and requests at work. */
  received: Pool
}

/** @param shed ends a client on all its connections */
export function createPools(
  limits: Limits,
  shed: (clientId: string, reason: string) => void,
  metrics: Pick<RelayMetrics, 'count'>,
): Pools {
  const pool = (
    of: keyof Pools,
    reason: string,
    connection: number,
    client: number,
    total: number,
  ): Pool =>
    createPool(
      { connection, client, total },
      (clientId) => shed(clientId, reason),
      (bound: Bound) => metrics.count('bounds_met_total', { of, bound }),
    )
  const { topics, inFlight, bufferedBytes, receivedBytes } = limits
  return {
    topics: pool('topics', 'Too many topics', topics, limits.clientTopics, limits.totalTopics),
    inFlight: pool(
      'inFlight',
      'Too little acknowledged',
      inFlight,
      limits.clientInFlight,
      limits.totalInFlight,
    ),
    unsent: pool(
      'unsent',
      'Too slow',
      bufferedBytes,
      limits.clientBufferedBytes,
      limits.totalBufferedBytes,
    ),
    received: pool(
      'received',
      'Too much at once',
      receivedBytes,
      limits.clientReceivedBytes,
      limits.totalReceivedBytes,
    ),
  }
}
