import {
  boundGas,
  costAtMost,
  createPaymaster,
  encodeCalls,
  estimateGas,
  isDeployed,
  STUB_SIGNATURE,
  type Call,
  type OperationGas,
  type Paymaster,
  type UnsignedOperation,
} from '@latchkey/smart-account'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { pad, type Hex } from 'viem'
import { CONTRACTS } from '@latchkey/smart-account'
import { readQuantity, type AskNode } from '../rpc/node.js'
import type { SmartContext } from './context.js'
import { readDataGas } from './dataGas.js'
import { readOperationFees } from './fees.js'
import { FrameError } from '../link/errors.js'
import { follow, nextNonce } from './follow.js'
import { isPending, type OperationRecord } from './records.js'

/** An operation as it would be signed, and what is known of it. */
export interface Built {
  operation: UnsignedOperation
  isDeployed: boolean
  /** The operation that it would take the place of. */
  waiting: OperationRecord | undefined
  /** One of the same nonce that bundlers refused, and may carry out all the same. */
  refused: OperationRecord | undefined
  /** Wei that the account lacks, for the amounts of its calls and the fee together. */
  missing: bigint
  /** Wei that the operation can cost at most, whoever pays. */
  fee: bigint
  /** The newest block. */
  block: bigint
  /** Whether the calls would fail, so that nobody estimates their gas. */
  wouldFail: boolean
}

/** An operation before this one gets so long to be in a block. */
const WAIT_MS = 12_000
/** Units of gas of each limit of a paymaster. */
const MAX_PAYMASTER_GAS = 500_000n
/** `balanceOf(address)` of the EntryPoint: the deposit of an account. */
const BALANCE_OF = '0x70a08231'

/** The next nonce, once the operations before are in a block or have had their time. */
async function readNext(context: SmartContext) {
  const next = await nextNonce(context)
  if (!next.waiting) return next
  const settled = await follow(context, next.waiting, context.now() + WAIT_MS)
  return isPending(settled) ? next : nextNonce(context)
}

async function readFunds(node: AskNode, account: string) {
  const data = `${BALANCE_OF}${pad(account as Hex, { size: 32 }).slice(2)}`
  const [balance, deposit] = await Promise.all([
    node('eth_getBalance', [account, 'latest']).then(readQuantity),
    node('eth_call', [{ to: CONTRACTS.entryPoint, data }, 'latest']).then(readQuantity),
  ])
  return { balance, deposit }
}

/** Asks who pays. A service that is away pays nothing: the account does, and the approval says so. */
async function askPaymaster(
  paymaster: Paymaster | undefined,
  operation: UnsignedOperation,
): Promise<{ operation: UnsignedOperation; isFinal: boolean; payer: Paymaster | undefined }> {
  if (!paymaster) return { operation, isFinal: true, payer: undefined }
  try {
    return { ...(await paymaster.stub(operation)), payer: paymaster }
  } catch (error) {
    if (!isLatchkeyError(error, 'smart.bundler_failed')) throw error
    return { operation, isFinal: true, payer: undefined }
  }
}

/** The gas limits that are ours to set; those of a paymaster only where there is one. */
const limitsOf = (gas: OperationGas, operation: UnsignedOperation): Partial<OperationGas> => ({
  callGasLimit: gas.callGasLimit,
  verificationGasLimit: gas.verificationGasLimit,
  preVerificationGas: gas.preVerificationGas,
  ...(operation.paymaster !== undefined && {
    paymasterVerificationGasLimit: boundedOfPaymaster(
      gas.paymasterVerificationGasLimit ?? operation.paymasterVerificationGasLimit,
    ),
    paymasterPostOpGasLimit: boundedOfPaymaster(
      gas.paymasterPostOpGasLimit ?? operation.paymasterPostOpGasLimit,
    ),
  }),
})

function boundedOfPaymaster(gas = 0n): bigint {
  if (gas > MAX_PAYMASTER_GAS)
    throw new FrameError('The service that pays for operations asks for too much gas.', {
      code: -32_603,
      reason: 'paymaster_refused',
    })
  return gas
}

const wouldCallsFail = (error: unknown): boolean =>
  isLatchkeyError(error, 'smart.bad_input') && error.context.part === 'calls'

/**
 * Makes the operation of some calls: nonce, fees, gas and who pays. Nobody has been asked yet.
 * @throws `smart.*`, FrameError
 */
export async function build(
  context: SmartContext,
  node: AskNode,
  calls: readonly Call[],
): Promise<Built> {
  const { account, chainId, bundler, maxGas } = context
  const { address, factory, factoryData } = account
  const { nonce, waiting, refused } = await readNext(context)
  const [has, fees, funds, block] = await Promise.all([
    isDeployed(context.node, address),
    readOperationFees(context, node, waiting),
    readFunds(node, address),
    node('eth_blockNumber', []).then(readQuantity),
  ])
  const bare: UnsignedOperation = {
    sender: address,
    nonce,
    ...(!has && { factory, factoryData }),
    callData: encodeCalls(calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    ...fees,
  }
  const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
  const rest = { isDeployed: has, waiting, refused, block }
  /** Wei that are missing where the account pays that fee. */
  const lacks = (fee: bigint, isPaid: boolean): bigint => {
    const own = isPaid ? 0n : fee > funds.deposit ? fee - funds.deposit : 0n
    return value + own > funds.balance ? value + own - funds.balance : 0n
  }
  const without = (operation: UnsignedOperation, wouldFail: boolean): Built => {
    const fee = costAtMost(operation)
    return { ...rest, operation, fee, missing: lacks(fee, !!operation.paymaster), wouldFail }
  }
  // No node says what gas a payment takes that the account does not have.
  if (value > funds.balance) return without(bare, false)
  const service =
    context.paymaster === undefined
      ? undefined
      : createPaymaster({ url: context.paymaster, chainId, maxGas: MAX_PAYMASTER_GAS })
  const { operation: stubbed, isFinal, payer } = await askPaymaster(service, bare)
  const extra = await readDataGas(node, chainId, bare, fees.maxFeePerGas)
  let own: OperationGas
  try {
    own = await estimateGas(context.node, stubbed, extra)
  } catch (error) {
    if (wouldCallsFail(error)) return without(bare, true)
    throw error
  }
  const ours: UnsignedOperation = { ...stubbed, ...limitsOf(own, stubbed) }
  // Before a bundler is asked, which refuses an account that cannot pay.
  if (lacks(costAtMost(ours), !!ours.paymaster) > 0n) return without(ours, false)
  const offered = await bundler.estimate({ ...ours, signature: STUB_SIGNATURE })
  const gas = boundGas(offered, own, { gas: maxGas })
  const estimated: UnsignedOperation = { ...stubbed, ...limitsOf(gas, stubbed) }
  const paid = payer && !isFinal ? await payer.pay(estimated) : estimated
  return without(paid, false)
}
