// What it adds to the contract's types; nothing that is exported leads there.
import './errors.js'
export { siwx } from './plugin.js'
export { browserStore, serverStore } from './stores/choices.js'
export type { ServerStoreOptions } from './stores/choices.js'
export type {
  KnownSession,
  Nonce,
  SessionStore,
  SignRequest,
  SiwxApi,
  SiwxOptions,
  SiwxState,
  SiwxStatus,
  StoreChoice,
  StorePlace,
} from './types.js'
export type { SiwxMessage, SiwxSession } from '@latchkey/siwx'
