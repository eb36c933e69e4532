import { type Call, isCallError, isLate } from './nodes.js'

/** Remembers the contracts that broke a batch of calls, so that the next batch is without them. */
export interface Suspects {
  /**
   * Places of calls by the size of the batches that they may stand in, the largest first. Size 0: not
   * asked for now.
   */
  group(calls: readonly Call[]): readonly { size: number; places: readonly number[] }[]
  /** These broke a batch together, and may stand in batches of that size. */
  add(calls: readonly Call[], size: number): void
  /** This one failed alone. */
  fail(call: Call, error: unknown): void
  /** These answered. */
  clear(calls: readonly Call[]): void
  /** Whether it is left out because it did not answer in time, and not because it failed. */
  wasLate(call: Call): boolean
}

const KEPT_MS = 600_000
/** The node may have been slow itself, so that contract is asked again sooner. */
const LATE_KEPT_MS = 60_000
const MAX_KEPT = 10_000

interface Suspect {
  size: number
  until: number
  isLate?: boolean
}

/** @param all size of the batches of the others */
export function createSuspects(all: number): Suspects {
  const kept = new Map<string, Suspect>()
  /** One function of a contract: another may be well. */
  const keyOf = ({ to, data }: Call): string => `${to}${data.slice(2, 10)}`.toLowerCase()
  const find = (call: Call): Suspect | undefined => {
    const suspect = kept.get(keyOf(call))
    return suspect && Date.now() < suspect.until ? suspect : undefined
  }
  const put = (call: Call, suspect: Suspect): void => {
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(keyOf(call), suspect)
  }
  return {
    group(calls) {
      const bySize = new Map<number, number[]>()
      for (const [at, call] of calls.entries()) {
        const size = find(call)?.size ?? all
        bySize.set(size, [...(bySize.get(size) ?? []), at])
      }
      return [...bySize]
        .sort(([one], [other]) => other - one)
        .map(([size, places]) => ({ size, places }))
    },
    add(calls, size) {
      for (const call of calls) put(call, { size, until: Date.now() + KEPT_MS })
    },
    fail(call, error) {
      const isRevert = isCallError(error) && error.isRevert
      // A revert costs the node little, and the next call of that function may succeed.
      if (isRevert) return
      const wasLate = isLate(error)
      if (isCallError(error) || wasLate)
        put(call, {
          size: 0,
          until: Date.now() + (wasLate ? LATE_KEPT_MS : KEPT_MS),
          isLate: wasLate,
        })
    },
    clear(calls) {
      for (const call of calls) kept.delete(keyOf(call))
    },
    wasLate: (call) => find(call)?.isLate === true,
  }
}
