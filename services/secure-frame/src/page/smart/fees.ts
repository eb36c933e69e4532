import { checkFees, replacementFees } from '@latchkey/smart-account'
import { readFees } from '../rpc/evmFields.js'
import type { AskNode } from '../rpc/node.js'
import type { SmartContext } from './context.js'
import type { OperationRecord } from './records.js'

/** One that no bundler has any more is outbid for so long after it was signed: somebody may have it all the same. */
const OUTBID_MS = 5 * 60_000
/** A fee that is raised is at most so many times the fee of the moment. */
const MOST_TIMES = 10n

/** Whether a bundler would refuse a new operation that pays as much as this one or less. */
async function mustOutbid(
  { bundler, account, now }: SmartContext,
  { hash, at }: OperationRecord,
): Promise<boolean> {
  if (now() - at < OUTBID_MS) return true
  return (await bundler.find(hash, account.address)).isPending
}

/**
 * The fees of the next operation, in wei for each unit of gas.
 * @param waiting the operation of the same nonce
 * @throws `smart.gas_beyond_bounds` where they are above the operator's bound, or ten times what the network asks for
 */
export async function readOperationFees(
  context: SmartContext,
  node: AskNode,
  waiting: OperationRecord | undefined,
): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
  const fees = await readFees(node)
  const now =
    'gasPrice' in fees ? { maxFeePerGas: fees.gasPrice, maxPriorityFeePerGas: fees.gasPrice } : fees
  checkFees(now, { maxFeePerGas: context.maxFee })
  if (!waiting || !(await mustOutbid(context, waiting))) return now
  const wanted = replacementFees(waiting.operation, now)
  const most = MOST_TIMES * now.maxFeePerGas
  checkFees(wanted, { maxFeePerGas: most < context.maxFee ? most : context.maxFee })
  return wanted
}
