import type { DirectoryWallet } from '@latchkey/plugin-api'

/** A kernel's question to its wallet directory. Pages count from 1. */
export interface WalletQuery {
  /** Words of a name; case and accents do not matter. */
  search?: string
  page: number
  count: number
  /** Only these wallets, in this order: ids, rdns or names. */
  include?: readonly string[]
  /** Without these wallets: ids, rdns or names. */
  exclude?: readonly string[]
  /** Only wallets of at least one of these CAIP-2 chain families. */
  namespaces?: readonly string[]
}
export interface WalletPage {
  wallets: readonly DirectoryWallet[]
  /** Number of wallets on all pages. */
  total: number
}
export type WalletSource = (query: WalletQuery) => Promise<WalletPage>
