import { definePlugin, LatchkeyError, type PluginDefinition } from '@latchkey/plugin-api'
import type { AnalyticsApi, AnalyticsEvent } from './api.js'
import type { AnalyticsOptions, Settings } from './options.js'
import type { Occurrence, Tracker } from './tracker.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    analytics: AnalyticsApi
  }
  interface ErrorContexts {
    /**
     * A step was to be told under a name that is none. @remarks A name has capitals, digits and `_`, and
     * begins with a letter: `CART_PAID`.
     */
    'analytics.bad_event': { event: string }
  }
}

/** Events before the plugin's late half is there, at most. */
const MOST_EARLY = 20

const refuse = (option: string, given: unknown, wanted: string): never => {
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Option ${option} of analytics() is ${JSON.stringify(given)}. Give ${wanted}.`,
    { context: { option: `analytics.${option}` } },
  )
}

/** The absolute address. While a page is rendered on a server, a path of the site has no origin yet. */
function toAbsolute(url: string): URL {
  const base = globalThis.location?.href ?? 'http://localhost'
  const absolute = URL.canParse(url, base) ? new URL(url, base) : undefined
  return absolute && /^https?:$/.test(absolute.protocol)
    ? absolute
    : refuse('url', url, 'https://… or a path of this site')
}

/** @throws `kernel.invalid_option` */
function read({
  url,
  projectId,
  address,
  addressKey,
  sample,
  consent,
}: AnalyticsOptions): Settings {
  if (address === 'hashed' && !addressKey)
    refuse('addressKey', addressKey, 'any text of your own, for the codes of addresses')
  const share = sample ?? 1
  if (!(share >= 0 && share <= 1)) refuse('sample', sample, 'a number from 0 to 1')
  return {
    url: url ? toAbsolute(url).href : undefined,
    projectId: projectId || 'default',
    address: address ?? true,
    addressKey,
    sample: share,
    consent: consent ?? true,
  }
}

/**
 * Tells a server of the site which steps visitors take. Without a `url` nothing is sent to anybody. It is
 * off where the host switches `features.analytics` off, where the visitor's browser asks not to be
 * followed (Global Privacy Control), and without consent.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * analytics({ url: 'https://api.shop.example' })] })
 * @throws `kernel.invalid_option`
 */
export const analytics = (
  options: AnalyticsOptions = {},
): PluginDefinition<'analytics', AnalyticsApi> => {
  const settings = read(options)
  const origins = settings.url ? [new URL(settings.url).origin] : []
  return definePlugin({
    id: 'analytics',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    reaches: { origins },
    setup(ctx) {
      if (!settings.url) ctx.log.info('analytics() has no url: nothing is sent.')
      const listeners = new Set<(event: AnalyticsEvent) => void>()
      const early: Occurrence[] = []
      let { consent } = settings
      let tracker: Tracker | undefined
      const load = ctx.lazy('the analytics', async () => {
        const { createTracker } = await import('./tracker.js')
        tracker = createTracker(ctx, settings, listeners)
        tracker.setConsent(consent)
        for (const each of early.splice(0)) tracker.take(each)
        return tracker
      })
      ctx.onDispose(
        ctx.events.onAny((source, data) => {
          const occurrence = { source, data, timestamp: Date.now() }
          if (tracker) tracker.take(occurrence)
          else if (early.length < MOST_EARLY) early.push(occurrence)
        }),
      )
      ctx.late(load)
      return {
        track(event, data = {}) {
          if (!/^[A-Z][A-Z\d_]{0,63}$/.test(event))
            throw new LatchkeyError(
              'analytics.bad_event',
              `"${event}" is no name of an event. Write capitals, digits and _, as CART_PAID.`,
              { context: { event } },
            )
          const step = { event, data, timestamp: Date.now() }
          void load().then((made) => made.tell(step), ctx.log.debug)
        },
        subscribe(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        setConsent(isGiven) {
          consent = isGiven
          tracker?.setConsent(isGiven)
        },
        isSending: () => tracker?.isSending() ?? false,
      }
    },
  })
}
