/**
 * The Bitcoin wallet that is connected in the modal, for hosts that are written with sats-connect.
 * @packageDocumentation
 */
export type { BitcoinKernel } from './bitcoinKernel.js'
export type {
  SatsConnectError,
  SatsConnectEvent,
  SatsConnectListener,
  SatsConnectProvider,
  SatsConnectResponse,
} from './provider.js'
export {
  registerSatsConnect,
  type SatsConnectOptions,
  type SatsConnectRegistration,
} from './register.js'
