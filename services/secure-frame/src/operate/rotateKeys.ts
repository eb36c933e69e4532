import {
  type MainStore,
  type RecoveryStore,
  openRecoveryStore,
  openStore,
} from '../store/openStore.js'
import { addressContext } from '../auth/signIn.js'
import { type WrappingKey } from '../vault/keyFile.js'
import { deleteOf, recoveryContext } from '../vault/recovery.js'
import { type Vault, createFileProvider, createVault, keyIdOf } from '../vault/seal.js'
import { shareContext } from '../vault/wallets.js'
import { inSteps } from './inSteps.js'

/**
 * Seals shares and addresses anew that are under older keys than the active one. It runs beside the
 * service: a row that changes meanwhile is under the active key already and stays.
 * @returns how many were sealed anew
 * @throws where a row does not open by these keys: those before it are done, and it may be run again
 */
export async function rotateKeys(
  databaseUrl: string,
  keys: readonly WrappingKey[],
): Promise<number> {
  const provider = createFileProvider(keys)
  const vault = createVault(provider)
  const store = await openStore(databaseUrl, { isReader: true })
  const { activeId } = provider
  try {
    const shares = await rotateShares(store, vault, activeId)
    const addresses = await rotateAddresses(store, vault, activeId)
    return shares + addresses + (await rotateChanges(store, vault, activeId))
  } finally {
    await store.close()
  }
}

const rotateShares = async (store: MainStore, vault: Vault, activeId: string): Promise<number> => {
  const rows = await store.db
    .selectFrom('share')
    .innerJoin('wallet', 'wallet.id', 'share.wallet')
    .selectAll('share')
    .select('wallet.account')
    .where('share.key_id', '<>', activeId)
    .execute()
  return inSteps(store, rows, async ({ account, wallet, split, idx, sealed }) => {
    const anew = await vault.reseal(sealed, shareContext(account, wallet, split, idx))
    return (db) =>
      db
        .updateTable('share')
        .set({ sealed: anew.sealed, key_id: anew.keyId })
        .where('wallet', '=', wallet)
        .where('sealed', '=', sealed)
        .execute()
  })
}

const rotateAddresses = async (
  store: MainStore,
  vault: Vault,
  activeId: string,
): Promise<number> => {
  const all = await store.db
    .selectFrom('identity')
    .select(['project', 'kind', 'subject', 'sealed'])
    .execute()
  const old = all.filter(({ sealed }) => keyIdOf(sealed) !== activeId)
  return inSteps(store, old, async ({ project, kind, subject, sealed }) => {
    const anew = await vault.reseal(sealed, addressContext(subject))
    return (db) =>
      db
        .updateTable('identity')
        .set({ sealed: anew.sealed })
        .where('project', '=', project)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('sealed', '=', sealed)
        .execute()
  })
}

/** Addresses of changes, of which the old one may come back. */
const rotateChanges = async (store: MainStore, vault: Vault, activeId: string): Promise<number> => {
  const changes = await store.db.selectFrom('email_change').selectAll().execute()
  const rows = changes.flatMap(({ id_hash, old_subject, old_sealed, new_subject, new_sealed }) => [
    { id_hash, column: 'new_sealed', subject: new_subject, sealed: new_sealed } as const,
    ...(old_subject === null || old_sealed === null
      ? []
      : [{ id_hash, column: 'old_sealed', subject: old_subject, sealed: old_sealed } as const]),
  ])
  const old = rows.filter(({ sealed }) => keyIdOf(sealed) !== activeId)
  return inSteps(store, old, async ({ id_hash, column, subject, sealed }) => {
    const anew = await vault.reseal(sealed, addressContext(subject))
    return (db) =>
      db
        .updateTable('email_change')
        .set({ [column]: anew.sealed })
        .where('id_hash', '=', id_hash)
        .where(column, '=', sealed)
        .execute()
  })
}

/** The shares of a first wallet stand here for a moment before the wallet does. */
const YOUNG_MS = 60 * 60_000

/** Its account was deleted: it joins with nothing, and would need the old key for ever. */
const dropOrphan = (store: RecoveryStore, wallet: string): Promise<unknown> =>
  store.transact((db) => deleteOf(db, wallet).execute())

/**
 * The same for the second store, whose rows are bound to accounts of the first. Those of accounts that
 * are gone are deleted.
 */
export async function rotateRecoveryKeys(
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
    const bound = []
    for (const row of rows) {
      const account = accounts.get(row.wallet)
      if (account !== undefined) bound.push({ ...row, account })
      else if (row.created < until) await dropOrphan(store, row.wallet)
    }
    return await inSteps(store, bound, async ({ account, wallet, recovery_set: set, sealed }) => {
      const anew = await vault.reseal(sealed, recoveryContext({ account, wallet, set }))
      return (db) =>
        db
          .updateTable('recovery')
          .set({ sealed: anew.sealed, key_id: anew.keyId })
          .where('wallet', '=', wallet)
          .where('sealed', '=', sealed)
          .execute()
    })
  } finally {
    await store.close()
  }
}
