import { createHmac, randomBytes } from 'node:crypto'
import { type Log } from '../log.js'
import { type Gauges } from '../metrics.js'
import { keepTidy } from '../http/tidy.js'
import { type Route } from '../http/route.js'
import { DAY_MS, type EventStore } from './event.js'
import { createEventQueue } from './eventQueue.js'
import { eventRoute } from './eventRoute.js'
import { funnelRoute } from './funnelRoute.js'

export interface AnalyticsOptions {
  events: EventStore
  /** The service's own, of which the key for the codes of addresses is made. Absent: another one at each start. */
  secret?: Uint8Array | undefined
  /** Keeps addresses as they came. Absent or false: a code stands for each. */
  keepAddresses?: boolean | undefined
  /** The operator's, for the counts. Absent: nobody reads them. */
  token?: string | undefined
  log: Log
  /** Counts an event for the metrics. */
  onEvent(outcome: 'taken' | 'dropped'): void
  now?: () => number
}

/** The part of a service that takes analytics events. */
export interface Analytics {
  /** `POST /e`, for pages, as `createHttpApp` lets them in. */
  take: Route
  /** `GET /v1/analytics/funnel`, for the operator. */
  funnel: Route
  gauges(): Gauges
  /** Writes what waits. */
  close(): Promise<void>
}

const MIN_TOKEN = 16
const KEPT_DAYS = 30

/** @param fail makes the error that is thrown for a token that is too short */
export function createAnalytics(
  { events, secret, keepAddresses, token, log, onEvent, now = Date.now }: AnalyticsOptions,
  fail: (message: string) => Error,
): Analytics {
  if (token !== undefined && token.length < MIN_TOKEN)
    throw fail(`ANALYTICS_TOKEN must have at least ${MIN_TOKEN} characters. Use a random one.`)
  const queue = createEventQueue({ events, log })
  return {
    take: eventRoute({
      add(event) {
        const isTaken = queue.add(event)
        onEvent(isTaken ? 'taken' : 'dropped')
        return isTaken
      },
      addressKey: keepAddresses ? undefined : addressKeyOf(secret ?? randomBytes(32)),
      now,
    }),
    funnel: funnelRoute({ events, token }),
    gauges: () => ({
      events_waiting: [queue.length(), 'Analytics events that wait to be stored.'],
    }),
    close: queue.close,
  }
}

/** A key of its own, so that codes of addresses say nothing about what else the secret makes. */
const addressKeyOf = (secret: Uint8Array): Uint8Array =>
  createHmac('sha256', secret).update('latchkey analytics addresses').digest()

/** Folds events after 30 days, once an hour. @returns a function that ends it */
export const keepEventsFolded = (
  { events, now = Date.now }: { events: Pick<EventStore, 'fold'>; now?: () => number },
  onError: () => void,
): (() => void) => keepTidy(() => events.fold(now() - KEPT_DAYS * DAY_MS), onError)
