import { getAddress, hexToString, isAddress, isHex, type Address } from 'viem'
import type { EvmRequest } from '../../keys/evmRequest.js'
import { toNodeCall } from './evmFields.js'
import { addTransfers, type Flows, type Log } from './evmTransfers.js'
import type { AskNode } from './node.js'
import { isAway } from './nodeErrors.js'

/** The findings of a node on requests that go one after the other. */
export interface Simulation {
  flows: Flows
  /** Why one of them would fail, in the node's words. */
  failure?: string
  isWhole: boolean
  /** Units of gas that each used; empty where the node cannot say. */
  gasUsed: readonly bigint[]
}

/** The result of one call that was simulated. */
export interface Result {
  isDone: boolean
  gasUsed: bigint
  logs: readonly Log[]
  failure: string
}

/** `Error(string)` of Solidity. */
const ERROR = '0x08c379a0'
const MAX_REASON = 200

/** The reason in a revert's data, if it is a text. */
function reasonIn(data: unknown): string | undefined {
  if (typeof data !== 'string' || !isHex(data) || !data.startsWith(ERROR)) return undefined
  const words = data.slice(ERROR.length)
  const length = Number(`0x${words.slice(64, 128) || '0'}`)
  return hexToString(`0x${words.slice(128, 128 + 2 * Math.min(length, MAX_REASON))}`)
}

const isLog = (log: unknown): log is Log => {
  const { address, topics, data } = { ...(log as Partial<Log>) }
  return (
    typeof address === 'string' &&
    isAddress(address, { strict: false }) &&
    Array.isArray(topics) &&
    topics.every((topic) => isHex(topic)) &&
    isHex(data)
  )
}

/** One call's result of `eth_simulateV1`. @throws TypeError where it is none */
function readResult(value: unknown): Result {
  const { status, gasUsed, logs, error, returnData } = value as {
    status: string
    gasUsed: string
    logs?: unknown[]
    error?: { message?: unknown; data?: unknown }
    returnData?: unknown
  }
  const told = typeof error?.message === 'string' ? error.message : ''
  const reason = reasonIn(error?.data) ?? reasonIn(returnData)
  const list = logs ?? []
  if (!/^0x[01]$/.test(status) || !list.every(isLog)) throw new TypeError('This is no result.')
  return {
    isDone: status === '0x1',
    gasUsed: BigInt(gasUsed),
    logs: list,
    failure: (reason ?? told).slice(0, MAX_REASON) || 'execution reverted',
  }
}

/**
 * Has a node carry calls out one after the other by `eth_simulateV1`.
 * @returns the result of each; `undefined`: this node cannot
 * @throws FrameError where no node answers
 */
export async function readSimulated(
  node: AskNode,
  calls: readonly object[],
): Promise<Result[] | undefined> {
  const options = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false }
  try {
    const blocks = (await node('eth_simulateV1', [options, 'latest'])) as { calls: unknown[] }[]
    const results = blocks[0]!.calls.map(readResult)
    return results.length === calls.length ? results : undefined
  } catch (error) {
    if (isAway(error)) throw error
    return undefined
  }
}

/** Simulates by `eth_simulateV1`. `undefined`: this node cannot. */
async function simulateAll(
  node: AskNode,
  account: Address,
  requests: readonly EvmRequest[],
): Promise<Simulation | undefined> {
  const calls = requests.map((request) => toNodeCall(account, request))
  const results = await readSimulated(node, calls)
  if (!results) return undefined
  const flows: Flows = new Map()
  for (const [index, { isDone, logs }] of results.entries())
    if (isDone) addTransfers(flows, account, logs, requests[index]!)
  const failed = results.find(({ isDone }) => !isDone)
  return {
    flows,
    isWhole: true,
    gasUsed: results.map(({ gasUsed }) => gasUsed),
    ...(failed && { failure: failed.failure }),
  }
}

/** Carries the first out by `eth_call`. The amounts of all are known, and nothing that contracts move. */
async function callFirst(
  node: AskNode,
  account: Address,
  requests: readonly EvmRequest[],
): Promise<Simulation> {
  const flows: Flows = new Map()
  for (const request of requests) addTransfers(flows, account, [], request)
  const rest = { flows, gasUsed: [], isWhole: requests.every(({ data }) => data === '0x') }
  try {
    await node('eth_call', [toNodeCall(account, requests[0]!), 'latest'])
    return rest
  } catch (error) {
    if (isAway(error)) throw error
    return { ...rest, failure: (error as Error).message.slice(0, MAX_REASON) }
  }
}

/**
 * Has the operator's node carry requests out without an effect, one after the other.
 * @throws FrameError where no node answers
 */
export async function simulate(
  node: AskNode,
  account: string,
  requests: readonly EvmRequest[],
): Promise<Simulation> {
  const from = getAddress(account)
  return (await simulateAll(node, from, requests)) ?? (await callFirst(node, from, requests))
}
