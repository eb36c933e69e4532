export type { Lookalike } from '@latchkey/plugin-api/lookalike'
export type {
  Fee,
  Receiver,
  Review,
  SendApi,
  SendState,
  SendToken,
  SentTransaction,
} from './api.js'
export { balanceNamespaces, sendNamespaces } from './namespaces.js'
export type { Contact, ContactSource, SendOptions } from './options.js'
export { send } from './plugin.js'
