/**
 * Sign-in by email and with social accounts: a wallet for EVM and Solana whose keys live in a frame of another origin.
 * @packageDocumentation
 */
export type {} from './errors.js'
export type * from './api.js'
export { authNamespaces, ID_AUTH } from './constants.js'
export type { EmbeddedStorage, EmbeddedWalletOptions } from './options.js'
export { embeddedWallet } from './plugin.js'
export { SOCIALS, type Social } from './socials.js'
