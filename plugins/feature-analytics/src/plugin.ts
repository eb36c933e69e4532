import { definePlugin, LatchkeyError, type PluginDefinition } from '@latchkey/plugin-api'
import type { AnalyticsApi, AnalyticsEvent } from './api.js'
import type { AnalyticsOptions } from './options.js'
import type { Consent, Occurrence, Tracker } from './tracker.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    analytics: AnalyticsApi
  }
}

/** Events before the plugin's late half is there, at most. */
const MOST_EARLY = 100

const refuse = (option: string, given: unknown, wanted: string): never => {
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Option ${option} of analytics() is ${JSON.stringify(given)}. Give ${wanted}.`,
    { context: { option: `analytics.${option}` } },
  )
}

/**
 * The absolute address. While a page is rendered on a server, a path of the site has no origin yet.
 * @throws `kernel.invalid_option`
 */
function toAbsolute(url: string): URL {
  const base = globalThis.location?.href ?? 'http://localhost'
  const absolute = URL.canParse(url, base) ? new URL(url, base) : undefined
  return absolute?.origin.startsWith('http') ? absolute : refuse('url', url, 'https://… or a path')
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
  const { address, addressKey, sample = 1 } = options
  if (address === 'hashed' && !addressKey) refuse('addressKey', addressKey, 'any text')
  if (!(sample >= 0 && sample <= 1)) refuse('sample', sample, '0 to 1')
  const url = options.url ? toAbsolute(options.url) : undefined
  return definePlugin({
    id: 'analytics',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    reaches: { origins: url ? [url.origin] : [] },
    setup(ctx) {
      const listeners = new Set<(event: AnalyticsEvent) => void>()
      const early: Occurrence[] = []
      let consent: Consent = { isGiven: options.consent !== false }
      let tracker: Tracker | undefined
      const load = ctx.lazy('analytics', async () => {
        const { createTracker } = await import('./tracker.js')
        const codes = address === 'hashed' && (await import('./addressCodes.js'))
        const settings = { ...options, url: url?.href }
        tracker = createTracker(ctx, { settings, codes, listeners, consent: () => consent })
        early.splice(0).forEach(tracker.take)
        return tracker
      })
      const note = (name: string, data: unknown, isOwn = false): void => {
        const occurrence = { name, data, isOwn, timestamp: Date.now(), consent }
        if (tracker) tracker.take(occurrence)
        else if (early.length < MOST_EARLY) early.push(occurrence)
      }
      ctx.onDispose(ctx.events.onAny((name, data) => note(name, data)))
      ctx.late(load)
      return {
        track(event, data) {
          note(event, data, true)
          load().catch(ctx.log.debug)
        },
        subscribe(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        setConsent(isGiven) {
          if (isGiven === consent.isGiven) return
          consent = { isGiven }
          tracker?.check()
        },
        isSending: () => !!tracker?.isSending(),
      }
    },
  })
}
