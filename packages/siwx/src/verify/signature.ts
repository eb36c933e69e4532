import type { NodeRequest, SiwxSession } from '../types.js'

export interface SignatureToVerify {
  session: SiwxSession
  /** Asks a node of the message's chain. Only of eip155: without it, only accounts with a key can be verified. */
  node?: NodeRequest
}

/** Whether the account of the session's message made its signature. */
export async function verifySignature(_: SignatureToVerify): Promise<boolean> {
  throw new Error('in the making')
}
