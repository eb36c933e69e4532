import { type WebSocket } from 'ws'
import { type Clients } from './clients.js'
import { type Hub } from '../delivery/hub.js'
import { type Limits } from '../bounds/limits.js'
import { type Log } from '@latchkey/service-kit'
import { type Mailbox } from '../store/mailbox.js'
import { type Methods } from '../rpc/methods.js'
import { type RelayMetrics } from '../http/metrics.js'
import { type RelayOptions } from '../options.js'
import { type OverdueStore } from '../delivery/overdue.js'
import { type Pools } from '../bounds/pools.js'
import { type RateLimit } from '../bounds/rateLimit.js'
import { type Subscriber } from '../delivery/subscriber.js'
import { type Turns } from '../bounds/turns.js'

/** Shared by all connections of a relay. */
export interface ConnectionContext extends Pick<RelayOptions, 'onRequest'> {
  clients: Clients<Connection>
  hub: Hub
  mailbox: Mailbox
  methods: Methods
  rate: RateLimit
  turns: Turns
  pools: Pools
  overdue: OverdueStore
  limits: Limits
  metrics: RelayMetrics
  log: Log
  /** Called for what fails after a request was answered. */
  onError(error: unknown): void
}

export interface Connection extends Subscriber {
  readonly socket: WebSocket
  /** The connection's name in the log. */
  readonly number: number
  /** Pings a silent client, or ends its connection. Called about once a second. */
  checkLiveness(now: number): void
  /** Ends the connection and gives back everything that it holds before it returns. */
  endConnection(code: number, reason: string): void
}
