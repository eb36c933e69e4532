export type { Fee, Lookalike, Receiver, Review, SendApi, SendState, SendToken, SentTransaction } from './api.js'
export { balanceNamespaces, sendNamespaces } from './namespaces.js'
export { send, type Contact, type SendOptions } from './plugin.js'
