/** A message that waits for the other end of its topic. Times in ms since 1970. */
export interface Message {
  topic: string
  /** Names the message within its topic: the same text published again is the same message. */
  key: string
  /** The client that published it. It is never given back to that client. */
  from: string
  /** The envelope. The client encrypted it, and the relay never looks into it. */
  message: string
  /** The kind of message, a number that client and wallet agree on: 1108 is a request. */
  tag: number
  /** A proof of the publisher's origin, passed on as it came; empty where there is none. */
  attestation: string
  publishedAt: number
  expiresAt: number
}

export interface MailboxListener {
  /** A new message on a watched topic. */
  message(message: Message): void
  /** Messages may have been missed: watch the topics again and read what is there. */
  gap(): void
}

/**
 * The position to go on reading: the index in the list of topics, and the last arrival that was read on
 * that topic.
 */
export interface MailboxPosition {
  topic: number
  after: number
}

export interface MailboxPage {
  /** Topic by topic, the oldest of each first. */
  messages: Message[]
  /** Absent where everything was read. */
  next?: MailboxPosition
}

/** The largest page of a mailbox. A message larger than this comes alone. */
export const MAX_PAGE = { messages: 50, bytes: 256 << 10 }

/**
 * Keeps each message until a client other than its publisher has acknowledged it, or until it
 * expires. One mailbox may serve several relays, which then act as one.
 */
export interface Mailbox {
  /**
   * Keeps a message. One that is there already changes nothing.
   * @returns whether it is new and has to be announced
   */
  add(message: Message): Promise<boolean>
  /**
   * Tells all who watch its topic of a message that was added. Call it once the publisher has been
   * answered.
   */
  announce(message: Message): Promise<void>
  /**
   * A page of the messages on these topics, from a position on. The reader's own and expired ones
   * may be among them.
   */
  list(topics: readonly string[], from?: MailboxPosition): Promise<MailboxPage>
  /** Removes expired messages. The mailbox also does so by itself now and then. */
  sweep(now: number): Promise<void>
  /** Removes a message that was acknowledged. */
  remove(topic: string, key: string): Promise<void>
  /** Tells this relay's listeners of new messages on these topics from now on. */
  watch(topics: readonly string[]): Promise<void>
  unwatch(topics: readonly string[]): Promise<void>
  /** @returns a function that stops listening */
  listen(listener: MailboxListener): () => void
  size(): Promise<MailboxSize>
  isReady(): boolean
  close(): Promise<void>
}

export interface MailboxSize {
  messages: number
  bytes: number
  /** Messages that were removed since the start because a bound was met. */
  evicted: number
  /** Messages that were removed since the start because they expired. */
  expired: number
}

export type MailboxBounds = Pick<
  import('../bounds/limits.js').Limits,
  'topicMessages' | 'topicBytes' | 'authorBytes' | 'totalMessages' | 'totalBytes'
>

/**
 * Bytes that a message takes beside its text: its topic, its author and its places in the order of
 * both.
 */
export const MESSAGE_OVERHEAD_BYTES = 1024

/** Bytes that a message counts for. A character counts as one: envelopes are base64. */
export const bytesOf = ({ message, attestation }: Message): number =>
  message.length + attestation.length + MESSAGE_OVERHEAD_BYTES

/** Makes a test whether this reader should get a message: somebody else's, not expired. */
export const isFor =
  (reader: string, now = Date.now()) =>
  ({ from, expiresAt }: Message): boolean =>
    from !== reader && expiresAt > now
