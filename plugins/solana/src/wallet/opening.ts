/** Everything that connecting a wallet of the page needs, in a chunk of its own. */
export { openConnection } from './connection.js'
export { openLegacyWallet } from './legacyWallet.js'
export { openStandardWallet } from './standardWallet.js'
