import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  hashMessage,
  hashTypedData,
  hexToBytes,
  isHex,
  keccak256,
  serializeTransaction,
  validateTypedData,
  type Hex,
  type TransactionSerializableEIP1559,
  type TransactionSerializableLegacy,
  type TypedDataDefinition,
} from 'viem'
import type { PrivateKeys } from './derive.js'
import { refuse } from './errors.js'

interface Signature {
  r: Hex
  s: Hex
  yParity: 0 | 1
}

const toWord = (number: bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`

function signDigest(digest: Hex, keys: PrivateKeys): Signature {
  const bytes = secp256k1.sign(hexToBytes(digest), keys.evm, {
    prehash: false,
    format: 'recovered',
  })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered')
  return { r: toWord(r), s: toWord(s), yParity: recovery === 1 ? 1 : 0 }
}

const join = ({ r, s, yParity }: Signature): Hex =>
  `${r}${s.slice(2)}${yParity === 1 ? '1c' : '1b'}`

/**
 * Signs a message (EIP-191, `personal_sign`). Data in hex is bytes, as viem, ethers and MetaMask read
 * it; other text is signed as its UTF-8 bytes.
 * @returns 65 bytes: r, s, v (27 or 28)
 */
export function signMessage(data: string, keys: PrivateKeys): Hex {
  const isBytes = isHex(data) && data.length % 2 === 0
  return join(signDigest(hashMessage(isBytes ? { raw: data } : data), keys))
}

/** Typed data of EIP-712 with everything it needs. */
export type TypedData = TypedDataDefinition

/**
 * Reads typed data, as text or as an object. The same object is shown and signed.
 * @throws KeysError `refused` where it is not typed data
 */
export function readTypedData(value: unknown): TypedData {
  try {
    const data: unknown = typeof value === 'string' ? JSON.parse(value) : value
    const typed = data as TypedData
    validateTypedData(typed)
    hashTypedData(typed)
    return typed
  } catch {
    return refuse('This is not typed data of EIP-712.')
  }
}

/**
 * Signs typed data (EIP-712, `eth_signTypedData_v4`).
 * @returns 65 bytes: r, s, v (27 or 28)
 */
export const signTypedData = (data: TypedData, keys: PrivateKeys): Hex =>
  join(signDigest(hashTypedData(data), keys))

/** A transaction with all of its fields, as it is shown and signed. */
export type EvmTransaction = TransactionSerializableEIP1559 | TransactionSerializableLegacy

/**
 * Signs a transaction (EIP-1559, or EIP-155 where the network has no base fee).
 * @returns the signed transaction, and its hash
 */
export function signTransaction(
  transaction: EvmTransaction,
  keys: PrivateKeys,
): { raw: Hex; hash: Hex } {
  const digest = keccak256(serializeTransaction(transaction))
  const { r, s, yParity } = signDigest(digest, keys)
  const v = BigInt(transaction.chainId ?? refuse('A transaction needs a chain.')) * 2n + 35n
  const signature =
    transaction.type === 'legacy' ? { r, s, v: v + BigInt(yParity) } : { r, s, yParity }
  const raw = serializeTransaction(transaction, signature)
  return { raw, hash: keccak256(raw) }
}
