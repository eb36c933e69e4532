import { type Compilable, type Kysely, sql } from 'kysely'
import { accountKey, chainKey } from './bytes.js'
import { readEntries } from './entryText.js'
import { ready } from './ready.js'
import { type Tables } from './schema.js'
import { type Store } from './store.js'

export function createHistory(db: Kysely<Tables>): Store['history'] {
  const first = ready(db, pageOf(db, false))
  const later = ready(db, pageOf(db, true))
  return {
    async page({ account, chain, before, limit }) {
      const list = [accountKey(account), chainKey(chain)]
      const rows = before
        ? await later(...list, before.block, before.index, limit)
        : await first(...list, limit)
      // An engine may join the texts in any order; to have them sorted there takes longer.
      return readEntries(chain, rows[0]?.page ?? '').sort(
        (a, b) => b.block - a.block || b.index - a.index,
      )
    },
  }
}

/**
 * A page is one scan along the key of `entry`. Its ready bodies come as one text: rows of several
 * columns cost the driver more than the scan itself.
 */
function pageOf(db: Kysely<Tables>, isLater: boolean): Compilable<{ page: string | null }> {
  const any = Buffer.alloc(1)
  const list = db
    .selectFrom('entry')
    .select('body')
    .where('account', '=', any)
    .where('chain', '=', any)
    .orderBy('block', 'desc')
    .orderBy('idx', 'desc')
    .limit(1)
  const rows = isLater
    ? list.where((eb) => eb(eb.refTuple('block', 'idx'), '<', eb.tuple(0, 0)))
    : list
  return db.selectFrom(rows.as('rows')).select(sql<string | null>`string_agg(body, ',')`.as('page'))
}
