import { type Message, type Place } from './mailbox.js'

/** Whoever listens to topics: a connection. */
export interface Subscriber {
  readonly clientId: string
  readonly topics: Set<string>
  /** Topics of which something may wait that was not pushed yet. */
  readonly due: Set<string>
  /** Where its next page of fetched messages begins. */
  fetching: { topics: string; place: Place } | undefined
  isOpen(): boolean
  /**
   * Pushes a message, unless it has been a short while ago and is not acknowledged yet.
   * @param data the message as JSON, written once for all who listen
   * @returns false where too much is not acknowledged: it has to wait
   */
  push(message: Message, data: string): boolean
  /** Whether enough was acknowledged for more to be pushed. */
  hasRoom(): boolean
  /** Resolves when little waits to be sent; false when the connection is gone. */
  drained(): Promise<boolean>
}
