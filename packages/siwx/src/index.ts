// Adds the error codes of this package to the contract's types. The declarations would lack them
// otherwise, as no exported type names them.
import './errors.js'
export {
  accountKeyIn,
  accountKeyOf,
  isSameAccount,
  isSameAccountIn,
  type AccountScope,
} from './account/account.js'
export { checkMessage } from './message/checkMessage.js'
export { formatMessage } from './message/formatMessage.js'
export { randomNonce } from './message/nonce.js'
export { originsOf } from '@latchkey/plugin-api/describe'
export { parseMessage } from './message/parseMessage.js'
export { timeOf } from './message/time.js'
export {
  verifySession,
  type SessionToVerify,
  type VerifiedSession,
} from './verify/verifySession.js'
export { verifySignature, type SignatureToVerify } from './verify/verifySignature.js'
export type {
  Expected,
  NodeRequest,
  SignedBy,
  SignInFamilies,
  SiwxMessage,
  SiwxSession,
} from './types.js'
