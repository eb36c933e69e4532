import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  hashMessage,
  hashTypedData,
  hexToBytes,
  isHex,
  keccak256,
  serializeTransaction,
  stringToHex,
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

/** Nobody reads more than this. In bytes. */
const MAX_MESSAGE_BYTES = 65_536
/** The longest typed data, as JSON, in UTF-16 code units. */
const MAX_TYPED_LENGTH = 131_072

/**
 * Reads the data of `personal_sign`. Data in hex is bytes, as viem, ethers and MetaMask read it; other
 * text is its UTF-8 bytes.
 * @throws KeysError `refused` where it is longer than 64 kB
 */
export function readMessageBytes(data: string): Hex {
  const bytes = isHex(data) && data.length % 2 === 0 ? data : stringToHex(data)
  return bytes.length > 2 + 2 * MAX_MESSAGE_BYTES ? refuse('The message is too long.') : bytes
}

/**
 * Signs a message (EIP-191, `personal_sign`).
 * @returns 65 bytes: r, s, v (27 or 28)
 */
export const signMessage = (raw: Hex, keys: PrivateKeys): Hex =>
  join(signDigest(hashMessage({ raw }), keys))

/** Typed data of EIP-712 with everything it needs. */
export type TypedData = TypedDataDefinition

function parseTypedData(value: unknown): TypedData {
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

const isChain = (named: unknown, chainId: number): boolean =>
  (typeof named === 'number' ||
    (typeof named === 'string' && /^(?:0x[\da-f]+|\d+)$/i.test(named))) &&
  BigInt(named) === BigInt(chainId)

/**
 * Reads typed data, as text or as an object. The same object is shown and signed.
 * @throws KeysError `refused` where it is not typed data, is too long, or is for another chain (EIP-712
 * has the wallet refuse it)
 */
export function readTypedData(value: unknown, chainId: number): TypedData {
  const typed = parseTypedData(value)
  if (JSON.stringify(typed).length > MAX_TYPED_LENGTH) refuse('The data is too long.')
  const domain: object = typed.domain ?? {}
  if ('chainId' in domain && !isChain(domain.chainId, chainId))
    refuse('The data is for another network.')
  return typed
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
