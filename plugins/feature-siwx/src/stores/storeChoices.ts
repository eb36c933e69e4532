import type { ServerStoreOptions, StoreChoice } from '../types.js'

/**
 * Sessions in this browser: signatures are verified on the page and leave it never. Enough to show
 * visitors their own data; a server needs its own proof.
 * @example siwx({ store: browserStore() })
 */
export const browserStore = (): StoreChoice => ({
  pageNonces: true,
  open: async (place) => (await import('./browser.js')).createBrowserStore(place),
})

/**
 * The origin for the plugin's passport. Empty while rendering on a server, for a URL of the page's own
 * origin.
 */
const originsOf = (url: string): readonly string[] => {
  if (/^https?:/.test(url)) return [new URL(url).origin]
  return typeof location === 'undefined' ? [] : [location.origin]
}

/**
 * Sessions on a server, which gives nonces out and verifies signatures: `@latchkey/siwx-server`, or
 * one with the same four calls.
 * @example siwx({ store: serverStore({ url: '/api/siwx' }) })
 */
export const serverStore = (options: ServerStoreOptions): StoreChoice => ({
  origins: originsOf(options.url),
  open: async (place) => (await import('./server.js')).createServerStore(place, options),
})
