export type {
  AnyTransaction,
  SendOptions,
  SignOptions,
  SolanaApi,
  SolanaEndpoint,
  SolanaKernel,
  SolanaProvider,
  TransactionObject,
} from './api.js'
export { classify } from './chain/methods.js'
export {
  defineSolanaNetwork,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
} from './chain/networks.js'
export type { SolanaNetwork } from './chain/networks.js'
export type { Web3js } from './objects/walletObjects.js'
export { solana } from './plugin.js'
export type { SolanaOptions } from './options.js'
export { fromWalletChain, toWalletChain } from './chain/walletChains.js'
