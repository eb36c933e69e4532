import { copyBytes } from '@latchkey/plugin-api/wallet-standard'
import { toKey } from '../chain/address.js'
import { toBase58 } from '../chain/base58.js'
import { readTransaction, withSignature, type TransactionParts } from '../chain/transaction.js'

/** The classes of web3.js 1 whose objects wallets of the older interface take. */
export interface Web3js {
  Transaction: { from(bytes: Uint8Array): object }
  VersionedTransaction: { deserialize(bytes: Uint8Array): object }
}

const toKeyObject = (bytes: Uint8Array): object => {
  const text = toBase58(bytes)
  return {
    toBase58: () => text,
    toString: () => text,
    toJSON: () => text,
    toBytes: () => bytes.slice(),
    equals: (other: unknown) => String(other) === text,
  }
}

/**
 * An object with what wallets call on a transaction of web3.js: they read the bytes or the message,
 * and add their signature.
 */
function createLikeness(given: Uint8Array, parts: TransactionParts): object {
  let bytes: Uint8Array = given.slice()
  const now = (): TransactionParts => readTransaction(bytes)!
  const shared = {
    serialize: () => bytes.slice(),
    addSignature(publicKey: unknown, signature: unknown) {
      const [key, added] = [toKey(String(publicKey)), copyBytes(signature)]
      const signed = key && added && withSignature(bytes, key, added)
      if (!signed) throw new TypeError(`${String(publicKey)} does not sign this transaction.`)
      bytes = signed
    },
  }
  const serializeMessage = (): Uint8Array => now().message.slice()
  if (parts.isVersioned)
    return {
      ...shared,
      version: 0,
      get signatures() {
        return now().signatures.map((each) => each.slice())
      },
      message: { version: 0, serialize: serializeMessage },
    }
  const keys = parts.signers.map(toKeyObject)
  const signatures = (): readonly { publicKey?: object; signature: Uint8Array | null }[] =>
    now().signatures.map((each, index) => ({
      ...(keys[index] && { publicKey: keys[index] }),
      signature: each.some(Boolean) ? each.slice() : null,
    }))
  return {
    ...shared,
    serializeMessage,
    feePayer: keys[0],
    get signatures() {
      return signatures()
    },
    get signature() {
      return signatures()[0]!.signature
    },
  }
}

/**
 * A transaction as an object for a wallet of the older interface. One with a version gets the class
 * of its own, because wallets tell them apart by it.
 */
export function toWalletObject(bytes: Uint8Array, web3js: Web3js | undefined): object {
  const parts = readTransaction(bytes)!
  if (!web3js) return createLikeness(bytes, parts)
  return parts.isVersioned
    ? web3js.VersionedTransaction.deserialize(bytes)
    : web3js.Transaction.from(bytes)
}

/**
 * The bytes of a transaction object of either kind, of any copy of web3.js. `undefined`: another value.
 * @throws what the object throws
 */
export function walletObjectBytes(value: unknown): Uint8Array | undefined {
  const serialize = (value as { serialize?: unknown } | null | undefined)?.serialize
  return typeof serialize === 'function'
    ? copyBytes(
        Reflect.apply(serialize, value, [{ requireAllSignatures: false, verifySignatures: false }]),
      )
    : undefined
}
