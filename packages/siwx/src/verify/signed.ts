import type { NodeRequest, SignedBy, SiwxMessage, SiwxSession } from '../types.js'

/** What a namespace's verifier is given: the message as it was read in the signed text. */
export interface Signed {
  message: SiwxMessage
  session: SiwxSession
  node?: NodeRequest
}
/** Whether the message's account made the signature, or who says so where a contract may. A signature that is none is `false`, not an error. */
export type Verifier = (signed: Signed) => boolean | SignedBy | Promise<boolean | SignedBy>
