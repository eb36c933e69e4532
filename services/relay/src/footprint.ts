import { type Limits } from './limits.js'
import { OVERDUE } from './overdue.js'

/** Bytes of heap, measured on Node 20 and 24; `test/footprint.test.ts` measures them again. */
export const HEAP_OF = {
  /** A relay at rest. */
  nothing: 16e6,
  connection: 10_000,
  /** A topic that one connection listens to. */
  topic: 160,
  /** A push that is not acknowledged, in time or at all. */
  push: 340,
} as const

/** The rest of a heap is for garbage that is not collected yet, and for what is at work. */
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

/** The heap that a relay takes where every bound is reached at once, in bytes. What waits in Redis takes none. */
export const heapOf = (limits: Bounds, keepsMessages = true): number =>
  HEAP_OF.nothing +
  limits.connections * HEAP_OF.connection +
  limits.totalTopics * HEAP_OF.topic +
  (limits.totalInFlight + OVERDUE.total) * HEAP_OF.push +
  (keepsMessages ? limits.totalBytes : 0) +
  limits.totalBufferedBytes +
  limits.totalReceivedBytes
