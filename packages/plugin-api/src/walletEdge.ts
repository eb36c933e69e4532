/**
 * The edge to the wallets of a page, for chain plugins: the places of announced wallets, their names, what they throw.
 * An entry of its own, as only what waits for a visitor needs it.
 */
export {
  codeOf,
  codesOf,
  createToWalletError,
  isRejection,
  messageOf,
  type Meaning,
  type ToWalletError,
  type WalletErrorRules,
} from './walletErrors.js'
export { nameKey, readIcon, readName, shownName, spellingOf } from './walletNames.js'
export {
  createPlaces,
  createSync,
  type Placed,
  type Places,
  type PageWallet,
} from './walletPlaces.js'
