export {
  accounts,
  mnemonic,
  startAnvil,
  endChild,
  spawnKept,
  request,
} from '@latchkey/testing/nodes'
export { addressesOf } from './addresses.mjs'
export { startBitcoin } from './bitcoin/bitcoin.mjs'
export {
  collections,
  furnish,
  hostileTokens,
  multicallAddress,
  putMulticall,
  batchAccount,
  lanterns,
  placeLanterns,
  reentrantToken,
  tokens,
  tokensEach,
} from './evm/contracts.mjs'
export { furnishHistory } from './evm/furnishHistory.mjs'
export { receiptOf } from './evm/receiptOf.mjs'
export { reorg } from './evm/reorg.mjs'
export { startRpcFaultProxy } from './faultProxy.mjs'
export { chains, startLocalnet } from './localnet.mjs'
export { startPolkadot } from './polkadot.mjs'
export { installPonder, startPonder } from './ponder.mjs'
export { startPostgres } from './postgres.mjs'
export { startBalancer } from './balancer.mjs'
export { startRedis } from './redis.mjs'
export { startWorld } from './world.mjs'

/**
 * Loads cosmjs only when a Cosmos chain is started.
 * @type {typeof import('./index.d.mts').startCosmos}
 */
export const startCosmos = async (options) =>
  (await import('./cosmos/cosmos.mjs')).startCosmos(options)

/**
 * Loads the native runtime only when a Solana chain is started.
 * @type {typeof import('./index.d.mts').startSolana}
 */
export const startSolana = async (options) =>
  (await import('./solana/solana.mjs')).startSolana(options)

/**
 * Loads the mail server only when one is started.
 * @type {typeof import('./index.d.mts').startMail}
 */
export const startMail = async (options) => (await import('./mail.mjs')).startMail(options)

/**
 * Loads the signer of identity tokens only when the providers are started.
 * @type {typeof import('./index.d.mts').startProviders}
 */
export const startProviders = async (options) =>
  (await import('./providers/providers.mjs')).startProviders(options)

/**
 * Loads the relay only when it is started.
 * @type {typeof import('./index.d.mts').startFarcaster}
 */
export const startFarcaster = async (options) =>
  (await import('./farcaster.mjs')).startFarcaster(options)

/**
 * Loads Uniswap's contracts only when they are deployed.
 * @type {typeof import('./index.d.mts').deployPools}
 */
export const deployPools = async (url) => (await import('./evm/pools.mjs')).deployPools(url)

/**
 * Loads the contracts of names only when they are deployed.
 * @type {typeof import('./index.d.mts').deployNames}
 */
export const deployNames = async (url, label) =>
  (await import('./evm/names.mjs')).deployNames(url, label)

/** @type {typeof import('./index.d.mts').sendAsNameOwner} */
export const sendAsNameOwner = async (url, transactions) =>
  (await import('./evm/names.mjs')).sendAsNameOwner(url, transactions)

/**
 * Loads the framework's code only when it is deployed.
 * @type {typeof import('./index.d.mts').deploySmartAccounts}
 */
export const deploySmartAccounts = async (url) =>
  (await import('./evm/smartAccounts.mjs')).deploySmartAccounts(url)

/** @type {typeof import('./index.d.mts').startBundler} */
export const startBundler = async (options) =>
  (await import('./evm/bundler.mjs')).startBundler(options)

/**
 * Looks for alto only when it is started.
 * @type {typeof import('./index.d.mts').startAlto}
 */
export const startAlto = async (options) => (await import('./evm/alto.mjs')).startAlto(options)
