import { type RecoveryStore, openRecoveryStore, openStore } from '../store/openStore.js'
import { addressContext } from '../auth/signIn.js'
import { type WrappingKey } from '../vault/keyFile.js'
import { recoveryContext } from '../vault/recovery.js'
import { createFileProvider, createVault } from '../vault/seal.js'
import { shareContext } from '../vault/wallets.js'

/** Sealed text names its key before the first point. */
const isUnder = (sealed: string, id: string): boolean => sealed.startsWith(`${id}.`)

/**
 * Seals shares and addresses anew that are under older keys than the active one. It runs beside the
 * service: a row that changes meanwhile is under the active key already and stays.
 * @returns how many were sealed anew
 * @throws where a row does not open by these keys: those before it are done, and it may be run again
 */
export async function reseal(databaseUrl: string, keys: readonly WrappingKey[]): Promise<number> {
  const provider = createFileProvider(keys)
  const vault = createVault(provider)
  const store = await openStore(databaseUrl, { isReader: true })
  try {
    const shares = await store.db
      .selectFrom('share')
      .innerJoin('wallet', 'wallet.id', 'share.wallet')
      .selectAll('share')
      .select('wallet.account')
      .where('share.key_id', '<>', provider.activeId)
      .execute()
    for (const { account, wallet, split, idx, sealed } of shares) {
      const anew = await vault.reseal(sealed, shareContext(account, wallet, split, idx))
      await store.transact((db) =>
        db
          .updateTable('share')
          .set({ sealed: anew.sealed, key_id: anew.keyId })
          .where('wallet', '=', wallet)
          .where('sealed', '=', sealed)
          .execute(),
      )
    }
    const all = await store.db.selectFrom('identity').select(['subject', 'sealed']).execute()
    const old = all.filter(({ sealed }) => !isUnder(sealed, provider.activeId))
    for (const { subject, sealed } of old) {
      const anew = await vault.reseal(sealed, addressContext(subject))
      await store.transact((db) =>
        db
          .updateTable('identity')
          .set({ sealed: anew.sealed })
          .where('subject', '=', subject)
          .where('sealed', '=', sealed)
          .execute(),
      )
    }
    return shares.length + old.length
  } finally {
    await store.close()
  }
}

/** The shares of a first wallet stand here for a moment before the wallet does. */
const YOUNG_MS = 60 * 60_000

/** Its account was deleted: it joins with nothing, and would need the old key for ever. */
const dropOrphan = (store: RecoveryStore, wallet: string): Promise<unknown> =>
  store.transact((db) => db.deleteFrom('recovery').where('wallet', '=', wallet).execute())

/**
 * The same for the second store, whose rows are bound to accounts of the first. Those of accounts that
 * are gone are deleted.
 */
export async function resealRecovery(
  databaseUrl: string,
  recoveryDatabaseUrl: string,
  keys: readonly WrappingKey[],
): Promise<number> {
  const provider = createFileProvider(keys)
  const vault = createVault(provider)
  const main = await openStore(databaseUrl, { isReader: true })
  const wallets = await main.db.selectFrom('wallet').select(['id', 'account']).execute()
  await main.close()
  const until = Date.now() - YOUNG_MS
  const accounts = new Map(wallets.map(({ id, account }) => [id, account]))
  const store = await openRecoveryStore(recoveryDatabaseUrl)
  try {
    const rows = await store.db
      .selectFrom('recovery')
      .selectAll()
      .where('key_id', 'is not', null)
      .where('key_id', '<>', provider.activeId)
      .execute()
    let count = 0
    for (const { wallet, recovery_set: set, sealed, created } of rows) {
      const account = accounts.get(wallet)
      if (account === undefined) {
        if (created < until) await dropOrphan(store, wallet)
        continue
      }
      const anew = await vault.reseal(sealed, recoveryContext({ account, wallet, set }))
      count += 1
      await store.transact((db) =>
        db
          .updateTable('recovery')
          .set({ sealed: anew.sealed, key_id: anew.keyId })
          .where('wallet', '=', wallet)
          .where('sealed', '=', sealed)
          .execute(),
      )
    }
    return count
  } finally {
    await store.close()
  }
}
