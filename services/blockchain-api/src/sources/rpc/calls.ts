import {
  type Hex,
  type PublicClient,
  createPublicClient,
  decodeAbiParameters,
  fallback,
  hexToString,
  http,
  multicall3Abi,
} from 'viem'
import { type ChainConfig } from '../../chains.js'

export interface Call {
  to: Hex
  data: Hex
}

/** A node of a chain, or several of which the next is asked after a failure. */
export interface Node {
  client: PublicClient
  /**
   * Reads many contracts at once. One that reverts, burns all gas or answers too much leaves its own
   * place `undefined` and harms no other.
   */
  callMany(calls: readonly Call[]): Promise<readonly (Hex | undefined)[]>
}

const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
const BATCH = 200
const TIMEOUT_MS = 3500
/** A contract that answers more than that is left out: a name, a link or an amount is shorter. */
const MAX_ANSWER_BYTES = 16 << 10

export function createNode({ rpcUrls, multicall = MULTICALL }: ChainConfig): Node {
  const client = createPublicClient({
    transport: fallback(
      rpcUrls.map((url) => http(url, { retryCount: 0, timeout: TIMEOUT_MS })),
      { retryCount: 0 },
    ),
  })
  const aggregate = async (calls: readonly Call[]): Promise<readonly (Hex | undefined)[]> => {
    const answers = await client.readContract({
      address: multicall as Hex,
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))],
    })
    return answers.map(({ success, returnData }) => (success ? bounded(returnData) : undefined))
  }
  /** Halves a batch that fails as a whole until the one contract that breaks it is alone. */
  const callBatch = async (calls: readonly Call[]): Promise<readonly (Hex | undefined)[]> => {
    try {
      return await aggregate(calls)
    } catch (error) {
      if (!isRefusedByChain(error)) throw error
      if (calls.length === 1) return [await callOne(client, calls[0] as Call)]
      const middle = Math.ceil(calls.length / 2)
      return [
        ...(await callBatch(calls.slice(0, middle))),
        ...(await callBatch(calls.slice(middle))),
      ]
    }
  }
  return {
    client,
    async callMany(calls) {
      const batches = Array.from({ length: Math.ceil(calls.length / BATCH) }, (_, at) =>
        calls.slice(at * BATCH, (at + 1) * BATCH),
      )
      return (await Promise.all(batches.map(callBatch))).flat()
    },
  }
}

const bounded = (data: Hex): Hex | undefined =>
  data.length <= 2 + 2 * MAX_ANSWER_BYTES ? data : undefined

/** The node answered and the call failed, as against a node that did not answer. */
const isRefusedByChain = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ContractFunctionExecutionError' && !isUnreachable(error)

const UNREACHABLE = /^(?:HttpRequestError|TimeoutError|LimitExceededRpcError|RpcRequestError)$/
const isUnreachable = (error: Error): boolean => {
  let cause: unknown = error
  while (cause instanceof Error) {
    if (UNREACHABLE.test(cause.name) && !/revert|gas|execution/i.test(cause.message)) return true
    cause = cause.cause
  }
  return false
}

const callOne = async (client: PublicClient, { to, data }: Call): Promise<Hex | undefined> => {
  try {
    const { data: answer } = await client.call({ to, data })
    return answer === undefined ? undefined : bounded(answer)
  } catch {
    return undefined
  }
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
