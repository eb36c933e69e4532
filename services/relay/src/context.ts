import { type WebSocket } from 'ws'
import { type Clients } from './clients.js'
import { type Hub } from './hub.js'
import { type Limits } from './limits.js'
import { type Log } from './log.js'
import { type Mailbox } from './mailbox.js'
import { type Methods } from './methods.js'
import { type Metrics } from './metrics.js'
import { type RelayOptions } from './options.js'
import { type Overdue } from './overdue.js'
import { type Pools } from './pools.js'
import { type RateLimit } from './rateLimit.js'
import { type Subscriber } from './subscriber.js'
import { type Turns } from './turns.js'

/** What all connections of a relay share. */
export interface ConnectionContext extends Pick<RelayOptions, 'onRequest'> {
  clients: Clients<Connection>
  hub: Hub
  mailbox: Mailbox
  methods: Methods
  rate: RateLimit
  turns: Turns
  pools: Pools
  overdue: Overdue
  limits: Limits
  metrics: Metrics
  log: Log
  /** What went wrong after a request was answered. */
  onError(error: unknown): void
}

export interface Connection extends Subscriber {
  readonly socket: WebSocket
  /** Names the connection in the log. */
  readonly number: number
  /** Asks whether the client is still there, or ends the connection; called often. */
  beat(now: number): void
  /** Gives back all that it has before it returns. */
  end(code: number, reason: string): void
}
