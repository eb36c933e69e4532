import { type Hex } from 'viem'
import { createQueue } from '../../queue.js'
import { type Call, isCallError, isLate, isTooLarge, type Turn } from './nodes.js'
import { createSuspects } from './suspects.js'

export interface Answers {
  /** One for each call. `undefined`: the contract failed, answered too much or did not answer. */
  data: readonly (Hex | undefined)[]
  /** False where a call was not answered in time: asked again, it may be. */
  isWhole: boolean
  /** Places that no node answered. A contract on which a node hung alone is not among them. */
  unanswered: ReadonlySet<number>
}

/**
 * Reads many contracts at once, and never fails. One that reverts, burns all gas or hangs leaves its
 * own place `undefined`. It is remembered, and for a while it is asked behind the others, in batches
 * that get smaller until it is alone.
 * @param block a tag, or a number in hex; absent: `latest`
 */
export type CallMany = (calls: readonly Call[], turn: Turn, block?: string) => Promise<Answers>

/** Reads contracts by one request. @throws what `isOfContracts` knows, or the failure of the nodes */
export type Aggregate = (
  calls: readonly Call[],
  turn: Turn,
  block: string,
) => Promise<readonly (Hex | undefined)[]>

interface Readers {
  callOne(call: Call, turn: Turn, block: string): Promise<Hex>
  aggregate: Aggregate
}

const BATCH = 200
/** Requests of all queries of a chain at once. */
const RUNNING = 16
/** Less time is not worth a request. */
const MIN_MS = 100
/** A contract that answers more than that is left out: a name or an amount is shorter. */
const MAX_ANSWER_BYTES = 16 << 10

export function createBatches({ callOne, aggregate }: Readers): CallMany {
  const suspects = createSuspects(BATCH)
  const queue = createQueue({ running: RUNNING, waiting: Infinity })
  return async (calls, turn, block = 'latest') => {
    const data: (Hex | undefined)[] = calls.map(() => undefined)
    let isWhole = true
    const unanswered = new Set<number>()
    const leave = (places: readonly number[]): void => {
      isWhole = false
      for (const at of places) unanswered.add(at)
    }
    /** Half of the time is for a batch, the other half for its parts where it fails. */
    const request = <Answer>(make: (part: Turn) => Promise<Answer>): Promise<Answer> =>
      queue.run(() => make({ ...turn, until: (turn.until + Date.now()) / 2 }))
    const askAlone = async (at: number): Promise<void> => {
      const call = calls[at] as Call
      try {
        data[at] = bounded(await request((part) => callOne(call, part, block)))
        suspects.clear([call])
      } catch (error) {
        if (isLate(error)) isWhole = false
        else if (!isCallError(error)) leave([at])
        suspects.fail(call, error)
      }
    }
    const askBatch = async (places: readonly number[]): Promise<void> => {
      if (turn.until - Date.now() < MIN_MS || turn.signal.aborted) return leave(places)
      if (places.length === 1) return askAlone(places[0] as number)
      const batch = places.map((at) => calls[at] as Call)
      try {
        const answers = await request((part) => aggregate(batch, part, block))
        for (const [nth, at] of places.entries()) data[at] = bounded(answers[nth])
        suspects.clear(batch)
      } catch (error) {
        if (!isOfContracts(error)) return leave(places)
        const size = isWithoutMulticall(error) ? 1 : Math.ceil(places.length / 2)
        suspects.add(batch, size)
        await askBatches(places, size)
      }
    }
    const askBatches = async (places: readonly number[], size: number): Promise<void> => {
      const count = Math.ceil(places.length / size)
      const parts = Array.from({ length: count }, (_, nth) =>
        places.slice(nth * size, (nth + 1) * size),
      )
      await Promise.all(parts.map(askBatch))
    }
    for (const { size, places } of suspects.group(calls))
      if (size > 0) await askBatches(places, size)
      else if (places.some((at) => suspects.wasLate(calls[at] as Call))) isWhole = false
    return { data, isWhole, unanswered }
  }
}

const bounded = (data: Hex | undefined): Hex | undefined =>
  data && data.length <= 2 + 2 * MAX_ANSWER_BYTES ? data : undefined

/** A batch failed by what its contracts do, as against a node that is away: smaller ones may do. */
const isOfContracts = (error: unknown): boolean =>
  isCallError(error) || isLate(error) || isTooLarge(error) || isWithoutMulticall(error)

const NO_MULTICALL = 'NoMulticallError'

/** There is no contract at the address of Multicall3. */
export const withoutMulticall = (): Error =>
  Object.assign(new Error('there is no Multicall3 at its address'), { name: NO_MULTICALL })

const isWithoutMulticall = (error: unknown): boolean =>
  error instanceof Error && error.name === NO_MULTICALL
