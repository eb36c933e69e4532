import { type Message, type MailboxPosition } from '../store/mailbox.js'

/** A connection that listens to topics. */
export interface Subscriber {
  readonly clientId: string
  readonly topics: Set<string>
  /** Topics that may have messages which were not pushed yet. */
  readonly dueTopics: Set<string>
  /** The start of its next page of fetched messages. */
  nextFetch: { topics: string; place: MailboxPosition } | undefined
  isOpen(): boolean
  /**
   * Pushes a message, unless it was pushed a short while ago and is not acknowledged yet.
   * @param data the message as JSON, written once for all listeners
   * @returns false where too many pushes are not acknowledged, so that the message has to wait
   */
  pushMessage(message: Message, data: string): boolean
  /** Whether enough pushes are acknowledged for more to follow. */
  canPushMore(): boolean
  /** Resolves when few bytes wait to be sent. `false` when the connection is closed. */
  whenDrained(): Promise<boolean>
}
