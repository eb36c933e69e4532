import { LatchkeyError } from '@latchkey/plugin-api'
// Hashes and base58 of audited, dependency-free MIT libraries, without WebAssembly; polkadot.js
// uses the same.
import { blake2b } from '@noble/hashes/blake2'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import { NAMESPACE } from './chains.js'

/** The SS58 prefix that is valid on any chain. */
export const GENERIC = 42
/** Longest text that is decoded, in characters. */
const MAX_LENGTH = 64
const ACCOUNT_BYTES = 32
const CHECK_BYTES = 2

/** A decoded address whose checksum is right. */
export interface Decoded {
  kind: 'ss58' | 'ethereum'
  /** Hex without `0x`: the 32 bytes of an account id, or the 20 bytes of an Ethereum account. */
  id: string
  /** The SS58 prefix; {@link GENERIC} for an Ethereum account. */
  prefix: number
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

const checksum = (payload: Uint8Array): Uint8Array =>
  blake2b(join(new TextEncoder().encode('SS58PRE'), payload), { dkLen: 64 }).slice(0, CHECK_BYTES)

/** Encodes an account id (hex, 32 bytes) as SS58 with a prefix. */
export function encode(id: string, prefix: number): string {
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6)]
  const payload = join(Uint8Array.from(head), fromHex(id))
  return base58.encode(join(payload, checksum(payload)))
}

/** Encodes an Ethereum account (hex, 20 bytes) with its EIP-55 checksum. */
export function encodeEthereum(id: string): string {
  const hash = toHex(keccak_256(new TextEncoder().encode(id)))
  return `0x${Array.from(id, (letter, at) => (parseInt(hash[at]!, 16) > 7 ? letter.toUpperCase() : letter)).join('')}`
}

/** @throws `adapter.invalid_address` */
export function refuseAddress(text: unknown, why: string): never {
  const input = String(typeof text === 'string' ? text : typeof text).slice(0, 80)
  throw new LatchkeyError('adapter.invalid_address', `Invalid Polkadot address: ${input}. ${why}`, {
    context: { input, namespace: NAMESPACE },
  })
}

function decodeEthereum(text: string): Decoded {
  const id = text.slice(2).toLowerCase()
  const isMixed = text.slice(2) !== id && text.slice(2) !== id.toUpperCase()
  if (isMixed && encodeEthereum(id) !== text)
    refuseAddress(
      text,
      'Its EIP-55 checksum (the case of its letters) is wrong: compare it with the original.',
    )
  return { kind: 'ethereum', id, prefix: GENERIC }
}

/** @throws `adapter.invalid_address` for a text that is not base58 */
function bytesOf(text: string): Uint8Array {
  try {
    return base58.decode(text)
  } catch {
    return refuseAddress(text, 'Expected letters and digits of base58 only.')
  }
}

/**
 * Decodes an SS58 or an Ethereum address and checks its length, prefix and checksum.
 * @throws `adapter.invalid_address`
 */
export function decode(text: unknown): Decoded {
  if (typeof text !== 'string' || text.length > MAX_LENGTH)
    return refuseAddress(text, 'Expected an SS58 address of 46 to 50 characters.')
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return decodeEthereum(text)
  const bytes = bytesOf(text)
  const [first = 0, second = 0] = bytes
  const head = first & 0x40 ? 2 : 1
  if (first > 127 || bytes.length !== head + ACCOUNT_BYTES + CHECK_BYTES)
    return refuseAddress(text, 'Expected a prefix, 32 bytes and a checksum of two bytes.')
  const prefix = head === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  if (prefix === 46 || prefix === 47 || (head === 2 && prefix < 64))
    return refuseAddress(text, 'Its prefix is reserved, or longer than it needs to be.')
  const payload = bytes.slice(0, -CHECK_BYTES)
  if (toHex(checksum(payload)) !== toHex(bytes.slice(-CHECK_BYTES)))
    return refuseAddress(text, 'Its checksum is wrong: compare it with the original.')
  return { kind: 'ss58', id: toHex(payload.slice(head)), prefix }
}
