import { type Kysely } from 'kysely'
import { accountKey, chainKey } from './bytes.js'
import { type Tables } from './schema.js'
import { type Store } from './store.js'

/** Asking again within a day writes nothing. */
const NOTED_AGAIN_MS = 24 * 60 * 60 * 1000

/** @param limit how many accounts may be followed, counted once for each chain */
export const createWatched = (db: Kysely<Tables>, limit: number): Store['watched'] => ({
  async ask(account, chain, now) {
    const key = { account: accountKey(account), chain: chainKey(chain) }
    const known = await db
      .selectFrom('watched')
      .select('asked')
      .where('account', '=', key.account)
      .where('chain', '=', key.chain)
      .executeTakeFirst()
    if (known) {
      if (now - known.asked >= NOTED_AGAIN_MS)
        await db
          .updateTable('watched')
          .set({ asked: now })
          .where('account', '=', key.account)
          .where('chain', '=', key.chain)
          .execute()
      return 'known'
    }
    const { count } = await db
      .selectFrom('watched')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= limit) return 'full'
    const added = await db
      .insertInto('watched')
      .values({ ...key, since: null, done: null, asked: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows ? 'new' : 'known'
  },
})
