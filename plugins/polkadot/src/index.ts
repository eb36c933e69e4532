export type { PolkadotApi } from './api.js'
export type { PolkadotNetwork } from './chain/chains.js'
export { polkadot } from './plugin.js'
export type { PolkadotOptions } from './plugin.js'
