import { type Kysely } from 'kysely'
import { accountKey, chainKey, hexOf } from './bytes.js'
import { ready } from './ready.js'
import { type Tables } from './schema.js'
import { type Store } from './store.js'

/** Asking again within this time writes nothing. Far less than the time after which one is dropped. */
const NOTED_AGAIN_MS = 60 * 60 * 1000

/** Where coins are sent to be gone. Nobody has them, and half a chain sends to them. */
const BURNED = new Set([
  ...['', '01', 'dead', 'deaddeaddeaddeaddeaddeaddeaddeaddeaddead'].map(
    (end) => `0x${end.padStart(40, '0')}`,
  ),
  '0xdead000000000000000042069420694206942069',
  `0x${'e'.repeat(40)}`,
  `0x${'f'.repeat(40)}`,
])

/** @param limit how many accounts may be followed, counted once for each chain */
export function createWatched(db: Kysely<Tables>, limit: number): Store['watched'] {
  const any = Buffer.alloc(1)
  const askedOf = ready(
    db,
    db.selectFrom('watched').select('asked').where('account', '=', any).where('chain', '=', any),
  )
  const ask: Store['watched']['ask'] = async (account, chain, now) => {
    const key = { account: accountKey(account), chain: chainKey(chain) }
    if (BURNED.has(hexOf(key.account))) return 'never'
    const [known] = await askedOf(key.account, key.chain)
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
    const { count, whole } = await db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('watched')
          .select((of) => of.fn.countAll<number>().as('count'))
          .as('count'),
        eb.selectFrom('chain').select('whole').where('chain', '=', key.chain).as('whole'),
      ])
      .executeTakeFirstOrThrow()
    if (whole) return 'known'
    if ((count ?? 0) >= limit) return 'full'
    const added = await db
      .insertInto('watched')
      .values({ ...key, since: null, done: null, asked: now, began: now, kept: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows ? 'new' : 'known'
  }
  const beganOf = ready(
    db,
    db.selectFrom('watched').select('began').where('account', '=', any).where('chain', '=', any),
  )
  const began: Store['watched']['began'] = async (account, chain) =>
    (await beganOf(accountKey(account), chainKey(chain)))[0]?.began ?? undefined
  return { ask, began }
}
