// @noble/curves, @noble/hashes, @scure/base, @scure/sr25519 (MIT, audited): the three kinds of
// signatures of Substrate chains. Loaded only when one is verified.
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import type { SignedMessage } from '@latchkey/plugin-api'
import { ss58IdOf } from '../account/account.js'
import { decode, holds, isEqual, join, utf8 } from './bytes.js'

type Bytes = Uint8Array
type Check = (text: Bytes, signature: Bytes, id: Bytes) => boolean

const CHECKSUM_LENGTH = 2

/**
 * The account id of an SS58 address, whatever its prefix. `undefined` where the checksum is wrong.
 */
function idOf(address: string): Bytes | undefined {
  const bytes = decode(address, base58.decode)
  if (!bytes) return undefined
  const [body, checksum] = [bytes.slice(0, -CHECKSUM_LENGTH), bytes.slice(-CHECKSUM_LENGTH)]
  return isEqual(blake2b(join(utf8('SS58PRE'), body)).slice(0, CHECKSUM_LENGTH), checksum)
    ? ss58IdOf(bytes)
    : undefined
}

const isEd25519: Check = (text, signature, id) =>
  ed25519.verify(signature, text, id, { zip215: false })
const isSr25519: Check = (text, signature, id) => verifySr25519(text, signature, id)
/** The id of such an account is the hash of its key. */
const isEcdsa: Check = (text, signature, id) => {
  const digest = blake2b(text, { dkLen: 32 })
  const recovery = signature[64]! < 27 ? signature[64]! : signature[64]! - 27
  const found = secp256k1.Signature.fromBytes(signature.slice(0, 64)).addRecoveryBit(recovery)
  return (
    !found.hasHighS() &&
    isEqual(blake2b(found.recoverPublicKey(digest).toBytes(true), { dkLen: 32 }), id)
  )
}

/**
 * The possible readings of the bytes: bare, as polkadot.js wallets give them, or a MultiSignature
 * with its kind in the first byte.
 */
function readings(bytes: Bytes): ReadonlyArray<readonly [Check, Bytes]> {
  const [kind, rest] = [bytes[0], bytes.slice(1)]
  if (bytes.length === 64)
    return [
      [isSr25519, bytes],
      [isEd25519, bytes],
    ]
  if (bytes.length === 66) return kind === 2 ? [[isEcdsa, rest]] : []
  if (bytes.length !== 65) return []
  return [
    [isEcdsa, bytes],
    ...(kind === 0 ? [[isEd25519, rest] as const] : kind === 1 ? [[isSr25519, rest] as const] : []),
  ]
}

/**
 * Verifies a signature over the text, or over the text in `<Bytes>` and `</Bytes>`: wallets wrap a
 * text so that it cannot be a transaction.
 */
export function verifyPolkadot({
  address,
  text,
  signature,
}: Pick<SignedMessage, 'address' | 'text' | 'signature'>): boolean {
  const [id, signed] = [
    idOf(address),
    decode(signature, (given) => hex.decode(given.replace(/^0x/, '').toLowerCase())),
  ]
  if (!id || !signed) return false
  const texts = [`<Bytes>${text}</Bytes>`, text].map(utf8)
  return readings(signed).some(([check, bytes]) =>
    texts.some((each) => holds(() => check(each, bytes, id))),
  )
}
