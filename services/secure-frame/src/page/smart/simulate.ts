import { CONTRACTS, type Call, type UnsignedOperation } from '@latchkey/smart-account'
import { getAddress, toHex, type Address } from 'viem'
import { readSimulated, type Simulation } from '../rpc/evmSimulate.js'
import { addTransfers, type Flows } from '../rpc/evmTransfers.js'
import type { AskNode } from '../rpc/node.js'
import { isAway } from '../rpc/nodeErrors.js'

const MAX_REASON = 200
const none = (failure: string): Simulation => ({
  flows: new Map(),
  gasUsed: [],
  isWhole: false,
  failure,
})

/** The amounts that the calls name, where the node does not follow what moves. */
function namedFlows(account: Address, calls: readonly Call[]): Flows {
  const flows: Flows = new Map()
  for (const { to, value = 0n } of calls)
    addTransfers(flows, account, [], { to, value, data: '0x' })
  return flows
}

/**
 * Has the operator's node carry the operation out without an effect: its deployment, then the call that
 * EntryPoint makes to the account with the very bytes that are signed.
 * @throws FrameError where no node answers
 */
export async function simulateOperation(
  node: AskNode,
  { sender, factory, factoryData, callData }: UnsignedOperation,
  calls: readonly Call[],
): Promise<Simulation> {
  const account = getAddress(sender)
  const execution = { from: CONTRACTS.entryPoint, to: account, data: callData, value: toHex(0n) }
  const deployment = factory
    ? [{ from: CONTRACTS.entryPoint, to: factory, data: factoryData ?? '0x', value: toHex(0n) }]
    : []
  const results = await readSimulated(node, [...deployment, execution])
  if (results) {
    const failed = results.find(({ isDone }) => !isDone)
    if (failed) return { ...none(failed.failure), isWhole: true }
    const flows: Flows = new Map()
    const logs = results.at(-1)!.logs
    // Whether the node followed the network's coin is seen in the logs; the calls name it otherwise.
    const [first = { to: account, value: 0n }, ...others] = calls
    addTransfers(flows, account, logs, { to: first.to, value: first.value ?? 0n, data: '0x' })
    if (!logs.some(({ address }) => /^0xe{40}$/i.test(address)))
      for (const { to, value = 0n } of others)
        addTransfers(flows, account, [], { to, value, data: '0x' })
    return { flows, gasUsed: results.map(({ gasUsed }) => gasUsed), isWhole: true }
  }
  const flows = namedFlows(account, calls)
  const isWhole = calls.every(({ data = '0x' }) => data === '0x')
  if (factory) return { flows, gasUsed: [], isWhole }
  try {
    await node('eth_call', [execution, 'latest'])
    return { flows, gasUsed: [], isWhole }
  } catch (error) {
    if (isAway(error)) throw error
    return { ...none((error as Error).message.slice(0, MAX_REASON)), flows }
  }
}
