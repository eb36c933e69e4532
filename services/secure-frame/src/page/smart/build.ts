import {
  CONTRACTS,
  costAtMost,
  encodeCalls,
  estimateGas,
  isDeployed,
  type Call,
  type UnsignedOperation,
} from '@latchkey/smart-account'
import { pad, type Hex } from 'viem'
import { readQuantity, type AskNode } from '../rpc/node.js'
import type { SmartContext } from './context.js'
import { readDataGas } from './dataGas.js'
import { readOperationFees } from './fees.js'
import { follow, nextNonce } from './follow.js'
import { price, wouldCallsFail, type Priced } from './price.js'
import { isPending, type OperationRecord } from './records.js'

/** An operation as it would be signed, and what is known of it. */
export interface Built extends Priced {
  isDeployed: boolean
  /** The operation that it would take the place of. */
  waiting: OperationRecord | undefined
  /** One of the same nonce that bundlers refused, and may carry out all the same. */
  refused: OperationRecord | undefined
  /** Wei that the operation can cost at most, whoever pays. */
  fee: bigint
  /** The newest block. */
  block: bigint
}

/** An operation before this one gets so long to be in a block. */
const WAIT_MS = 12_000
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

const lackOf = (held: bigint, wanted: bigint): bigint => (wanted > held ? wanted - held : 0n)

/** Whether the calls succeed where the account has this many wei when they begin. */
const wouldPass = ({ node }: SmartContext, operation: UnsignedOperation, balance: bigint) =>
  estimateGas(node, operation, 0n, balance).then(
    () => true,
    (error: unknown) => {
      if (wouldCallsFail(error)) return false
      throw error
    },
  )

/**
 * Makes the operation of some calls: nonce, fees, gas and who pays. Nobody has been asked yet.
 * @throws `smart.*`, FrameError
 */
export async function build(
  context: SmartContext,
  node: AskNode,
  calls: readonly Call[],
): Promise<Built> {
  const { account, chainId } = context
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
  const missingOf = async (operation: UnsignedOperation): Promise<bigint> => {
    const fee = operation.paymaster ? 0n : costAtMost(operation)
    const own = lackOf(funds.deposit, fee)
    const lack = lackOf(funds.balance, value + own)
    if (!lack || calls.length < 2) return lack
    // The fee is taken before the calls, which may bring in what they spend.
    const unpaid = lackOf(funds.balance, own)
    if (unpaid) return unpaid
    return (await wouldPass(context, operation, funds.balance - own)) ? 0n : lack
  }
  const found = { isDeployed: has, waiting, refused, block }
  // No node says what gas a payment takes that the account does not have.
  if (value > funds.balance && calls.length < 2)
    return { ...found, operation: bare, fee: 0n, missing: await missingOf(bare), wouldFail: false }
  const extra = await readDataGas(node, chainId, bare, fees.maxFeePerGas)
  const priced = await price({ context, bare, extra, missingOf })
  return { ...found, ...priced, fee: costAtMost(priced.operation) }
}
