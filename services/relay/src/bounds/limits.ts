/** Bounds of a relay. Times in seconds, sizes in bytes. */
export interface Limits {
  /** How far a client's clock may be off when its token is checked. */
  clockSkew: number
  /** The longest lifetime of a token, from its `iat` to its `exp`. */
  tokenLifetime: number
  /** Time to live of a message that does not name one. */
  defaultTtl: number
  /** A longer time to live is cut to this. */
  maxTtl: number
  /** The largest frame that is read. A larger one ends the connection. */
  frameBytes: number
  /**
   * Messages that wait on one topic. Beyond this, the author who has most there loses the oldest.
   */
  topicMessages: number
  topicBytes: number
  /** Bytes of one author that may wait. Beyond this, that author's oldest message is dropped. */
  authorBytes: number
  /** Messages that wait in all. Beyond this, the author who has most loses the oldest. */
  totalMessages: number
  totalBytes: number
  /**
   * Units of work a second that a client may ask for. A unit is a request, a message, a topic, a
   * push, or 4 KiB.
   */
  rate: number
  /** Units that a client may ask for at once. */
  burst: number
  connections: number
  /** Connections of one client. */
  clientConnections: number
  /**
   * Connections that have not sent a valid token yet. Beyond this, the one that waits longest is
   * dropped.
   */
  handshakes: number
  /** How long a connection may take to send its token, and a plain request to be complete. */
  handshakeTimeout: number
  /** Topics of one connection, of one client, of all. */
  topics: number
  clientTopics: number
  totalTopics: number
  /** Connections that may listen to one topic on this instance. */
  subscribers: number
  /**
   * Messages pushed and not acknowledged, of one connection, of one client, of all. Further
   * messages wait in the mailbox.
   */
  inFlight: number
  clientInFlight: number
  totalInFlight: number
  /**
   * A message that was pushed and not acknowledged is not pushed to the same connection again
   * before this time.
   */
  redelivery: number
  /**
   * Bytes that may wait for a client that does not read: on one connection, on all its connections,
   * for all clients. Beyond this, the client is disconnected.
   */
  bufferedBytes: number
  clientBufferedBytes: number
  totalBufferedBytes: number
  /**
   * Bytes that were read and not handled yet, parts of frames included: of one connection, of one
   * client, of all.
   */
  receivedBytes: number
  clientReceivedBytes: number
  totalReceivedBytes: number
  /** How often a connection is pinged. */
  pingInterval: number
  /** A connection is dropped after this long without a sign of life. */
  silence: number
}

/** All of them together fit into a heap of 512 MB: `footprint.ts` computes it. */
export const DEFAULT_LIMITS: Readonly<Limits> = {
  clockSkew: 120,
  tokenLifetime: 7 * 86_400,
  defaultTtl: 6 * 3600,
  maxTtl: 7 * 86_400,
  frameBytes: 1 << 20,
  topicMessages: 500,
  topicBytes: 2 << 20,
  authorBytes: 8 << 20,
  totalMessages: 100_000,
  totalBytes: 128 << 20,
  rate: 50,
  burst: 2000,
  connections: 10_000,
  clientConnections: 100,
  handshakes: 1000,
  handshakeTimeout: 10,
  topics: 2000,
  clientTopics: 4000,
  totalTopics: 250_000,
  subscribers: 100,
  inFlight: 500,
  clientInFlight: 1000,
  totalInFlight: 50_000,
  redelivery: 30,
  bufferedBytes: 4 << 20,
  clientBufferedBytes: 8 << 20,
  totalBufferedBytes: 48 << 20,
  receivedBytes: 3 << 20,
  clientReceivedBytes: 6 << 20,
  totalReceivedBytes: 32 << 20,
  pingInterval: 15,
  silence: 40,
}

/** At most this many topics in one request: the protocol's own limit. */
export const BATCH_TOPICS = 500
