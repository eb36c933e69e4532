// @noble and @scure are audited, small, and depend only on each other. They sign for these wallets;
// no other part of the kit loads them.
import { sha256 } from '@noble/hashes/sha2.js'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const join = (...parts: readonly ArrayLike<number>[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
export const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
/** Decodes hexadecimal. @throws TypeError for any other value */
export function fromHex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(text))
    throw new TypeError('not hexadecimal')
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16))
}
/** An integer as bytes, the most significant first, without leading zeros. */
export const bigEndian = (value: bigint): Uint8Array =>
  value
    ? fromHex(
        `0x${value.toString(16).padStart(value.toString(16).length + (value.toString(16).length % 2), '0')}`,
      )
    : new Uint8Array()

/** A secret key that everybody can derive: never use it for anything of value. */
export const secretOf = (seed: string): Uint8Array => sha256(utf8(`latchkey test wallet ${seed}`))
