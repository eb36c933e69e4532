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

/** A lookup table of a message, and the indexes of the accounts that it may write. */
interface Table {
  readonly key: string
  readonly writable: Uint8Array
}

/** The parts of a message that a wallet looks at. */
export interface SolanaMessage {
  /** The accounts that must sign, in order. The first pays the fee. */
  readonly signers: readonly string[]
  /** The accounts that may be written and stand in the message itself. */
  readonly writable: readonly string[]
  /** Lookup tables with more accounts that may be written. */
  readonly tables: readonly Table[]
  /** Where the 32 bytes of the blockhash begin. */
  readonly blockhashAt: number
  /** It is bound to a nonce account and has no blockhash. */
  readonly isDurable: boolean
}

/** The instruction `AdvanceNonceAccount` of the system program, whose address is all zeros. */
const ADVANCE_NONCE = [4, 0, 0, 0]

/** @throws KeysError `refused` where the bytes are not a message of a transaction */
function readMessage(message: Uint8Array): SolanaMessage {
  const input = createReader(message)
  const first = input.byte()
  const isVersioned = first >= 0x80
  if (first > 0x80) refuse('This version of transactions is not known.')
  const count = isVersioned ? input.byte() : first
  const [readonlySigned = 0, readonlyUnsigned = 0] = input.take(2)
  const keys = Array.from({ length: input.length() }, () => input.take(KEY_BYTES))
  const blockhashAt = input.at()
  input.take(KEY_BYTES)
  const instructions = Array.from({ length: input.length() }, () => {
    const program = keys[input.byte()]
    input.take(input.length())
    return { program, data: input.take(input.length()) }
  })
  const tables = Array.from({ length: isVersioned ? input.length() : 0 }, () => {
    const table = {
      key: base58.encode(input.take(KEY_BYTES)),
      writable: input.take(input.length()),
    }
    input.take(input.length())
    return table
  })
  if (input.rest() > 0 || count === 0 || count > keys.length)
    refuse('This is not a transaction of Solana.')
  const isWritable = (_: unknown, index: number): boolean =>
    index < count ? index < count - readonlySigned : index < keys.length - readonlyUnsigned
  const [{ program = undefined, data = new Uint8Array() } = {}] = instructions
  return {
    signers: keys.slice(0, count).map((key) => base58.encode(key)),
    writable: keys.filter(isWritable).map((key) => base58.encode(key)),
    tables,
    blockhashAt,
    isDurable:
      program?.every((byte) => byte === 0) === true &&
      data.length === ADVANCE_NONCE.length &&
      ADVANCE_NONCE.every((byte, index) => data[index] === byte),
  }
}

/** The first byte of a transaction with a version has it. */
const VERSION_BIT = 0x80
/** Off-chain messages of Solana begin with it. */
const OFF_CHAIN = 0xff

const isText = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Whether bytes are a message of a transaction: signed, they would be one. Bytes with the mark of a
 * version, also of one that is not known yet, are one unless they are text.
 */
function isTransaction(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first >= VERSION_BIT && first < OFF_CHAIN && !isText(bytes)) return true
  try {
    readMessage(bytes)
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
  readonly parts: SolanaMessage
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
  const parts = readMessage(message)
  const { signers } = parts
  if (signers.length !== count) refuse('The transaction has a wrong number of signatures.')
  const place = signers.indexOf(account)
  if (place < 0) refuse('The transaction does not ask this account to sign.')
  return { bytes, message, parts, slot: first + place * SIGNATURE_BYTES }
}

/**
 * The same transaction with another blockhash, and without signatures. Other signers would have to sign
 * again, so that it is for transactions of one signer.
 * @param blockhash base58, 32 bytes
 * @throws KeysError `refused` where it is not a blockhash
 */
export function withBlockhash(
  transaction: SolanaTransaction,
  blockhash: string,
): SolanaTransaction {
  const { bytes, message, parts, slot } = transaction
  const hash = base58.decode(blockhash)
  if (hash.length !== KEY_BYTES) refuse('This is not a blockhash.')
  const start = bytes.length - message.length
  const changed = bytes.slice()
  changed.fill(0, start - parts.signers.length * SIGNATURE_BYTES, start)
  changed.set(hash, start + parts.blockhashAt)
  return { bytes: changed, message: changed.subarray(start), parts, slot }
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
