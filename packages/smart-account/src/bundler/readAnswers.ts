import { isAddressEqual, isHex, size, type Address, type Hex } from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import type { OperationGas } from '../operation/types.js'
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

/** Whether a bundler knows the operation. @throws `smart.bundler_failed` if it names another one */
export function knowsOperation(answer: unknown, sender: Address): boolean {
  if (answer === null) return false
  const operation = fieldsOf(fieldsOf(answer)['userOperation'])
  if (!isAddressText(operation['sender']) || !isAddressEqual(operation['sender'], sender))
    throw failed('false-answer', 'answered with an operation of another account')
  return true
}
