import { CONTRACTS, MULTICALL } from '@latchkey/smart-account'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  multicall3Abi,
  toFunctionSelector,
  type Hex,
} from 'viem'

interface RpcCall {
  id: number
  method: string
  params: readonly [{ to: Hex; data: Hex }, ...unknown[]]
}
interface Target {
  target: Hex
  callData: Hex
}

const DISABLED = toFunctionSelector('function disabledDelegations(bytes32)')
const NOW = toFunctionSelector('function getCurrentBlockTimestamp()')
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** A node of a chain with the framework: which delegations have ended, and how much of others was used. */
export class FakeNode {
  /** Hashes of delegations that their accounts have ended. */
  readonly disabled = new Set<string>()
  /** By hash: the amount that was moved. */
  readonly spent = new Map<string, bigint>()
  /** By hash: redemptions. */
  readonly counted = new Map<string, bigint>()
  /** Hosts of the nodes that were asked to call a multicall, in order. */
  readonly multicalls: string[] = []
  /** Calls that each of them had. */
  readonly sizes: number[] = []
  isAway = false
  /** Decimals and symbol of every token. */
  token: { decimals: number; symbol: string } = { decimals: 6, symbol: 'USDC' }
  tokenCalls = 0

  answer(url: URL, call: RpcCall): unknown {
    if (this.isAway) return 503
    const { id, method, params } = call
    const isMulticall = method === 'eth_call' && isSame(params[0].to, MULTICALL)
    const result = isMulticall
      ? this.multicall(url, params[0].data)
      : this.tokenCall(params[0].data)
    return { jsonrpc: '2.0', id, result }
  }

  private multicall(url: URL, data: Hex): Hex {
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const calls = args[0] as readonly Target[]
    this.multicalls.push(url.host)
    this.sizes.push(calls.length)
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: calls.map((each) => ({ success: true, returnData: this.call(each) })),
    })
  }

  private call({ target, callData }: Target): Hex {
    const hashes = [...this.disabled, ...this.spent.keys(), ...this.counted.keys()]
    const hash = hashes.find((each) => callData.includes(each.slice(2))) ?? ''
    if (callData.startsWith(NOW)) return word(BigInt(Math.floor(Date.now() / 1000)))
    if (callData.startsWith(DISABLED)) return word(this.disabled.has(hash) ? 1n : 0n)
    if (isSame(target, CONTRACTS.limitedCalls)) return word(this.counted.get(hash) ?? 0n)
    const enforcers = Object.values(CONTRACTS).some((each) => isSame(each, target))
    // The record of a stream has five words, the last of which is what was moved.
    const spent = word(this.spent.get(hash) ?? 0n)
    if (enforcers) return `0x${spent.slice(2).repeat(5)}`
    throw new Error(`Nobody answers at ${target}.`)
  }

  private tokenCall(data: Hex): Hex {
    this.tokenCalls += 1
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === 'symbol'
      ? encodeAbiParameters([{ type: 'string' }], [this.token.symbol])
      : word(BigInt(this.token.decimals))
  }
}
