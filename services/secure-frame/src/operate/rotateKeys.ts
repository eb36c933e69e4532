import { sql } from 'kysely'
import { answerContext } from '../auth/social/logins.js'
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
 * Seals anew what is under older keys than the active one: shares, addresses, and what sign-ins under way
 * need. It runs beside the service: a row that changes meanwhile is under the active key already and stays.
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
    // A sign-in that ends meanwhile leaves its sealed text in the table of addresses: these come last.
    const passing = await rotatePassing(store, vault, activeId)
    return shares + passing + (await rotateAddresses(store, vault, activeId))
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

/** A sealed text of a row that is there for some days at most. */
interface Passing {
  table: 'attempt' | 'login' | 'link' | 'email_change'
  column: 'sealed' | 'answer' | 'old_sealed' | 'new_sealed'
  idHash: string
  sealed: string | null
  context: string
}

/** Texts of sign-ins, questions and changes that are under way, and of changes that may be undone. */
const readPassing = async ({ db }: MainStore): Promise<Passing[]> => {
  const attempts = await db.selectFrom('attempt').select(['id_hash', 'subject', 'sealed']).execute()
  const logins = await db.selectFrom('login').select(['id_hash', 'answer']).execute()
  const links = await db.selectFrom('link').select(['id_hash', 'subject', 'sealed']).execute()
  const changes = await db.selectFrom('email_change').selectAll().execute()
  const inOne =
    (table: 'attempt' | 'link') =>
    ({ id_hash, subject, sealed }: (typeof links)[number]): Passing => ({
      ...{ table, column: 'sealed', idHash: id_hash, sealed, context: addressContext(subject) },
    })
  return [
    ...attempts.map(inOne('attempt')),
    ...links.map(inOne('link')),
    ...logins.map(({ id_hash, answer }): Passing => ({
      ...{ table: 'login', column: 'answer', idHash: id_hash, sealed: answer },
      context: answerContext(id_hash),
    })),
    ...changes.flatMap(({ id_hash, old_subject, old_sealed, new_subject, new_sealed }) => {
      const of = { table: 'email_change', idHash: id_hash } as const
      const [before, after] = [addressContext(old_subject ?? ''), addressContext(new_subject)]
      return [
        { ...of, column: 'old_sealed', sealed: old_sealed, context: before } as const,
        { ...of, column: 'new_sealed', sealed: new_sealed, context: after } as const,
      ]
    }),
  ]
}

const rotatePassing = async (store: MainStore, vault: Vault, activeId: string): Promise<number> => {
  const old = (await readPassing(store)).flatMap(({ sealed, ...of }) =>
    sealed === null || keyIdOf(sealed) === activeId ? [] : [{ ...of, sealed }],
  )
  return inSteps(store, old, async ({ table, column, idHash, sealed, context }) => {
    const anew = await vault.reseal(sealed, context)
    return (db) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew.sealed}
        where id_hash = ${idHash} and ${sql.ref(column)} = ${sealed}`.execute(db)
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
