import type { StoreChoice } from '../types.js'

/**
 * Sessions in this browser: signatures are verified on the page, and nobody else learns of them. Enough to show a visitor their own things; no proof to a server.
 * @example siwx({ store: browserStore() })
 */
export const browserStore = (): StoreChoice => ({
  open: async (place) => (await import('./browser.js')).createBrowserStore(place),
})

export interface ServerStoreOptions {
  /** Where the server's handlers are, absolute or on the page's own origin: `/api/siwx`. */
  url: string
  /** How the server knows its sessions: by an HttpOnly cookie, which no script of the page can read (default), or by a token that the page keeps and sends. */
  mode?: 'cookie' | 'token'
}

/** @returns the origin, for the plugin's passport; nothing on a server, for an address of the page's own */
const originsOf = (url: string): readonly string[] => {
  if (/^https?:/.test(url)) return [new URL(url).origin]
  return typeof location === 'undefined' ? [] : [location.origin]
}

/**
 * Sessions on a server, which gives nonces out and verifies signatures: `@latchkey/siwx-server`, or one with the same four calls.
 * @example siwx({ store: serverStore({ url: '/api/siwx' }) })
 */
export const serverStore = (options: ServerStoreOptions): StoreChoice => ({
  origins: originsOf(options.url),
  open: async (place) => (await import('./server.js')).createServerStore(place, options),
})
