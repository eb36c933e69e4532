import { isRefusal } from '@latchkey/service-kit/http'
import { type SharedCache, createBoundedCache } from '@latchkey/service-kit/shared'

export interface KeepRule<Answer> {
  /** How many tokens the answer has. An empty answer is not kept, and the one before it neither. */
  sizeOf(answer: Answer): number
  /** Absent: every answer is. One that is not leaves the one before in its place. */
  isWhole?(answer: Answer): boolean
  /** True: a failure is the answer, whatever was good before. */
  isForced?: boolean
}

export interface LastGood {
  /**
   * The answer of `ask`; where the sources fail, the last good one of that key, unless it was empty.
   * @returns `age` in whole seconds; 0 for a new answer
   * @throws the failure, where there is no answer of the last 10 minutes
   */
  get<Answer>(
    key: string,
    rule: KeepRule<Answer>,
    ask: () => Promise<Answer>,
  ): Promise<{ answer: Answer; age: number }>
}

const MAX_AGE_MS = 600_000
/** Tokens in all kept answers, about 200 bytes each; a key weighs as much by its length. */
const MAX_ITEMS = 100_000
const ITEM_LENGTH = 200

interface Kept {
  answer: unknown
  at: number
}

/**
 * Keeps answers for the time when all sources fail. The oldest gives way beyond the bound.
 * @param shared where all instances keep them together; their answers are values of JSON
 */
export function createLastGood(now: () => number = Date.now, shared?: SharedCache): LastGood {
  const kept = createBoundedCache<Kept>(MAX_ITEMS)
  const keep = (key: string, last: Kept, weight: number): void => {
    kept.set(key, last, weight)
    void shared?.set(`last ${key}`, last, Number.isFinite(weight) ? MAX_AGE_MS : 1)
  }
  /** The newer one of this instance's and of all. */
  const find = async (key: string): Promise<Kept | undefined> => {
    const own = kept.get(key)
    const common = await shared?.get<Kept>(`last ${key}`)
    return common && common.at > (own?.at ?? 0) ? common : own
  }
  return {
    async get<Answer>(key: string, rule: KeepRule<Answer>, ask: () => Promise<Answer>) {
      try {
        const answer = await ask()
        const items = rule.sizeOf(answer)
        // An empty answer takes the place of the one before, and none itself.
        const weight = items === 0 ? Infinity : 1 + items + key.length / ITEM_LENGTH
        if (rule.isWhole?.(answer) ?? true) keep(key, { answer, at: now() }, weight)
        return { answer, age: 0 }
      } catch (error) {
        const last = await find(key)
        const isFailure = isRefusal(error) && error.status === 503
        if (rule.isForced || !isFailure || !last || now() - last.at > MAX_AGE_MS) throw error
        return {
          answer: last.answer as Answer,
          age: Math.max(1, Math.floor((now() - last.at) / 1000)),
        }
      }
    },
  }
}
