import { decodeFunctionResult, encodeFunctionData, type Address, type Hex } from 'viem'
import type { Call, RpcRequest } from '../types.js'
import { askNodeHex, nodeFailed } from './ask.js'

/** Multicall3, at the address that it has on every chain where it was put. */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const ABI = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [
      {
        name: 'returnData',
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
  },
  {
    type: 'function',
    name: 'getCurrentBlockTimestamp',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: 'timestamp', type: 'uint256' }],
  },
] as const

/**
 * Reads from several contracts in one `eth_call`, with the time of the block in which they are read.
 * @returns what each call answered, and seconds since 1970
 * @throws `smart.node_failed` if one of them fails
 */
export async function multicall(
  node: RpcRequest,
  reads: readonly Pick<Required<Call>, 'to' | 'data'>[],
  address: Address,
): Promise<{ answers: readonly Hex[]; time: number }> {
  const clock = {
    to: address,
    data: encodeFunctionData({ abi: ABI, functionName: 'getCurrentBlockTimestamp' }),
  }
  const calls = [clock, ...reads].map(({ to, data }) => ({
    target: to,
    allowFailure: false,
    callData: data,
  }))
  const data = encodeFunctionData({ abi: ABI, functionName: 'aggregate3', args: [calls] })
  const answer = await askNodeHex(node, 'eth_call', [{ to: address, data }, 'latest'])
  try {
    const results = decodeFunctionResult({ abi: ABI, functionName: 'aggregate3', data: answer })
    const [time, ...answers] = results.map(({ returnData }) => returnData)
    if (answers.length !== reads.length) throw new Error('Other answers than questions.')
    return { answers, time: Number(BigInt(time ?? '0x0')) }
  } catch (cause) {
    throw nodeFailed('eth_call', cause)
  }
}
