import { CONTRACTS } from '@latchkey/smart-account'
import { concatHex, encodeFunctionData, isHex, slice, type Hex } from 'viem'
import { readDataFee } from '../rpc/evmFields.js'
import type { AskNode } from '../rpc/node.js'

/** `NodeInterface` of Arbitrum: a contract that only its nodes have. */
const NODE_INTERFACE = '0x00000000000000000000000000000000000000C8'
const ARBITRUM: readonly number[] = [42161, 421614]
const COMPONENT = [
  {
    type: 'function',
    name: 'gasEstimateL1Component',
    stateMutability: 'payable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'contractCreation', type: 'bool' },
      { name: 'data', type: 'bytes' },
    ],
    outputs: [],
  },
] as const
/** Bytes of an operation beside its two long fields, none of them zero: the dearest case. */
const REST: Hex = `0x${'ff'.repeat(600)}`

/**
 * Units of gas that a rollup adds to an operation for its data on Ethereum; zero where it adds none.
 * @param price wei for a unit of gas
 * @throws FrameError where the node does not answer
 */
export async function readDataGas(
  node: AskNode,
  chainId: number,
  { callData, factoryData = '0x' }: { callData: Hex; factoryData?: Hex },
  price: bigint,
): Promise<bigint> {
  const bytes = concatHex([callData, factoryData, REST])
  if (ARBITRUM.includes(chainId)) {
    const data = encodeFunctionData({ abi: COMPONENT, args: [CONTRACTS.entryPoint, false, bytes] })
    const answer = await node('eth_call', [{ to: NODE_INTERFACE, data }, 'latest'])
    return isHex(answer) && answer.length >= 66 ? BigInt(slice(answer, 0, 32)) : 0n
  }
  const fee = await readDataFee(node, chainId, bytes)
  return fee / (price || 1n)
}
