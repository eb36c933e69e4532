import type { PluginContext } from '@latchkey/plugin-api'

export interface AnalyticsOptions {
  /**
   * The server, `https://…` or a path of the site: events go to `POST {url}/e`, which
   * `@latchkey/blockchain-api` and `@latchkey/secure-frame` have. Left out, nothing is sent to anybody.
   */
  url?: string
  /** Names the site to the server. `default` if left out. */
  projectId?: string
  /**
   * Whether the address in use goes with each event. `hashed`: a code stands for it, which is the same for
   * the same address and `addressKey`. The key is in your page: it keeps the codes of two sites apart, and hides
   * nothing from somebody who has both. `true` if left out.
   */
  address?: boolean | 'hashed'
  /** Any text of the site's own: codes of another site are other ones. Due with `address: 'hashed'`. */
  addressKey?: string
  /** Share of the page visits that send, from 0 to 1. `1` if left out. */
  sample?: number
  /** The visitor's answer to the site's question for consent by now. `true` if left out. */
  consent?: boolean
}

/** The options, checked. */
export interface Settings extends Omit<AnalyticsOptions, 'url'> {
  /** Absolute. */
  url: string | undefined
}

export type AnalyticsContext = PluginContext<Record<never, never>, 'analytics'>
