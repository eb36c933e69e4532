import { type Kysely, sql } from 'kysely'
import { accountKey, chainKey } from './bytes.js'
import { type Tables } from './schema.js'
import { type HistoryRow, type Store } from './store.js'

/** The last second of the year 9999: ISO 8601 has four digits for a year. */
export const LATEST = 253_402_300_799_000

/**
 * A page is one scan along the key of `entry`. Its ready bodies come as one text: rows of several
 * columns cost the driver more than the scan itself.
 */
export const createHistory = (db: Kysely<Tables>): Store['history'] => ({
  async page({ account, chain, before, limit }) {
    let rows = db
      .selectFrom('entry')
      .select(['block', 'idx', 'body'])
      .where('account', '=', accountKey(account))
      .where('chain', '=', chainKey(chain))
      .orderBy('block', 'desc')
      .orderBy('idx', 'desc')
      .limit(limit)
    if (before)
      rows = rows.where((eb) =>
        eb(eb.refTuple('block', 'idx'), '<', eb.tuple(before.block, before.index)),
      )
    const { page } = await db
      .selectFrom(rows.as('rows'))
      .select(sql<string | null>`string_agg(body, ',' order by block desc, idx desc)`.as('page'))
      .executeTakeFirstOrThrow()
    const found = JSON.parse(`[${page ?? ''}]`) as HistoryRow[]
    // A time may have been kept before times were checked.
    for (const row of found) row.at = Math.min(row.at, LATEST)
    return found
  },
})
