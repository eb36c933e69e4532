import { type WebSocket } from 'ws'
import { type Hub } from './hub.js'
import { type Limits } from './limits.js'
import { type Log } from './log.js'
import { type Mailbox } from './mailbox.js'
import { type Methods } from './methods.js'
import { type Metrics } from './metrics.js'
import { type RelayOptions } from './options.js'
import { type RateLimit } from './rateLimit.js'
import { type Subscriber } from './subscriber.js'

/** What all connections of a relay share. */
export interface ConnectionContext extends Pick<RelayOptions, 'onRequest'> {
  hub: Hub
  mailbox: Mailbox
  methods: Methods
  rate: RateLimit
  limits: Limits
  metrics: Metrics
  log: Log
}

export interface Connection extends Subscriber {
  readonly socket: WebSocket
  /** Names the connection in the log. */
  readonly number: number
  /** Asks whether the client is still there, or ends the connection; called often. */
  beat(now: number): void
  end(code: number, reason: string): void
}
