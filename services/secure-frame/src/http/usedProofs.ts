import { refusal } from '@latchkey/service-kit/http'
import { type Kysely } from 'kysely'
import { REASONS } from '../contract/index.js'
import { type Tables } from '../store/schema.js'

/** The ids of proofs that were used, for as long as they are good. */
export interface UsedProofs {
  /** Proofs that were made before this second are forgotten. Seconds since 1970 */
  readonly since: number
  /**
   * @param until the second from which on the proof is late anyway
   * @returns false where it was used before
   */
  add(id: string, until: number): Promise<boolean>
}

const MAX_REMEMBERED = 1_000_000

/**
 * In the memory of this process, for a store that one instance has. A proof of before the process is
 * refused, so that a new start forgets nothing that still counts.
 */
export function rememberProofs(now: () => number): UsedProofs {
  const used = new Map<string, number>()
  const forget = (seconds: number): void => {
    // They were put in almost in the order of their time: the first that is good ends the search.
    for (const [id, until] of used) {
      if (until > seconds) return
      used.delete(id)
    }
  }
  return {
    since: Math.floor(now() / 1000),
    async add(id, until) {
      forget(Math.floor(now() / 1000))
      if (used.has(id)) return false
      if (used.size >= MAX_REMEMBERED)
        throw refusal(503, REASONS.tooMany, 'The service has too much to do. Ask again later.')
      used.set(id, until)
      return true
    },
  }
}

/** In the database, which all instances ask. Redis could lose them, and a proof would be good again. */
export const shareProofs = (db: Kysely<Tables>): UsedProofs => ({
  since: 0,
  async add(id, until) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('proof')
      .values({ id, until })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },
})

/** Drops those that are late anyway. */
export const dropProofs = (db: Kysely<Tables>, now: number): Promise<unknown> =>
  db
    .deleteFrom('proof')
    .where('until', '<', Math.floor(now / 1000))
    .execute()
