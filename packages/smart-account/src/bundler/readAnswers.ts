import { isAddressEqual, isHex, size, type Address, type Hex } from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import { hashOperation } from '../operation/operation.js'
import type { OperationGas, UnsignedOperation } from '../operation/types.js'
import { failed } from './post.js'
import type { OperationReceipt } from './types.js'

const MAX_GAS = 2n ** 64n

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** A quantity of JSON-RPC: hex of at most 32 bytes, or a number as some bundlers write it. */
export function quantityOf(value: unknown): bigint | undefined {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return undefined
}

const isHash = (value: unknown): value is Hex => isHex(value) && size(value) === 32
const isAddressText = (value: unknown): value is Address =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** @throws `smart.bundler_failed` if a limit is missing or no block could hold it */
export function gasOf(answer: unknown): OperationGas {
  const fields = fieldsOf(answer)
  const read = (name: string): bigint => {
    const value = quantityOf(fields[name])
    if (value === undefined || value > MAX_GAS)
      throw failed('false-answer', `estimated no ${name} that is possible`)
    return value
  }
  const optional = (name: keyof OperationGas) =>
    fields[name] === undefined || fields[name] === null ? {} : { [name]: read(name) }
  return {
    callGasLimit: read('callGasLimit'),
    verificationGasLimit: read('verificationGasLimit'),
    preVerificationGas: read('preVerificationGas'),
    ...optional('paymasterVerificationGasLimit'),
    ...optional('paymasterPostOpGasLimit'),
  }
}

/**
 * The receipt of this operation.
 * @returns `undefined` for null: it is in no block yet
 * @throws `smart.bundler_failed` for the receipt of another operation, account or EntryPoint
 */
export function receiptOf(
  answer: unknown,
  hash: Hex,
  sender: Address,
): OperationReceipt | undefined {
  if (answer === null) return undefined
  const fields = fieldsOf(answer)
  const { userOpHash, entryPoint, success } = fields
  const transactionHash = fieldsOf(fields['receipt'])['transactionHash']
  const isOurs =
    typeof userOpHash === 'string' &&
    userOpHash.toLowerCase() === hash.toLowerCase() &&
    isAddressText(fields['sender']) &&
    isAddressEqual(fields['sender'], sender) &&
    (entryPoint === undefined ||
      (isAddressText(entryPoint) && isAddressEqual(entryPoint, CONTRACTS.entryPoint)))
  if (!isOurs) throw failed('false-answer', 'gave the receipt of another operation')
  if (typeof success !== 'boolean' || !isHash(transactionHash))
    throw failed('false-answer', 'gave a receipt without a result or a transaction')
  return {
    hash,
    sender,
    transactionHash,
    success,
    actualGasCost: quantityOf(fields['actualGasCost']) ?? 0n,
    actualGasUsed: quantityOf(fields['actualGasUsed']) ?? 0n,
  }
}

const NUMBERS = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const satisfies readonly (keyof UnsignedOperation)[]
const BYTES = ['callData', 'factory', 'factoryData', 'paymaster', 'paymasterData'] as const
const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** An operation as a bundler writes it. A field that is broken is left out: its hash is another one then. */
function operationOf(answer: unknown): UnsignedOperation {
  const fields = fieldsOf(answer)
  const named = (names: readonly string[]): string[] =>
    names.filter((name) => !isAbsent(fields[name]))
  const absent = { nonce: 0n, callData: '0x', callGasLimit: 0n, verificationGasLimit: 0n }
  return {
    ...{ ...absent, preVerificationGas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
    ...Object.fromEntries(named(NUMBERS).map((name) => [name, quantityOf(fields[name]) ?? 0n])),
    ...Object.fromEntries(named(BYTES).map((name) => [name, fields[name]])),
    sender: fields['sender'],
  } as UnsignedOperation
}

function hashOf(answer: unknown, chainId: number): Hex | undefined {
  try {
    return hashOperation(operationOf(answer), chainId)
  } catch {
    return undefined
  }
}

/**
 * Whether a bundler knows the operation: anybody can tell its hash, and only who has it can tell what is in it.
 * @throws `smart.bundler_failed` if it names another one
 */
export function knowsOperation(answer: unknown, hash: Hex, chainId: number): boolean {
  if (answer === null) return false
  if (hashOf(fieldsOf(answer)['userOperation'], chainId) !== hash)
    throw failed('false-answer', 'answered with another operation')
  return true
}
