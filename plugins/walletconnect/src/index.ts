export type { WalletConnectApi } from './api.js'
export type { SessionPart } from './errors.js'
export type { PairingState, PairingStatus } from './pairing/machine.js'
export type { Socket, SocketClass } from './sockets.js'
export { walletconnect } from './plugin.js'
export type { WalletConnectOptions } from './plugin.js'
export type { TextStorage } from './sdk/store.js'
export type {
  UniversalNamespace,
  UniversalProviderLike,
  UniversalProviderOptions,
  UniversalSession,
} from './sdk/universal/types.js'
