/**
 * Wallets that announce themselves by the Wallet Standard, for chain plugins: finding them, and
 * reading what they say. Nothing here remembers anything between two calls, so that several modals
 * on one page do not share wallets. Import it below what a plugin loads late.
 *
 * Source: https://github.com/wallet-standard/wallet-standard
 * @packageDocumentation
 */
export { readStandardAccounts, type StandardAccount } from './accounts.js'
export { copyBytes, readResults, type StandardResult } from './answers.js'
export {
  discoverStandardWallets,
  listenForStandardWallets,
  readStandardWallet,
  type AnnouncedWallet,
  type StandardDiscovery,
  type StandardDiscoveryOptions,
} from './discovery.js'
export { onStandardChange, readFeature, readTexts, type StandardWallet } from './features.js'
