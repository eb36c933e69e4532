import { type Metrics } from '@latchkey/service-kit'
import {
  type Analytics,
  type EventStore,
  createAnalytics,
  createEventStore,
  keepEventsFolded,
} from '@latchkey/service-kit/analytics'
import { invalidOption } from './errors.js'
import { type SecureFrameOptions } from './options.js'
import { type Tables } from './store/schema.js'
import { type ServingStore } from './store/servingStore.js'

interface AnalyticsParts {
  options: SecureFrameOptions
  store: ServingStore<Tables>
  metrics: Pick<Metrics<'events_total'>, 'count'>
  /** Is handed each part that has an end. */
  closes(close: () => unknown): void
}

/**
 * The part that takes and counts analytics events, and folds them once an hour.
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export function startAnalytics({ options, store, metrics, closes }: AnalyticsParts): Analytics {
  const { keys, keepEventAddresses, analyticsToken, log = () => {}, now = Date.now } = options
  const events = guardEvents(store)
  const analytics = createAnalytics(
    {
      ...{ events, log, now, secret: keys.pepper },
      ...{ keepAddresses: keepEventAddresses, token: analyticsToken },
      onEvent: (outcome) => metrics.count('events_total', { outcome }),
    },
    invalidOption,
  )
  closes(analytics.close)
  closes(keepEventsFolded({ events, now }, () => log('error', 'events.not_folded')))
  return analytics
}

/** Answers 503 while the database is away. */
const guardEvents = (store: ServingStore<Tables>): EventStore => {
  const events = createEventStore(store)
  return {
    add: (rows) => store.guard(() => events.add(rows)),
    fold: (before) => store.guard(() => events.fold(before)),
    funnel: (query) => store.guard(() => events.funnel(query)),
  }
}
