/** A message that waits for whoever is at the other end of its topic. Times in ms since 1970. */
export interface Message {
  topic: string
  /** Names the message within its topic: the same text published again is the same message. */
  key: string
  /** The client that published it; it is never given back to that one. */
  from: string
  /** The envelope: encrypted by the client, never looked into. */
  message: string
  tag: number
  attestation: string
  publishedAt: number
  expiresAt: number
}

export interface MailboxListener {
  /** A new message on a watched topic. */
  message(message: Message): void
  /** Messages may have been missed: watch again and look what is there. */
  gap(): void
}

/** Where to go on reading: in the how manieth of the topics, and after which arrival on it. */
export interface Place {
  topic: number
  after: number
}

export interface Page {
  /** The oldest of each topic first. */
  messages: Message[]
  /** Absent where all was read. */
  next?: Place
}

/** What one look into a mailbox brings at most; a message larger than this comes alone. */
export const PAGE = { messages: 50, bytes: 256 << 10 }

/**
 * Where messages wait until another client than their author has acknowledged them, or their time is over.
 * One may serve several relays, which then act as one.
 */
export interface Mailbox {
  /** Keeps a message; one that is there already changes nothing. @returns whether it is new, and is to be announced */
  add(message: Message): Promise<boolean>
  /** Tells everybody who watches its topic of a message that was added: its publisher has been answered. */
  announce(message: Message): Promise<void>
  /** A page of what waits on these topics, from a place on; the reader's own and those whose time is over may be among them. */
  list(topics: readonly string[], from?: Place): Promise<Page>
  /** Forgets messages whose time is over; it is done every now and then by itself. */
  sweep(now: number): Promise<void>
  /** Acknowledged: it need not wait any longer. */
  remove(topic: string, key: string): Promise<void>
  watch(topics: readonly string[]): Promise<void>
  unwatch(topics: readonly string[]): Promise<void>
  /** Returns what ends the listening. */
  listen(listener: MailboxListener): () => void
  size(): Promise<MailboxSize>
  isReady(): boolean
  close(): Promise<void>
}

export interface MailboxSize {
  messages: number
  bytes: number
  /** Since the start: gone because of a bound, and because their time was over. */
  evicted: number
  expired: number
}

export type MailboxBounds = Pick<
  import('./limits.js').Limits,
  'topicMessages' | 'topicBytes' | 'authorBytes' | 'totalMessages' | 'totalBytes'
>

/** What keeping a message takes beside its text: its topic, its author and its places in the order of both. */
export const PER_MESSAGE = 1024

/** What a message costs. */
export const costOf = ({ message, attestation }: Message): number =>
  message.length + attestation.length + PER_MESSAGE

/** Whether a message is for this reader now. */
export const isFor =
  (reader: string, now = Date.now()) =>
  ({ from, expiresAt }: Message): boolean =>
    from !== reader && expiresAt > now
