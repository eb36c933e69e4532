import { LatchkeyError } from '@latchkey/plugin-api'
import { checkMessage } from '../message/checkMessage.js'
import { differenceOf } from '../message/differenceOf.js'
import type { Expected, SignedBy, SiwxMessage } from '../types.js'
import { checkCacao } from './cacao.js'
import { messageOf, signedBy, type SignatureToVerify } from './verifySignature.js'

export interface SessionToVerify extends SignatureToVerify {
  expected: Expected
}

/** A session that was verified. */
export interface VerifiedSession {
  /** The fields of the signed text. */
  message: SiwxMessage
  /** `contract`: keep the session for the message's chain alone. */
  signedBy: SignedBy
}

/**
 * Checks everything that must hold before a visitor is signed in: the text is a message of its
 * chain family, the session's `data` and its `cacao` say the same, it says what is expected, its
 * time has come and is not over, and the account that it names made the signature.
 * @throws `siwx.bad_message`, `siwx.namespace_unsupported`, `siwx.data_mismatch`, the errors of
 * `checkMessage`, `siwx.bad_signature`, `siwx.node_missing`, `siwx.node_failed`,
 * `siwx.library_missing`
 */
export async function verifySession({
  expected,
  ...asked
}: SessionToVerify): Promise<VerifiedSession> {
  const { session, node, families } = asked
  const message = messageOf(asked)
  const field = differenceOf(session.data, message)
  if (field)
    throw new LatchkeyError(
      'siwx.data_mismatch',
      `The session's ${field} is not what the signed message says.`,
      { context: { field } },
    )
  if (session.cacao !== undefined) checkCacao(session, message)
  checkMessage(message, expected, families)
  const { accountAddress, chainId } = message
  const by = await signedBy(asked)
  if (by) return { message, signedBy: by }
  // A signature for a contract to judge may have the form of a key's signature.
  const hint =
    chainId.startsWith('eip155:') && !node
      ? ' Contract accounts cannot be verified without node.'
      : ''
  throw new LatchkeyError(
    'siwx.bad_signature',
    `${accountAddress} did not make this signature over this message.${hint}`,
    { context: { accountAddress, chainId } },
  )
}
