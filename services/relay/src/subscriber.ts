import { type Message } from './mailbox.js'

/** Whoever listens to topics: a connection. */
export interface Subscriber {
  readonly clientId: string
  readonly topics: Set<string>
  /** Fetched by this connection, while there is more to fetch: the next page has others. */
  readonly fetched: Set<string>
  isOpen(): boolean
  push(message: Message): void
  /** Resolves when little waits to be sent; false when the connection is gone. */
  drained(): Promise<boolean>
}
