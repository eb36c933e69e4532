// @noble/curves and @scure/base (MIT, audited): ed25519 and base58. Loaded only when a Solana
// signature is verified.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { SignedMessage } from '@latchkey/plugin-api'
import { decode, holds, utf8 } from './bytes.js'

const KEY_LENGTH = 32

/** Verifies ed25519 by RFC 8032, strictly, so that all verifiers agree on a signature. */
export function verifyEd25519({
  address,
  text,
  signature,
}: Pick<SignedMessage, 'address' | 'text' | 'signature'>): boolean {
  const [key, bytes] = [decode(address, base58.decode), decode(signature, base58.decode)]
  if (key?.length !== KEY_LENGTH || !bytes) return false
  return holds(() => ed25519.verify(bytes, utf8(text), key, { zip215: false }))
}
