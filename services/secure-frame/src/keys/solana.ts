import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { PrivateKeys } from './derive.js'
import { refuse } from './errors.js'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** Nodes take no larger transaction: an IPv6 packet without its headers. */
const MAX_TRANSACTION_BYTES = 1232

/** Reads from the front. @throws KeysError `refused` where the bytes end too early */
function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array =>
    at + count > bytes.length
      ? refuse('The transaction ends too early.')
      : bytes.subarray(at, (at += count))
  const byte = (): number => take(1)[0]!
  return {
    take,
    byte,
    at: () => at,
    rest: () => bytes.length - at,
    /** Solana's compact-u16, in its shortest form only. */
    length(): number {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const part = byte()
        value |= (part & 0x7f) << shift
        if (part < 0x80)
          return (part === 0 && shift > 0) || value > 0xffff
            ? refuse('A length in the transaction cannot be read.')
            : value
      }
      return refuse('A length in the transaction cannot be read.')
    },
  }
}

/** The accounts that must sign a message, in order. @throws KeysError `refused` */
function signersOf(message: Uint8Array): string[] {
  const input = createReader(message)
  const first = input.byte()
  const isVersioned = first >= 0x80
  if (first > 0x80) refuse('This version of transactions is not known.')
  const count = isVersioned ? input.byte() : first
  input.take(2)
  const keys = Array.from({ length: input.length() }, () => input.take(KEY_BYTES))
  input.take(KEY_BYTES)
  for (let left = input.length(); left > 0; left -= 1) {
    input.byte()
    input.take(input.length())
    input.take(input.length())
  }
  for (let left = isVersioned ? input.length() : 0; left > 0; left -= 1) {
    input.take(KEY_BYTES)
    input.take(input.length())
    input.take(input.length())
  }
  if (input.rest() > 0 || count === 0 || count > keys.length)
    refuse('This is not a transaction of Solana.')
  return keys.slice(0, count).map((key) => base58.encode(key))
}

/** Whether bytes are a message of a transaction: signed, they would be one. */
function isTransaction(bytes: Uint8Array): boolean {
  try {
    signersOf(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Signs an off-chain message.
 * @throws KeysError `refused` where the bytes are a transaction
 */
export function signSolanaMessage(bytes: Uint8Array, keys: PrivateKeys): Uint8Array {
  if (isTransaction(bytes)) refuse('This message is a transaction.')
  return ed25519.sign(bytes, keys.solana)
}

/** A transaction as it came: the place of this account's signature, and the bytes that are signed. */
export interface SolanaTransaction {
  readonly bytes: Uint8Array
  readonly message: Uint8Array
  /** Where the account's signature begins. */
  readonly slot: number
}

/**
 * Reads a transaction in its wire format.
 * @param account the address that shall sign
 * @throws KeysError `refused` where it is not a transaction, or does not ask this account to sign
 */
export function readSolanaTransaction(bytes: Uint8Array, account: string): SolanaTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) refuse('The transaction is larger than nodes take.')
  const input = createReader(bytes)
  const count = input.length()
  const first = input.at()
  input.take(count * SIGNATURE_BYTES)
  const message = bytes.subarray(input.at())
  const signers = signersOf(message)
  if (signers.length !== count) refuse('The transaction has a wrong number of signatures.')
  const place = signers.indexOf(account)
  if (place < 0) refuse('The transaction does not ask this account to sign.')
  return { bytes, message, slot: first + place * SIGNATURE_BYTES }
}

/** Signs a transaction: only the account's own signature changes. */
export function signSolanaTransaction(
  { bytes, message, slot }: SolanaTransaction,
  keys: PrivateKeys,
): { signed: Uint8Array; signature: Uint8Array } {
  const signature = ed25519.sign(message, keys.solana)
  const signed = bytes.slice()
  signed.set(signature, slot)
  return { signed, signature }
}
