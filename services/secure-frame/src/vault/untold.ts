import { type Log } from '@latchkey/service-kit'
import { isRefusal } from '@latchkey/service-kit/http'
import { type Kysely } from 'kysely'
import { newId } from '../secrets.js'
import { type MainStore } from '../store/openStore.js'
import { type Tables } from '../store/schema.js'
import { mistakeBehind } from './keeperClient.js'
import { type RecoveryVault } from './recovery.js'

/** Notes in the transaction of a change that a keeper has yet to be told the address of an account. */
export async function markUntold(db: Kysely<Tables>, account: string): Promise<void> {
  const mark = newId()
  await db
    .insertInto('untold')
    .values({ account, mark })
    .onConflict((on) => on.column('account').doUpdateSet({ mark }))
    .execute()
}

interface Telling {
  store: Pick<MainStore, 'db' | 'transact'>
  recovery: Pick<RecoveryVault, 'noteAddress'>
}

/**
 * Tells a keeper the address of an account, where it was not told yet.
 * @throws a refusal where the keeper is away: it is told once it is back
 */
export async function tellAddress({ store, recovery }: Telling, account: string): Promise<void> {
  const of = store.db.selectFrom('untold').select('mark').where('account', '=', account)
  const untold = await of.executeTakeFirst()
  if (!untold) return
  const wallets = store.db.selectFrom('wallet').select('id').where('account', '=', account)
  const wallet = await wallets.executeTakeFirst()
  // A wallet that comes later brings the address along.
  const note = async () => {
    if (wallet) await recovery.noteAddress({ account, wallet: wallet.id })
  }
  await note()
  // Another change meanwhile has a mark of its own.
  const { numDeletedRows } = await store.transact((db) =>
    db
      .deleteFrom('untold')
      .where('account', '=', account)
      .where('mark', '=', untold.mark)
      .executeTakeFirst(),
  )
  // Another instance may have told a newer address meanwhile, before this one's older one came.
  if (numDeletedRows === 0n) await note()
}

/** Tells a keeper all addresses that it was not told yet, until it is away. */
export async function tellAddresses(telling: Telling, log: Log): Promise<void> {
  const rows = await telling.store.db.selectFrom('untold').select('account').execute()
  for (const { account } of rows)
    await tellAddress(telling, account).catch((error: unknown) => {
      if (isRefusal(error) && mistakeBehind(error) === undefined) throw error
      // One address that does not open, or that the keeper does not take, keeps no other one from it.
      log('error', 'keeper.untold')
    })
}
