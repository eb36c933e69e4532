export type {
  Fee,
  Lookalike,
  Receiver,
  Review,
  SendApi,
  SendState,
  SendToken,
  SentTransaction,
} from './api.js'
export { balanceNamespaces, sendNamespaces } from './namespaces.js'
export { send, type Contact, type ContactSource, type SendOptions } from './plugin.js'
