// @noble/hashes (MIT, audited): the hash of a message that was signed, and of an account's id.
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../chain/encoding.js'
import type { Protocol } from '../../wallet/drivers/driver.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

/** A length as Bitcoin writes it before what is that long. */
function lengthBytes(length: number): Uint8Array {
  const size = length < 0xfd ? 1 : length < 0x1_0000 ? 2 : 4
  const bytes = Array.from({ length: size }, (_, at) => Math.floor(length / 256 ** at) % 256)
  return Uint8Array.of(...(size === 1 ? [] : [size === 2 ? 0xfd : 0xfe]), ...bytes)
}

/**
 * An account's id as hosts learn it: the same for the same connection, also after a reload. A
 * connection's own id may be the topic of a relay, which is nobody else's business.
 * @returns 32 hexadecimal digits
 */
export const accountIdOf = (connectionId: string): string =>
  toHex(sha256(encode(`sats-connect account ${connectionId}`))).slice(0, 32)

/** The hash of a message that is signed: BIP-322's tagged hash, or the double hash of older signatures. Hex. */
export function messageHash(message: string, protocol: Protocol): string {
  const bytes = encode(message)
  if (protocol === 'bip322') {
    const tag = sha256(encode('BIP0322-signed-message'))
    return toHex(sha256(join(tag, tag, bytes)))
  }
  const head = encode('\u0018Bitcoin Signed Message:\n')
  return toHex(sha256(sha256(join(head, lengthBytes(bytes.length), bytes))))
}
