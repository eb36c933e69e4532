import { Transaction, VersionedTransaction } from '@solana/web3.js'
import { copyBytes } from '../bytes.js'
import { readTransaction } from '../transaction.js'

/** A transaction as web3.js has it: with a version as its own kind, for wallets tell them apart by that. */
export const toObject = (bytes: Uint8Array): Transaction | VersionedTransaction =>
  readTransaction(bytes)?.isVersioned
    ? VersionedTransaction.deserialize(bytes)
    : Transaction.from(bytes)

/** The bytes of whichever kind, of this copy of web3.js or another. `undefined` for anything else. */
export function toBytes(value: unknown): Uint8Array | undefined {
  const { serialize } = value as { serialize?: unknown }
  return typeof serialize === 'function'
    ? copyBytes(
        Reflect.apply(serialize, value, [{ requireAllSignatures: false, verifySignatures: false }]),
      )
    : undefined
}
