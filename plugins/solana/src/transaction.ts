import { isSame } from './bytes.js'

const SIGNATURE = 64
const KEY = 32
/** The bit that marks a version before the message. */
const VERSIONED = 0x80

/** A length of one to three bytes (compact-u16). */
export function readLength(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[from + index]
    if (byte === undefined) break
    value |= (byte & 127) << (7 * index)
    if (byte < 128) return { value, next: from + index + 1 }
  }
  throw new RangeError('The bytes end within a length.')
}

export interface Parts {
  signatures: readonly Uint8Array[]
  /** The keys that must sign, in the order of the signatures: the first pays. */
  signers: readonly Uint8Array[]
  isVersioned: boolean
  /** All but the signatures: what is signed. */
  message: Uint8Array
}

/** What of a transaction concerns its signatures. `undefined` for bytes that are none. */
export function readTransaction(bytes: Uint8Array): Parts | undefined {
  try {
    const count = readLength(bytes, 0)
    const message = count.next + count.value * SIGNATURE
    const first = bytes[message]
    if (first === undefined || !count.value) return undefined
    const isVersioned = first >= VERSIONED
    const header = message + Number(isVersioned)
    const keys = readLength(bytes, header + 3)
    if (
      bytes[header] !== count.value ||
      keys.value < count.value ||
      keys.next + keys.value * KEY > bytes.length
    )
      return undefined
    const cut = (from: number, size: number) =>
      Array.from({ length: count.value }, (_, index) =>
        bytes.subarray(from + index * size, from + (index + 1) * size),
      )
    return {
      signatures: cut(count.next, SIGNATURE),
      signers: cut(keys.next, KEY),
      isVersioned,
      message: bytes.subarray(message),
    }
  } catch {
    return undefined
  }
}

/** The signature of a key in a signed transaction. `undefined` where it has not signed. */
export function signatureOf(bytes: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  const parts = readTransaction(bytes)
  const index = parts?.signers.findIndex((signer) => isSame(signer, key)) ?? -1
  const signature = parts?.signatures[index]
  return signature?.some(Boolean) ? signature : undefined
}

/** The transaction with a signature in its place. `undefined` where the key does not sign in it. */
export function withSignature(
  bytes: Uint8Array,
  key: Uint8Array,
  signature: Uint8Array,
): Uint8Array | undefined {
  const copy = bytes.slice()
  const parts = readTransaction(copy)
  const place = parts?.signatures[parts.signers.findIndex((signer) => isSame(signer, key))]
  if (place?.length !== signature.length) return undefined
  place.set(signature)
  return copy
}
