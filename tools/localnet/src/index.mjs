export { accounts, mnemonic } from './accounts.mjs'
export { addressesOf } from './addresses.mjs'
export { startAnvil } from './anvil.mjs'
export { startBitcoin } from './bitcoin.mjs'
export { endChild, spawnKept } from './children.mjs'
export { multicallAddress, tokens, tokensEach } from './contracts.mjs'
export { startRpcFaultProxy } from './faultProxy.mjs'
export { chains, startLocalnet } from './localnet.mjs'
export { startPolkadot } from './polkadot.mjs'
export { request } from './rpc.mjs'
export { startWorld } from './world.mjs'

/**
 * Loads cosmjs when a chain is wanted, not with every starter.
 * @type {typeof import('./index.d.mts').startCosmos}
 */
export const startCosmos = async (options) => (await import('./cosmos.mjs')).startCosmos(options)

/**
 * Loads the native runtime when it is wanted.
 * @type {typeof import('./index.d.mts').startSolana}
 */
export const startSolana = async (options) => (await import('./solana.mjs')).startSolana(options)
