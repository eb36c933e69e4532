import type { Json, PluginContext, Schema } from '@latchkey/plugin-api'

export interface OnrampOptions {
  /**
   * Providers by their names, `['coinbase', 'meld']` if left out. A list that is not one of strings is
   * taken for an empty one, and the log says so.
   */
  providers?: readonly string[]
  /**
   * Public key at Meld. With it the address of Meld's window is made in the page; without it the
   * site's server makes it.
   */
  meldPublicKey?: string
  /** The site's id, which Meld gets as `externalCustomerId`. Left out: the parameter is left out too. */
  projectId?: string
  /**
   * Origin of the `@latchkey/blockchain-api` whose sandbox sells coins of a test network, for nothing.
   * `http:` is allowed on this machine alone. Leave it out in production.
   */
  sandbox?: string | undefined
}

/** Stored in this browser, the newest first. Entries are checked one by one where they are read. */
export type OnrampStorage = { readonly orders: Schema<readonly Json[]> }
export type OnrampContext = PluginContext<OnrampStorage, 'onramp'>
