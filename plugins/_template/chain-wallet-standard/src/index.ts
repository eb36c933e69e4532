export type { SampleChainApi } from './api.js'
export { mainnet, testnet, type SampleChainNetwork } from './chain/networks.js'
export { sampleChain, type SampleChainOptions } from './plugin.js'
