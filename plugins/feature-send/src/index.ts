export type { Fee, Lookalike, Receiver, Review, SendApi, SendState, SendToken, SentTransaction } from './api.js'
