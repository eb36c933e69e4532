import type { Caip2, Json, PluginContext, Schema } from '@latchkey/plugin-api'
import type { SwapSource, SwapToken } from './api.js'

/** A token that the host lists on a network. */
export interface ListedToken extends Pick<SwapToken, 'name' | 'symbol' | 'decimals'> {
  address: string
  /** `data:image/`, or at an origin that the page may load pictures from. */
  iconUrl?: string
}

export interface SwapOptions {
  /** The part of the price that may be lost until the swap is mined, percent; 1 if left out. */
  slippage?: number
  /**
   * Networks on which swaps are offered, CAIP-2 of namespace `eip155`; {@link swapNetworks} if left
   * out. A host that wants one more names it beside them, and its routers in `spenders`.
   */
  networks?: readonly Caip2[]
  /** Tokens by network, beside those that the site's server lists. */
  tokens?: Readonly<Record<Caip2, readonly ListedToken[]>>
  /**
   * Contracts by network that swaps may call and that may be allowed to take tokens, beside the
   * routers of Uniswap: routers of an aggregator, or of your own network. A swap by any other contract
   * is refused.
   */
  spenders?: Readonly<Record<Caip2, readonly string[]>>
  /** The loss of value, percent, from which on the visitor has to tick a box; 15 if left out. */
  maxPriceImpact?: number
  /** Markets that are asked by this page, beside the site's server and those of the point `swap.quotes`. */
  sources?: readonly SwapSource[]
}

/** Stored in this browser, the newest first. Entries are checked one by one where they are read. */
export type SwapStorage = {
  /** Approvals and swaps that wallets were asked for, until their end is known. */
  readonly sent: Schema<readonly Json[]>
  /** Tokens that the visitor imported by their address. */
  readonly imported: Schema<readonly Json[]>
}
export type SwapContext = PluginContext<SwapStorage, 'swap'>
