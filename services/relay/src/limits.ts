/** Bounds of a relay. Times in seconds, sizes in bytes. */
export interface Limits {
  /** How far a client's clock may be off when its token is judged. */
  clockSkew: number
  /** Time to live of a message that names none. */
  defaultTtl: number
  /** A longer one is cut to this. */
  maxTtl: number
  /** The largest frame that is read; a larger one ends the connection. */
  frameBytes: number
  /** Messages that wait on one topic; the oldest gives way. */
  topicMessages: number
  topicBytes: number
  /** Messages that wait in all; the oldest gives way. */
  totalMessages: number
  totalBytes: number
  /** Requests a second that a client may go on making, each message of a batch counted … */
  rate: number
  /** … and how many it may make at once. */
  burst: number
  connections: number
  /** Topics of one connection. */
  topics: number
  /** Connections that may listen to one topic on this instance. */
  subscribers: number
  /** Bytes that may wait for a client that does not read; beyond, it is cut off. */
  bufferedBytes: number
  /** The same for all clients together: the slowest go first. */
  totalBufferedBytes: number
  /** A connection is asked this often whether it is still there … */
  pingInterval: number
  /** … and dropped after this long without a sign of life. */
  silence: number
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  clockSkew: 120,
  defaultTtl: 6 * 3600,
  maxTtl: 7 * 86_400,
  frameBytes: 1 << 20,
  topicMessages: 500,
  topicBytes: 2 << 20,
  totalMessages: 100_000,
  totalBytes: 128 << 20,
  rate: 50,
  burst: 1000,
  connections: 20_000,
  topics: 5000,
  subscribers: 100,
  bufferedBytes: 4 << 20,
  totalBufferedBytes: 256 << 20,
  pingInterval: 15,
  silence: 40,
}

/** At most this many topics in one request: the protocol's own limit. */
export const BATCH_TOPICS = 500
