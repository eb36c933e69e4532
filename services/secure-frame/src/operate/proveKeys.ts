import { sql } from 'kysely'
import { addressContext } from '../auth/signIn.js'
import { SecureFrameError } from '../errors.js'
import { keyIdsOf } from '../store/keyIds.js'
import { type MainStore, type RecoveryStore } from '../store/openStore.js'
import { type KeyProvider, type Keys, requireKeys } from '../vault/keyFile.js'
import { recoveryContext } from '../vault/recovery.js'
import { type Vault, createFileProvider, createVault } from '../vault/seal.js'
import { shareContext } from '../vault/wallets.js'
import { createAudit } from './audit.js'

const foreign = (name: string, what: string): SecureFrameError =>
  new SecureFrameError(
    'secure-frame.missing_key',
    `${name} does not belong to this database: ${what}. Start with the file of keys that does.`,
  )

const foreignPepper = (name: string): SecureFrameError => foreign(name, 'its pepper is another one')

/** Rows that are tried of each key: one that was damaged must not keep the service from starting. */
const TRIES = 10

/** A sealed text with the context that it is bound to. */
interface Sealed {
  sealed: string
  context: string
  /** Says of what was opened whether the pepper made its row. */
  isOwn?: (plain: Buffer) => boolean
}

/** @throws SecureFrameError where nothing opens: ids may be the same of other keys */
export async function proveKey(
  vault: Vault,
  name: string,
  id: string,
  rows: Sealed[],
): Promise<void> {
  const own: boolean[] = []
  let opened = 0
  for (const { sealed, context, isOwn } of rows) {
    const plain = await vault.open(sealed, context).catch(() => undefined)
    if (!plain) continue
    opened += 1
    if (isOwn) own.push(isOwn(plain))
    plain.fill(0)
  }
  if (rows.length && !opened)
    throw foreign(name, `its key "${id}" does not open what is sealed under that name`)
  if (own.length && !own.includes(true)) throw foreignPepper(name)
}

/**
 * Proves that keys belong to a database: of each key that is in use shares and addresses are opened, and the
 * pepper has made the log. An id alone proves nothing.
 * @throws SecureFrameError `secure-frame.missing_key`
 */
export async function proveKeys(
  store: MainStore,
  { wrapping, pepper }: Pick<Keys, 'wrapping' | 'pepper'>,
): Promise<void> {
  const provider = createFileProvider(wrapping)
  const ids = await keyIdsOf(store)
  requireKeys('KEYS', provider, ids)
  const vault = createVault(provider)
  for (const id of ids) {
    const rows = [...(await sharesUnder(store, id)), ...(await addressesUnder(store, id))]
    await proveKey(vault, 'KEYS', id, rows)
  }
  if ((await createAudit(store.engine, pepper).isOwn(store.db)) === false)
    throw foreignPepper('KEYS')
}

const sharesUnder = async ({ db }: MainStore, id: string): Promise<Sealed[]> => {
  const rows = await db
    .selectFrom('share')
    .innerJoin('wallet', 'wallet.id', 'share.wallet')
    .selectAll('share')
    .select('wallet.account')
    .where('share.key_id', '=', id)
    .limit(TRIES)
    .execute()
  return rows.map(({ account, wallet, split, idx, sealed }) => ({
    sealed,
    context: shareContext(account, wallet, split, idx),
  }))
}

const addressesUnder = async ({ db }: MainStore, id: string): Promise<Sealed[]> => {
  // Sealed text names its key before the first point.
  const rows = await db
    .selectFrom('identity')
    .select(['subject', 'sealed'])
    .where(sql<string>`substr(sealed, 1, ${sql.lit(id.length + 1)})`, '=', `${id}.`)
    .limit(TRIES)
    .execute()
  return rows.map(({ subject, sealed }) => ({ sealed, context: addressContext(subject) }))
}

/**
 * The same for the second store, whose rows are bound to accounts of the first.
 * @throws SecureFrameError `secure-frame.missing_key`
 */
export async function proveRecoveryKeys(
  main: MainStore,
  store: RecoveryStore,
  provider: KeyProvider,
): Promise<void> {
  const vault = createVault(provider)
  const ids = await store.db
    .selectFrom('recovery')
    .select('key_id')
    .distinct()
    .where('key_id', 'is not', null)
    .execute()
  const wanted = ids.map(({ key_id }) => key_id!)
  requireKeys('RECOVERY_KEYS', provider, wanted)
  for (const id of wanted) {
    const rows = await store.db
      .selectFrom('recovery')
      .select(['wallet', 'recovery_set as set', 'sealed'])
      .where('key_id', '=', id)
      .orderBy('created', 'desc')
      .limit(TRIES)
      .execute()
    const wallets = await main.db
      .selectFrom('wallet')
      .select(['id', 'account'])
      .where(
        'id',
        'in',
        rows.map(({ wallet }) => wallet),
      )
      .execute()
    const accounts = new Map(wallets.map((wallet) => [wallet.id, wallet.account]))
    // A row that a deleted wallet has left is bound to nobody who could be asked for.
    const bound = rows.flatMap(({ wallet, set, sealed }) => {
      const account = accounts.get(wallet)
      return account === undefined
        ? []
        : [{ sealed, context: recoveryContext({ account, wallet, set }) }]
    })
    await proveKey(vault, 'RECOVERY_KEYS', id, bound)
  }
}
