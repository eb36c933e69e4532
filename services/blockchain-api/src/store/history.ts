import { type Kysely } from 'kysely'
import { accountKey, chainKey, chainOf, hexOf } from './bytes.js'
import { type Tables } from './schema.js'
import { type HistoryBody, type Store } from './store.js'

/** A page is one scan along the key of `entry`, whose bodies are ready. */
export const createHistory = (db: Kysely<Tables>): Store['history'] => ({
  async page({ account, chain, before, limit }) {
    let query = db
      .selectFrom('entry')
      .select(['chain', 'block', 'idx', 'hash', 'at', 'body'])
      .where('account', '=', accountKey(account))
      .orderBy('chain', 'desc')
      .orderBy('block', 'desc')
      .orderBy('idx', 'desc')
      .limit(limit)
    if (chain !== undefined) query = query.where('chain', '=', chainKey(chain))
    if (before)
      query = query.where((eb) =>
        eb(
          eb.refTuple('chain', 'block', 'idx'),
          '<',
          eb.tuple(chainKey(before.chain), Number(before.block), before.index),
        ),
      )
    return (await query.execute()).map((row) => ({
      chain: chainOf(row.chain),
      block: BigInt(row.block),
      index: row.idx,
      hash: hexOf(row.hash),
      at: row.at,
      body: JSON.parse(row.body) as HistoryBody,
    }))
  },
})
