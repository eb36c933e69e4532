import type { Caip2, Json, PluginContext, Schema } from '@latchkey/plugin-api'

/** A token that the host knows. */
export interface ListedToken {
  /** CAIP-2. */
  network: Caip2
  /** Contract or mint. */
  address: string
  name: string
  symbol: string
  decimals: number
  /** https or `data:image/`. */
  iconUrl?: string
}

export interface AssetsOptions {
  /**
   * Tokens that the host knows: their names and pictures are the host's, they are read from the
   * network where nobody else lists them, and tokens that only look like them are spam. None if left
   * out.
   */
  tokens?: readonly ListedToken[]
  /**
   * A code of ISO 4217, `usd` if left out. Prices of wallets, and of a server that has none in this
   * currency, are in US dollars, which the header says.
   */
  currency?: string
}

export type AssetsStorage = {
  portfolio: Schema<readonly Json[]>
  hidden: Schema<readonly Json[]>
  airdrops: Schema<readonly Json[]>
  sums: Schema<readonly Json[]>
  nfts: Schema<readonly Json[]>
  changed: Schema<readonly Json[]>
}
export type AssetsContext = PluginContext<AssetsStorage, 'assets'>
