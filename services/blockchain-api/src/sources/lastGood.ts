import { isRefusal } from '@latchkey/service-kit/http'
import { createBoundedCache } from '../boundedCache.js'

/** A list or a table, whose items are counted. */
type Counted = { readonly length: number } | { readonly size: number }

export interface LastGood {
  /**
   * The answer of `ask`; where the sources fail, the last good one of that key, unless it was empty.
   * @returns `age` in whole seconds; 0 for a new answer
   * @throws the failure, where there is no answer of the last 10 minutes
   */
  get<Answer extends Counted>(
    key: string,
    ask: () => Promise<Answer>,
  ): Promise<{ answer: Answer; age: number }>
}

const MAX_AGE_MS = 600_000
/** Tokens in all kept answers, about 200 bytes each; a key weighs as much by its length. */
const MAX_ITEMS = 100_000
const ITEM_LENGTH = 200

/** Keeps answers for the time when all sources fail. The oldest gives way beyond the bound. */
export function createLastGood(now: () => number = Date.now): LastGood {
  const kept = createBoundedCache<{ answer: unknown; at: number }>(MAX_ITEMS)
  return {
    async get<Answer extends Counted>(key: string, ask: () => Promise<Answer>) {
      try {
        const answer = await ask()
        const items = 'size' in answer ? answer.size : answer.length
        // An empty answer takes the place of the one before, and none itself.
        const weight = items === 0 ? Infinity : 1 + items + key.length / ITEM_LENGTH
        kept.set(key, { answer, at: now() }, weight)
        return { answer, age: 0 }
      } catch (error) {
        const last = kept.get(key)
        const isFailure = isRefusal(error) && error.status === 503
        if (!isFailure || !last || now() - last.at > MAX_AGE_MS) throw error
        return {
          answer: last.answer as Answer,
          age: Math.max(1, Math.floor((now() - last.at) / 1000)),
        }
      }
    },
  }
}
