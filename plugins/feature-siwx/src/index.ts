// This import adds the types of the errors to the contract. No exported type leads to that file.
import './errors.js'
export { siwx } from './plugin.js'
export { browserStore, serverStore } from './stores/storeChoices.js'
export type {
  KnownSession,
  Nonce,
  ServerStoreOptions,
  SessionStore,
  SignRequest,
  SiwxApi,
  SiwxOptions,
  SiwxState,
  SiwxStatus,
  StoreChoice,
  StorePlace,
  PageNonces,
} from './types.js'
export type { SiwxMessage, SiwxSession } from '@latchkey/siwx'
