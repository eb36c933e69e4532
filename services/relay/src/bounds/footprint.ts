import { type Limits } from './limits.js'
import { MAX_OVERDUE } from '../delivery/overdue.js'

/**
 * Bytes of heap for each, measured on Node 20 and 24. `test/footprint.test.ts` measures them again.
 */
export const HEAP_BYTES = {
  /** A relay at rest. */
  nothing: 16e6,
  connection: 10_000,
  /** A topic that one connection listens to, measured where both hash tables have just doubled. */
  topic: 190,
  /** A push that is not acknowledged, late ones included. */
  push: 360,
} as const

/**
 * The part of a heap that the bounds may fill. The rest is for garbage that is not collected yet
 * and for requests at work.
 */
export const USABLE_SHARE = 0.75

type Bounds = Pick<
  Limits,
  | 'connections'
  | 'totalTopics'
  | 'totalInFlight'
  | 'totalBytes'
  | 'totalBufferedBytes'
  | 'totalReceivedBytes'
>

/**
 * The heap in bytes that a relay needs where every bound is reached at once. Messages in Redis do
 * not count.
 */
export const heapBytesFor = (limits: Bounds, keepsMessages = true): number =>
  HEAP_BYTES.nothing +
  limits.connections * HEAP_BYTES.connection +
  limits.totalTopics * HEAP_BYTES.topic +
  (limits.totalInFlight + MAX_OVERDUE.total) * HEAP_BYTES.push +
  (keepsMessages ? limits.totalBytes : 0) +
  limits.totalBufferedBytes +
  limits.totalReceivedBytes
