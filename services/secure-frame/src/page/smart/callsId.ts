import { numberToHex, type Hex } from 'viem'
import type { OperationRecord } from './records.js'

/** The parts of an operation by which it is found on the chain without a store. */
export interface CallsId {
  hash: Hex
  nonce: bigint
  fromBlock: bigint
}

/** Tells the id of an operation from a list of hashes of transactions. */
const MARK = '0x4337'
const ID = /^0x4337([\da-f]{64})([\da-f]{64})([\da-f]{16})$/i

/** The id of calls (EIP-5792) that are one operation. */
export const toCallsId = ({ hash, operation, fromBlock }: OperationRecord): Hex =>
  `${MARK}${hash.slice(2)}${numberToHex(operation.nonce, { size: 32 }).slice(2)}${numberToHex(
    fromBlock,
    { size: 8 },
  ).slice(2)}`

/** @returns `undefined` where it is the id of no operation */
export function readCallsId(id: unknown): CallsId | undefined {
  const [, hash, nonce, fromBlock] = (typeof id === 'string' && ID.exec(id)) || []
  if (hash === undefined) return undefined
  return {
    hash: `0x${hash.toLowerCase()}`,
    nonce: BigInt(`0x${nonce!}`),
    fromBlock: BigInt(`0x${fromBlock!}`),
  }
}
