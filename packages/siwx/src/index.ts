import './errors.js'

export { checkMessage } from './message/check.js'
export { formatMessage } from './message/format.js'
export { randomNonce } from './message/nonce.js'
export { parseMessage } from './message/parse.js'
export { verifySession, type SessionToVerify } from './verify/session.js'
export { verifySignature, type SignatureToVerify } from './verify/signature.js'
export type { Expected, NodeRequest, SiwxMessage, SiwxSession } from './types.js'
