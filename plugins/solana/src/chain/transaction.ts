import { isSameBytes } from './bytes.js'

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** The byte before a message of version 0: the first bit, and the version. Legacy messages have none. */
const VERSION_0 = 0x80

/**
 * Reads a length of one to three bytes (compact-u16). @throws RangeError where the bytes end too
 * early
 */
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

export interface TransactionParts {
  signatures: readonly Uint8Array[]
  /** The keys that must sign, in the order of the signatures. The first pays the fee. */
  signers: readonly Uint8Array[]
  isVersioned: boolean
  /** Everything except the signatures: these bytes are signed. */
  message: Uint8Array
}

/**
 * Reads the signatures and signers of a transaction, legacy or of version 0. `undefined` for other
 * bytes, also for those of a later version, whose order nobody here knows.
 */
export function readTransaction(bytes: Uint8Array): TransactionParts | undefined {
  try {
    const count = readLength(bytes, 0)
    const message = count.next + count.value * SIGNATURE_BYTES
    const first = bytes[message]
    if (first === undefined || !count.value) return undefined
    if (first > VERSION_0) return undefined
    const isVersioned = first === VERSION_0
    const header = message + Number(isVersioned)
    const keys = readLength(bytes, header + 3)
    if (
      bytes[header] !== count.value ||
      keys.value < count.value ||
      keys.next + keys.value * KEY_BYTES > bytes.length
    )
      return undefined
    const cut = (from: number, size: number) =>
      Array.from({ length: count.value }, (_, index) =>
        bytes.subarray(from + index * size, from + (index + 1) * size),
      )
    return {
      signatures: cut(count.next, SIGNATURE_BYTES),
      signers: cut(keys.next, KEY_BYTES),
      isVersioned,
      message: bytes.subarray(message),
    }
  } catch {
    return undefined
  }
}

/** The signature of a key in a signed transaction. `undefined` where the key has not signed. */
export function signatureOf(bytes: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  const parts = readTransaction(bytes)
  const index = parts?.signers.findIndex((signer) => isSameBytes(signer, key)) ?? -1
  const signature = parts?.signatures[index]
  return signature?.some(Boolean) ? signature : undefined
}

/**
 * A copy of the transaction with a signature in its place. `undefined` where the key is not a
 * signer.
 */
export function withSignature(
  bytes: Uint8Array,
  key: Uint8Array,
  signature: Uint8Array,
): Uint8Array | undefined {
  const copy = bytes.slice()
  const parts = readTransaction(copy)
  const place = parts?.signatures[parts.signers.findIndex((signer) => isSameBytes(signer, key))]
  if (place?.length !== signature.length) return undefined
  place.set(signature)
  return copy
}
