import { LatchkeyError } from '@latchkey/plugin-api'
import type { OperationGas, UnsignedOperation } from './types.js'

/** The most that an operator allows. */
export interface GasCeiling {
  /** Units of gas of an operation, all its limits together. */
  gas: bigint
  /** Wei for each unit of gas. */
  maxFeePerGas: bigint
}

const LIMITS = [
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
] as const satisfies readonly (keyof OperationGas)[]
const FACTOR = 2n

const beyond = (part: string, value: bigint, limit: bigint): LatchkeyError =>
  new LatchkeyError(
    'smart.gas_beyond_bounds',
    `${part} of the operation is ${value}. Expected at most ${limit}. Ask another bundler, or raise the ceiling.`,
    { context: { part, value, limit } },
  )

/** The gas that an operation can use at most, in units. */
export const gasInAll = (gas: OperationGas): bigint =>
  gas.callGasLimit +
  gas.verificationGasLimit +
  gas.preVerificationGas +
  (gas.paymasterVerificationGasLimit ?? 0n) +
  (gas.paymasterPostOpGasLimit ?? 0n)

/**
 * A bundler's gas limits, if they are bearable: each at most twice our own estimate, and all together within the
 * operator's ceiling. A limit below our own is raised to it, so that a low one cannot make the operation fail and
 * be paid for nevertheless.
 * @param own see {@link estimateGas}
 * @throws `smart.gas_beyond_bounds`
 */
export function boundGas(
  offered: OperationGas,
  own: OperationGas,
  ceiling: Pick<GasCeiling, 'gas'>,
): OperationGas {
  const bounded = { ...offered }
  for (const part of LIMITS) {
    if (offered[part] > FACTOR * own[part]) throw beyond(part, offered[part], FACTOR * own[part])
    if (offered[part] < own[part]) bounded[part] = own[part]
  }
  const sum = gasInAll(bounded)
  if (sum > ceiling.gas) throw beyond('gas', sum, ceiling.gas)
  return bounded
}

/**
 * Checks the fees of an operation against the operator's ceiling, and that the tip is not above the fee.
 * @throws `smart.gas_beyond_bounds`
 */
export function checkFees(
  {
    maxFeePerGas,
    maxPriorityFeePerGas,
  }: Pick<UnsignedOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  ceiling: Pick<GasCeiling, 'maxFeePerGas'>,
): void {
  if (maxFeePerGas > ceiling.maxFeePerGas)
    throw beyond('maxFeePerGas', maxFeePerGas, ceiling.maxFeePerGas)
  if (maxPriorityFeePerGas > maxFeePerGas)
    throw beyond('maxPriorityFeePerGas', maxPriorityFeePerGas, maxFeePerGas)
}

/** The most that an operation can cost, in wei. Its account must hold that, unless somebody else pays. */
export const costAtMost = (operation: UnsignedOperation): bigint =>
  gasInAll(operation) * operation.maxFeePerGas

/** By how many hundredths fees grow so that bundlers take an operation in the place of one with the same nonce. */
const REPLACEMENT_PERCENT = 110n
const raised = (fee: bigint): bigint => (fee * REPLACEMENT_PERCENT) / 100n + 1n

/**
 * Fees that are high enough to replace a waiting operation of the same nonce: a tenth above its own, or the fees of
 * the moment where they are higher.
 */
export const replacementFees = (
  waiting: Pick<UnsignedOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  now: Pick<UnsignedOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
): Pick<UnsignedOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'> => {
  const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
  return {
    maxFeePerGas: larger(raised(waiting.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: larger(raised(waiting.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  }
}
