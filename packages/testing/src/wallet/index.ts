// A wallet without a window, and what gives it methods of one's own.
export { WalletCore, type Method, type WalletOptions } from './core.js'
export {
  chainOffline,
  invalidParams,
  oddErrors,
  rpcError,
  type OddError,
  type RpcError,
} from './errors.js'
export { clientOf, inTurn } from './methods/send.js'
export { signer, signMethods } from './methods/sign.js'
export { createWallet, type Wallet } from './wallet.js'
export type * from './types.js'
