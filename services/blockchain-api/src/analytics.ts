import { type Metrics } from '@latchkey/service-kit'
import { type Analytics, createAnalytics } from '@latchkey/service-kit/analytics'
import { type ApiContext } from './context.js'
import { invalidOption } from './errors.js'
import { type BlockchainApiOptions } from './options.js'

/**
 * The part that takes and counts analytics events.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const makeAnalytics = (
  { keepEventAddresses, analyticsToken, secret }: BlockchainApiOptions,
  { store, now, log }: Pick<ApiContext, 'store' | 'now' | 'log'>,
  metrics: Pick<Metrics<'events_total'>, 'count'>,
): Analytics =>
  createAnalytics(
    {
      events: store.events,
      secret: secret === undefined ? undefined : Buffer.from(secret),
      keepAddresses: keepEventAddresses,
      token: analyticsToken,
      ...{ log, now },
      onEvent: (outcome) => metrics.count('events_total', { outcome }),
    },
    invalidOption,
  )
