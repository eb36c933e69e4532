import {
  type Hex,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  hexToString,
  multicall3Abi,
} from 'viem'
import { type ChainConfig } from '../../chains.js'
import { type Aggregate, type CallMany, createBatches, withoutMulticall } from './batches.js'
import { type Call, callError, createNodes, HEX, type Nodes, type Turn } from './nodes.js'

/** The nodes of an EVM chain. */
export interface Node extends Nodes {
  callMany: CallMany
  /** Reads one contract. @throws CallError, or the failure of the nodes */
  callOne(call: Call, turn: Turn, block?: string): Promise<Hex>
}

/** The address that Multicall3 has on most chains. */
export const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
const AGGREGATE = { abi: multicall3Abi, functionName: 'aggregate3' } as const

function createNode({ rpcUrls, multicall = MULTICALL }: ChainConfig): Node {
  const nodes = createNodes(rpcUrls)
  const callOne: Node['callOne'] = (call, turn, block = 'latest') =>
    nodes.ask('eth_call', [call, block], turn, HEX)
  const aggregate: Aggregate = async (calls, turn, block) => {
    const args = [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))]
    const data = encodeFunctionData({ ...AGGREGATE, args: args as never })
    const answer = await callOne({ to: multicall as Hex, data }, turn, block)
    if (answer === '0x') throw withoutMulticall()
    return readResults(answer, calls.length)
  }
  return {
    ...nodes,
    callOne,
    callMany: createBatches({ callOne, aggregate }),
  }
}

/** The nodes of each chain, made once. */
export function createNodeOf(): (chain: ChainConfig) => Node {
  const nodes = new Map<string, Node>()
  return (chain) => {
    const node = nodes.get(chain.id) ?? createNode(chain)
    nodes.set(chain.id, node)
    return node
  }
}

/** @throws CallError where these are not the results of so many calls */
const readResults = (data: Hex, count: number): (Hex | undefined)[] => {
  try {
    const results = decodeFunctionResult({ ...AGGREGATE, data })
    if (results.length === count)
      return results.map(({ success, returnData }) => (success ? returnData : undefined))
  } catch {
    // Below: the same as too many results or too few.
  }
  throw callError(false)
}

/** @returns `undefined` unless the answer is one word */
export const readUint = (data: Hex | undefined): bigint | undefined =>
  data?.length === 66 ? BigInt(data) : undefined

/** Reads a string, or the 32 bytes that the oldest tokens answer instead. */
export function readText(data: Hex | undefined): string | undefined {
  if (data === undefined || data === '0x') return undefined
  try {
    if (data.length === 66) return hexToString(data, { size: 32 })
    return decodeAbiParameters([{ type: 'string' }], data)[0]
  } catch {
    return undefined
  }
}
