import { LatchkeyError } from '@latchkey/plugin-api'
import { checkMessage } from '../message/check.js'
import { differenceOf } from '../message/same.js'
import type { Expected, SignedBy, SiwxMessage } from '../types.js'
import { checkCacao } from './cacao.js'
import { messageOf, signedBy, type SignatureToVerify } from './signature.js'

export interface SessionToVerify extends SignatureToVerify {
  expected: Expected
}

/** A session that holds. */
export interface VerifiedSession {
  /** As it was signed. */
  message: SiwxMessage
  /** `contract`: keep the session for the message's chain alone. */
  signedBy: SignedBy
}

/**
 * Everything that must hold before somebody is signed in: the text is a message of its namespace, the session's `data` says the same and so does its `cacao` where it has one, it says what is expected
 * and is in its time, and the account that it names made the signature.
 * @throws `siwx.bad_message`, `siwx.namespace_unsupported`, `siwx.data_mismatch`, what `checkMessage` throws, `siwx.bad_signature`, `siwx.node_missing`, `siwx.node_failed`, `siwx.library_missing`
 */
export async function verifySession({
  session,
  expected,
  node,
}: SessionToVerify): Promise<VerifiedSession> {
  const message = messageOf(session)
  const field = differenceOf(session.data, message)
  if (field)
    throw new LatchkeyError(
      'siwx.data_mismatch',
      `The session's ${field} is not what the signed message says.`,
      { context: { field } },
    )
  if (session.cacao !== undefined) checkCacao(session, message)
  checkMessage(message, expected)
  const { accountAddress, chainId } = message
  const by = await signedBy({ session, ...(node && { node }) })
  if (by) return { message, signedBy: by }
  // A signature that is for a contract to judge may look like one of a key.
  const hint =
    chainId.startsWith('eip155:') && !node
      ? ' Of contract accounts nothing can be said without node.'
      : ''
  throw new LatchkeyError(
    'siwx.bad_signature',
    `The signature is not one of ${accountAddress} over this message.${hint}`,
    { context: { accountAddress, chainId } },
  )
}
