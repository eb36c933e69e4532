/**
 * Bitcoin for Latchkey.
 * @packageDocumentation
 */
export type { BitcoinAddress, BitcoinApi, BitcoinProvider } from './api.js'
export { mainnet, regtest, signet, testnet } from './chain/networks.js'
export { bitcoin, type BitcoinOptions } from './plugin.js'
export type { BitcoinSource, SourceOn, Utxo } from './chain/source.js'
