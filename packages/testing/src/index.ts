export * from './injected/index.js'
export { pageMemory } from './injected/memory.js'
export { installChainWallets, type ChainsWorld, type ChainWalletsOptions } from './chains/index.js'
