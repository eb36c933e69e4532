export type { AnnouncedInfo } from './announce.js'
export {
  createInjectedWallet,
  type InjectedUi,
  type InjectedWallet,
  type InjectedWalletOptions,
} from './injectedWallet.js'
export { oddErrors, rpcError, type OddError, type RpcError } from '../wallet/errors.js'
export type {
  Approval,
  ChainWalletRule,
  Eip1193Provider,
  FaultScope,
  Prompt,
  PromptKind,
  RequestArguments,
  WalletAccount,
  WalletChain,
  WalletControl,
  WalletRule,
  WalletState,
} from '../wallet/types.js'
