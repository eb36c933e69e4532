/**
 * The edge to the wallets of a page, for chain plugins: asking a wallet, mapping what it throws, its
 * connection, its name, and its place in the list.
 * Import it only from modules that load when a visitor needs them; nothing that a page loads at
 * once may.
 * @packageDocumentation
 */
export { askWallet } from './ask.js'
export {
  createLiveConnection,
  type LiveConnection,
  type LiveConnectionOptions,
  type LiveConnections,
} from './connection.js'
export { badAnswer, badParams, notInstalled, unsupportedMethod } from './errors.js'
export { nameKey, readIcon, readName, shownName, spellingOf } from './names.js'
export { createPlaces, type PageWallet, type Placed, type Places } from './places.js'
export { readSafely } from './readSafely.js'
export { createSync, freeId } from './sync.js'
export {
  codeOf,
  codesOf,
  createToWalletError,
  isRejection,
  messageOf,
  OwnFailure,
  type Meaning,
  type ToWalletError,
  type WalletErrorRules,
} from './toWalletError.js'
