// @noble and @scure: audited, small, without dependencies beyond each other; they sign for the wallets of these tests, and nothing else of the kit loads them.
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
/** @throws TypeError for what is no hexadecimal text */
export function fromHex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(text))
    throw new TypeError('not hexadecimal')
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16))
}
/** A whole number, the most significant byte first, without zeros before it. */
export const bigEndian = (value: bigint): Uint8Array =>
  value
    ? fromHex(
        `0x${value.toString(16).padStart(value.toString(16).length + (value.toString(16).length % 2), '0')}`,
      )
    : new Uint8Array()

/** A secret key that everybody can make: never use it for anything of value. */
export const secretOf = (seed: string): Uint8Array => sha256(utf8(`latchkey test wallet ${seed}`))
