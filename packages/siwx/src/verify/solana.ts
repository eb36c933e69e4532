// @noble/curves and @scure/base (MIT, audited): ed25519 and base58; only where a signature of Solana is verified.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { decode, holds, utf8 } from './bytes.js'
import type { Verifier } from './signed.js'

const KEY_LENGTH = 32

/** RFC 8032, strict: what one verifier takes, all take. */
export function verifyEd25519(address: string, text: string, signed: unknown): boolean {
  const [key, signature] = [decode(address, base58.decode), decode(signed, base58.decode)]
  if (key?.length !== KEY_LENGTH || !signature) return false
  return holds(() => ed25519.verify(signature, utf8(text), key, { zip215: false }))
}

export const verify: Verifier = ({ message: { accountAddress }, session }) =>
  verifyEd25519(accountAddress, session.message, session.signature)
