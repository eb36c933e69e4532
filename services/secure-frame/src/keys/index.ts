/**
 * The keys of a wallet: fetched by the page when they are first needed. Nothing here knows a page.
 * @packageDocumentation
 */
export { warmUp, wordsOf } from './derive.js'
export { createKeyring } from './keyring.js'
export { createWallet, joinShares, splitSecret } from './shares.js'
export { signSplit } from './signSplit.js'
