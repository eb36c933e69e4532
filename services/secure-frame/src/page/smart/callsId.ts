import { getAddress, numberToHex, type Address, type Hex } from 'viem'
import { FrameError } from '../link/errors.js'
import type { OperationRecord } from './records.js'

/** The parts of an operation by which it is found on its chain without a store. */
export interface CallsId {
  hash: Hex
  /** The account that it is of. */
  sender: Address
  /** CAIP-2 id of the network that it was signed for. */
  network: string
  nonce: bigint
  fromBlock: bigint
}

/** Tells the id of an operation from a list of hashes of transactions. */
const MARK = '0x4337'
const ID = /^0x4337([\da-f]{16})([\da-f]{40})([\da-f]{64})([\da-f]{64})([\da-f]{16})$/i

const hexOf = (value: bigint | number, size: number): string =>
  numberToHex(value, { size }).slice(2)

/** The id of calls (EIP-5792) that are one operation. */
export const toCallsId = ({ hash, network, operation, fromBlock }: OperationRecord): Hex =>
  `${MARK}${hexOf(Number(network.slice('eip155:'.length)), 8)}${operation.sender
    .slice(2)
    .toLowerCase()}${hash.slice(2)}${hexOf(operation.nonce, 32)}${hexOf(fromBlock, 8)}`

/** @returns `undefined` where it is the id of no operation */
export function readCallsId(id: unknown): CallsId | undefined {
  const [, chainId, sender, hash, nonce, fromBlock] = (typeof id === 'string' && ID.exec(id)) || []
  if (hash === undefined) return undefined
  return {
    hash: `0x${hash.toLowerCase()}`,
    sender: getAddress(`0x${sender!}`),
    network: `eip155:${BigInt(`0x${chainId!}`)}`,
    nonce: BigInt(`0x${nonce!}`),
    fromBlock: BigInt(`0x${fromBlock!}`),
  }
}

/** EIP-5792: the wallet knows no calls of this id. */
export const unknownCalls = (): FrameError =>
  new FrameError('This wallet knows no calls of this id.', { code: 5730 })
