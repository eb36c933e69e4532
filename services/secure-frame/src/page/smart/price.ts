import {
  boundGas,
  createPaymaster,
  estimateGas,
  STUB_SIGNATURE,
  type OperationGas,
  type Paymaster,
  type UnsignedOperation,
} from '@latchkey/smart-account'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { FrameError } from '../link/errors.js'
import type { SmartContext } from './context.js'

/** Units of gas of each limit of a paymaster. */
const MAX_PAYMASTER_GAS = 500_000n

/** An operation whose gas and payer are known. */
export interface Priced {
  operation: UnsignedOperation
  /** Wei that the account lacks. */
  missing: bigint
  /** Whether the calls would fail, so that nobody estimates their gas. */
  wouldFail: boolean
}

interface Parts {
  context: SmartContext
  /** The operation without gas and payer. */
  bare: UnsignedOperation
  /** Units of gas that the chain adds for its data. */
  extra: bigint
  /** Wei that the account lacks for an operation. */
  missingOf: (operation: UnsignedOperation) => Promise<bigint>
}

const refusedPayer = (message: string): FrameError =>
  new FrameError(message, { code: -32_603, reason: 'paymaster_refused' })

/** Asks somebody who pays. A service that is away, or does not want to, pays nothing. */
async function unlessAway<T>(ask: Promise<T>): Promise<T | undefined> {
  try {
    return await ask
  } catch (error) {
    if (!isLatchkeyError(error, 'smart.bundler_failed')) throw error
    return undefined
  }
}

function boundedOfPaymaster(gas = 0n): bigint {
  if (gas > MAX_PAYMASTER_GAS)
    throw refusedPayer('The service that pays for operations asks for too much gas.')
  return gas
}

/** The gas limits of an operation. Those of a paymaster are its own where its answer is final (ERC-7677). */
function limitsOf(
  gas: OperationGas,
  operation: UnsignedOperation,
  isFinal: boolean,
): Partial<OperationGas> {
  const own = {
    callGasLimit: gas.callGasLimit,
    verificationGasLimit: gas.verificationGasLimit,
    preVerificationGas: gas.preVerificationGas,
  }
  if (operation.paymaster === undefined || isFinal) return own
  const {
    paymasterVerificationGasLimit = operation.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit = operation.paymasterPostOpGasLimit,
  } = gas
  return {
    ...own,
    paymasterVerificationGasLimit: boundedOfPaymaster(paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: boundedOfPaymaster(paymasterPostOpGasLimit),
  }
}

export const wouldCallsFail = (error: unknown): boolean =>
  isLatchkeyError(error, 'smart.bad_input') && error.context.part === 'calls'

/** @returns `undefined` where the calls would fail */
async function estimateOwn(
  { context, extra }: Parts,
  operation: UnsignedOperation,
): Promise<OperationGas | undefined> {
  try {
    return await estimateGas(context.node, operation, extra)
  } catch (error) {
    if (wouldCallsFail(error)) return undefined
    throw error
  }
}

/** Has the service pay for what it was asked about before. @returns `undefined` where it does not */
async function payFor(
  payer: Paymaster,
  operation: UnsignedOperation,
): Promise<UnsignedOperation | undefined> {
  const paid = await unlessAway(payer.pay(operation))
  if (paid && paid.paymaster?.toLowerCase() !== operation.paymaster?.toLowerCase())
    throw refusedPayer('The service that pays for operations named another payer than before.')
  return paid
}

async function priceFor(parts: Parts, service: Paymaster | undefined): Promise<Priced> {
  const { context, bare, missingOf } = parts
  const { bundler, maxGas } = context
  const stub = service && (await unlessAway(service.stub(bare)))
  const { operation: stubbed, isFinal } = stub ?? { operation: bare, isFinal: true }
  const own = await estimateOwn(parts, stubbed)
  if (!own) return { operation: bare, missing: await missingOf(bare), wouldFail: true }
  const ours: UnsignedOperation = { ...stubbed, ...limitsOf(own, stubbed, isFinal) }
  // Before a bundler is asked, which refuses an account that cannot pay.
  const missing = await missingOf(ours)
  if (missing > 0n) return { operation: ours, missing, wouldFail: false }
  const offered = await bundler.estimate({ ...ours, signature: STUB_SIGNATURE })
  const gas = boundGas(offered, own, { gas: maxGas })
  let operation: UnsignedOperation = { ...stubbed, ...limitsOf(gas, stubbed, isFinal) }
  if (service && !isFinal) {
    const paid = await payFor(service, operation)
    // The account pays then, and the approval says so.
    if (!paid) return priceFor(parts, undefined)
    operation = paid
  }
  // Also with what the paymaster has added.
  boundGas(operation, operation, { gas: maxGas })
  return { operation, missing: await missingOf(operation), wouldFail: false }
}

/**
 * Completes an operation by its gas and by who pays.
 * @throws `smart.*`, FrameError
 */
export function price(parts: Parts): Promise<Priced> {
  const { paymaster: url, chainId } = parts.context
  const service =
    url === undefined ? undefined : createPaymaster({ url, chainId, maxGas: MAX_PAYMASTER_GAS })
  return priceFor(parts, service)
}
