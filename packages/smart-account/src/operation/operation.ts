import {
  concatHex,
  encodeAbiParameters,
  keccak256,
  numberToHex,
  type Address,
  type Hex,
  type TypedDataDefinition,
} from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import { badInput } from '../errors.js'
import type { Operation, PackedOperation, UnsignedOperation } from './types.js'

/** Two numbers of 16 bytes, in one word. @throws `smart.bad_input` if one is longer */
function pair(part: string, high: bigint, low: bigint): Hex {
  try {
    return concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
  } catch (cause) {
    throw badInput(part, 'numbers between 0 and 2^128 - 1', cause)
  }
}

const HEX_FIELDS = [
  'factory',
  'factoryData',
  'callData',
  'paymaster',
  'paymasterData',
  'signature',
] as const satisfies readonly (keyof Operation)[]

/** Half a byte shifts all that stands before it: other fields would be signed than those that were read. */
function checkWhole(operation: Operation): void {
  for (const field of HEX_FIELDS) {
    const value = operation[field]
    if (value !== undefined && value.length % 2) throw badInput(field, 'whole bytes in hex')
  }
}

/**
 * The form in which EntryPoint 0.7 takes an operation.
 * @throws `smart.bad_input` if a gas limit or fee is longer than 16 bytes, or a field holds half a byte
 */
export function packOperation(operation: Operation): PackedOperation {
  checkWhole(operation)
  return packed(operation)
}

const packed = (operation: Operation): PackedOperation => ({
  sender: operation.sender,
  nonce: operation.nonce,
  initCode: operation.factory
    ? concatHex([operation.factory, operation.factoryData ?? '0x'])
    : '0x',
  callData: operation.callData,
  accountGasLimits: pair('gas', operation.verificationGasLimit, operation.callGasLimit),
  preVerificationGas: operation.preVerificationGas,
  gasFees: pair('fees', operation.maxPriorityFeePerGas, operation.maxFeePerGas),
  paymasterAndData: operation.paymaster
    ? concatHex([
        operation.paymaster,
        pair(
          'paymaster gas',
          operation.paymasterVerificationGasLimit ?? 0n,
          operation.paymasterPostOpGasLimit ?? 0n,
        ),
        operation.paymasterData ?? '0x',
      ])
    : '0x',
  signature: operation.signature,
})

const words = (...types: readonly ('address' | 'uint256' | 'bytes32')[]) =>
  types.map((type) => ({ type }))
const OPERATION_WORDS = words(
  'address',
  'uint256',
  'bytes32',
  'bytes32',
  'bytes32',
  'uint256',
  'bytes32',
  'bytes32',
)
const HASH_WORDS = words('bytes32', 'address', 'uint256')

/** The operation's id, as EntryPoint 0.7 and bundlers know it (`userOpHash`). The signature is not in it. */
export function hashOperation(operation: UnsignedOperation, chainId: number): Hex {
  const fields = packOperation({ ...operation, signature: '0x' })
  const inner = encodeAbiParameters(OPERATION_WORDS, [
    fields.sender,
    fields.nonce,
    keccak256(fields.initCode),
    keccak256(fields.callData),
    fields.accountGasLimits,
    fields.preVerificationGas,
    fields.gasFees,
    keccak256(fields.paymasterAndData),
  ])
  return keccak256(
    encodeAbiParameters(HASH_WORDS, [keccak256(inner), CONTRACTS.entryPoint, BigInt(chainId)]),
  )
}

const OPERATION_TYPES = {
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const

/**
 * The typed data that the owner signs for an operation (EIP-712). The account checks this, and not the operation's
 * id.
 */
export const operationTypedData = (operation: UnsignedOperation, chainId: number) => {
  const { signature: _, ...fields } = packOperation({ ...operation, signature: '0x' })
  return {
    domain: {
      name: 'HybridDeleGator',
      version: '1',
      chainId,
      verifyingContract: operation.sender,
    },
    types: OPERATION_TYPES,
    primaryType: 'PackedUserOperation',
    message: { ...fields, entryPoint: CONTRACTS.entryPoint as Address },
  } as const satisfies TypedDataDefinition
}

/** An operation as bundlers and paymasters take it: numbers as hex, fields that are absent left out. */
export const operationToRpc = (operation: Operation | UnsignedOperation): Record<string, Hex> =>
  Object.fromEntries(
    Object.entries(operation)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]: [string, bigint | Hex]) => [
        field,
        typeof value === 'bigint' ? numberToHex(value) : value,
      ]),
  )
