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

/**
 * Where messages wait until another client than their author has acknowledged them, or their time is over.
 * One may serve several relays, which then act as one.
 */
export interface Mailbox {
  /** Keeps a message and tells everybody who watches its topic; one that is there already changes nothing. */
  add(message: Message): Promise<void>
  /** What waits on these topics for this reader, the oldest of each topic first. */
  list(topics: readonly string[], reader: string): Promise<Message[]>
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

export type MailboxBounds = Pick<import('./limits.js').Limits, 'topicMessages' | 'topicBytes' | 'totalMessages' | 'totalBytes'>

/** What a message costs: its text, and about what it takes to keep one at all. */
export const costOf = ({ message, attestation }: Message): number => message.length + attestation.length + 512
