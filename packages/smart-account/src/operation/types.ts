import type { Address, Hex } from 'viem'

/** A UserOperation of EntryPoint 0.7 (ERC-4337), without its signature. Gas in units, fees in wei. */
export interface UnsignedOperation {
  sender: Address
  nonce: bigint
  /** Only where the operation deploys the account. */
  factory?: Address
  factoryData?: Hex
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Only where somebody else pays (ERC-7677). */
  paymaster?: Address
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
  paymasterData?: Hex
}

export interface Operation extends UnsignedOperation {
  signature: Hex
}

/** The form in which EntryPoint 0.7 takes operations. */
export interface PackedOperation {
  sender: Address
  nonce: bigint
  initCode: Hex
  callData: Hex
  accountGasLimits: Hex
  preVerificationGas: bigint
  gasFees: Hex
  paymasterAndData: Hex
  signature: Hex
}

/** The gas limits of an operation, in units. */
export interface OperationGas {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
}
