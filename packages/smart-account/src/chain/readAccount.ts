import { decodeFunctionResult, encodeFunctionData, type Address } from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import type { RpcRequest } from '../types.js'
import { askNodeHex } from './ask.js'

const GET_NONCE = [
  {
    type: 'function',
    name: 'getNonce',
    stateMutability: 'view',
    inputs: [
      { name: 'sender', type: 'address' },
      { name: 'key', type: 'uint192' },
    ],
    outputs: [{ name: 'nonce', type: 'uint256' }],
  },
] as const

/** Whether the account has code on this chain. @throws `smart.node_failed` */
export const isDeployed = async (node: RpcRequest, address: Address): Promise<boolean> =>
  (await askNodeHex(node, 'eth_getCode', [address, 'latest'])) !== '0x'

/**
 * The nonce of the account's next operation, as EntryPoint 0.7 counts.
 * @param key of a sequence of its own, 0 if left out
 * @throws `smart.node_failed`
 */
export async function readNonce(node: RpcRequest, address: Address, key = 0n): Promise<bigint> {
  const data = encodeFunctionData({ abi: GET_NONCE, args: [address, key] })
  const call = [{ to: CONTRACTS.entryPoint, data }, 'latest']
  return decodeFunctionResult({
    abi: GET_NONCE,
    data: await askNodeHex(node, 'eth_call', call),
  })
}
