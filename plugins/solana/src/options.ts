import type { SolanaNetwork } from './chain/networks.js'
import type { Web3js } from './objects/walletObjects.js'

export interface SolanaOptions {
  /** The first is the default network. */
  networks: readonly [SolanaNetwork, ...SolanaNetwork[]]
  /**
   * Decides where `window.solana` is listed, as "Browser Wallet", when no wallet announces that object by
   * the Wallet Standard. `'mobile'` (default): on phones alone, where it is the app whose browser
   * this is. A desktop leaves it out, because nobody can tell there which wallet it is. `'always'`:
   * on desktops too, for test tools and old wallets that only inject it.
   */
  injected?: 'mobile' | 'always'
  /**
   * web3.js 1, for `window.solana`: the older interface takes its transactions. It is loaded when
   * such a wallet signs. Left out: the wallet gets objects of ours, which have what wallets call.
   * @example web3js: () => import('@solana/web3.js')
   */
  web3js?: () => Promise<Web3js>
}
