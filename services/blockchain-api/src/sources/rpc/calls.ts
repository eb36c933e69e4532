import {
  type Hex,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  hexToString,
  multicall3Abi,
} from 'viem'
import * as v from 'valibot'
import { createQueue } from '../../queue.js'
import { type ChainConfig } from '../../chains.js'
import { createSuspects } from './suspects.js'
import { callError, createNodes, isCallError, isLate, isTooLarge } from './nodes.js'
import { type Nodes, type Turn } from './nodes.js'

export interface Call {
  to: Hex
  data: Hex
}

export interface Answers {
  /** One for each call. `undefined`: the contract failed, answered too much or did not answer. */
  data: readonly (Hex | undefined)[]
  /** False where a call was not answered in time: asked again, it may be. */
  isWhole: boolean
}

/** The nodes of an EVM chain. */
export interface Node extends Nodes {
  /**
   * Reads many contracts at once, and fails never. One that reverts, burns all gas or hangs leaves its
   * own place `undefined`. It is remembered, and for a while it is asked behind the others, in batches
   * that get smaller until it is alone.
   * @param block a tag or a number in hex
   */
  callMany(calls: readonly Call[], turn: Turn, block?: string): Promise<Answers>
  /** Reads one contract. @throws CallError, or the failure of the nodes */
  callOne(call: Call, turn: Turn, block?: string): Promise<Hex>
}

const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
const AGGREGATE = { abi: multicall3Abi, functionName: 'aggregate3' } as const
const BATCH = 200
/** Requests of all queries of a chain at once. */
const RUNNING = 16
/** A contract that answers more than that is left out: a name or an amount is shorter. */
const MAX_ANSWER_BYTES = 16 << 10
/** Less time is not worth a request. */
const MIN_MS = 100

const HEX = v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2})*$/i))

export function createNode({ rpcUrls, multicall = MULTICALL }: ChainConfig): Node {
  const nodes = createNodes(rpcUrls)
  const suspects = createSuspects(BATCH)
  const queue = createQueue({ running: RUNNING, waiting: Infinity })
  const callOne: Node['callOne'] = async (call, turn, block = 'latest') =>
    v.parse(HEX, await nodes.ask('eth_call', [call, block], turn)) as Hex
  const aggregate = async (calls: readonly Call[], turn: Turn, block: string) => {
    const args = [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))]
    const data = encodeFunctionData({ ...AGGREGATE, args: args as never })
    const answer = await callOne({ to: multicall as Hex, data }, turn, block)
    if (answer === '0x') throw withoutMulticall()
    return readResults(answer, calls.length)
  }
  return {
    ...nodes,
    callOne,
    async callMany(calls, turn, block = 'latest') {
      const data: (Hex | undefined)[] = calls.map(() => undefined)
      let isWhole = true
      /** Half of the time is for a batch, the other half for its parts where it fails. */
      const request = <Answer>(make: (part: Turn) => Promise<Answer>): Promise<Answer> =>
        queue.run(() => make({ ...turn, until: (turn.until + Date.now()) / 2 }))
      const askAlone = async (at: number): Promise<void> => {
        const call = calls[at] as Call
        try {
          data[at] = bounded(await request((part) => callOne(call, part, block)))
          suspects.clear([call])
        } catch (error) {
          if (!isCallError(error)) isWhole = false
          suspects.fail(call, error)
        }
      }
      const askBatch = async (places: readonly number[]): Promise<void> => {
        if (turn.until - Date.now() < MIN_MS || turn.signal.aborted) return void (isWhole = false)
        if (places.length === 1) return askAlone(places[0] as number)
        const batch = places.map((at) => calls[at] as Call)
        try {
          const answers = await request((part) => aggregate(batch, part, block))
          for (const [nth, at] of places.entries()) data[at] = answers[nth]
          suspects.clear(batch)
        } catch (error) {
          if (!isOfContracts(error)) return void (isWhole = false)
          const size = isWithoutMulticall(error) ? 1 : Math.ceil(places.length / 2)
          suspects.add(batch, size)
          await askBatches(places, size)
        }
      }
      const askBatches = async (places: readonly number[], size: number): Promise<void> => {
        const count = Math.ceil(places.length / size)
        await Promise.all(
          Array.from({ length: count }, (_, nth) =>
            askBatch(places.slice(nth * size, (nth + 1) * size)),
          ),
        )
      }
      for (const { size, places } of suspects.group(calls))
        if (size > 0) await askBatches(places, size)
        else if (places.some((at) => suspects.wasLate(calls[at] as Call))) isWhole = false
      return { data, isWhole }
    },
  }
}

const bounded = (data: Hex): Hex | undefined =>
  data.length <= 2 + 2 * MAX_ANSWER_BYTES ? data : undefined

/** @throws CallError where these are not the results of so many calls */
const readResults = (data: Hex, count: number): (Hex | undefined)[] => {
  try {
    const results = decodeFunctionResult({ ...AGGREGATE, data })
    if (results.length === count)
      return results.map(({ success, returnData }) => (success ? bounded(returnData) : undefined))
  } catch {
    // Below: the same as too many results or too few.
  }
  throw callError(false)
}

/** A batch failed by what its contracts do, as against a node that is away: smaller ones may do. */
const isOfContracts = (error: unknown): boolean =>
  isCallError(error) || isLate(error) || isTooLarge(error) || isWithoutMulticall(error)

const withoutMulticall = (): Error =>
  Object.assign(new Error('there is no Multicall3 at its address'), { name: 'NoMulticallError' })
const isWithoutMulticall = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NoMulticallError'

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
