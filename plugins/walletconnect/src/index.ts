export type { WalletConnectApi } from './api.js'
export type { PairingState, PairingStatus } from './pairing/machine.js'
export { walletconnect } from './plugin.js'
export type { WalletConnectOptions } from './plugin.js'
