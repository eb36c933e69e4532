import type { DirectoryWallet } from '@latchkey/plugin-api'

/** What a kernel asks its directory. Pages count from 1. */
export interface WalletQuery {
  /** Words of a name; case and accents do not matter. */
  search?: string
  page: number
  count: number
  /** Only these, in this order: ids, rdns or names. */
  include?: readonly string[]
  /** None of these: ids, rdns or names. */
  exclude?: readonly string[]
  /** Only wallets of at least one of these CAIP-2 chain families. */
  namespaces?: readonly string[]
}
export interface WalletPage {
  wallets: readonly DirectoryWallet[]
  /** How many there are on all pages. */
  total: number
}
export type WalletSource = (query: WalletQuery) => Promise<WalletPage>

/**
 * The wallet directory of this package: data that comes with it, asked of no server, about 15 kB (gzip, icons included) fetched when the first wallet is asked for.
 * @example createKernel({ directory: wallets(), ... })
 */
export const wallets = (): WalletSource => (query) =>
  import('./directory.js').then(({ answer }) => answer(query))
