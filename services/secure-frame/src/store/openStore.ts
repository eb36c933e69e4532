import {
  type Lock,
  type OpenDatabase,
  type Transact,
  groupTransactions,
  isNewerSchema,
  migrate,
  patient,
} from '@latchkey/service-kit/store'
import { sql } from 'kysely'
import { SecureFrameError } from '../errors.js'
import { keeperMigrations } from './keeperMigrations.js'
import { migrations, recoveryMigrations } from './migrations.js'
import { type KeeperTables, type RecoveryTables, type Tables } from './schema.js'

/** A database whose tables are up to date. */
export interface Store<Of> extends OpenDatabase<Of> {
  /** Whether several instances may ask it. A file is for one. */
  isShared: boolean
  /** Runs a transaction, again where another process was writing. It does nothing but ask the database. */
  transact: Transact<Of>
  close(): Promise<void>
}
export type MainStore = Store<Tables>
export type RecoveryStore = Store<RecoveryTables>
export type KeeperStore = Store<KeeperTables>

/** SQLite's own waiting holds up the thread: most is waited outside of it. */
const BUSY_MS = 25

interface OpenOptions {
  /** It runs beside the service and takes no lock. */
  isReader?: boolean
}

/**
 * Opens the store of accounts. A file is for one instance.
 * @param url `file:…`, `file::memory:` or `postgres://…`
 * @throws SecureFrameError `secure-frame.store_unreachable`, `secure-frame.newer_schema`,
 * `secure-frame.second_instance`
 */
export const openStore = (
  url: string,
  { isReader = false }: OpenOptions = {},
): Promise<MainStore> =>
  open<Tables>(url, {
    name: 'DATABASE_URL',
    list: migrations,
    history: '',
    isAlone: !isReader,
  })

/** Opens the second store, of recovery shares. */
export const openRecoveryStore = (url: string): Promise<RecoveryStore> =>
  open<RecoveryTables>(url, {
    name: 'RECOVERY_DATABASE_URL',
    list: recoveryMigrations,
    // In mode `user` it may be the first database.
    history: 'recovery',
    isAlone: false,
  })

/** Opens the store of a keeper. A file is for one keeper. */
export const openKeeperStore = (
  url: string,
  { isReader = false }: OpenOptions = {},
): Promise<KeeperStore> =>
  open<KeeperTables>(url, {
    name: 'DATABASE_URL',
    list: keeperMigrations,
    history: 'keeper',
    isAlone: !isReader,
  })

/** Moves all that was written into the file of SQLite, and empties the log beside it. */
export async function checkpoint<Of>({ db, engine }: Pick<OpenDatabase<Of>, 'db' | 'engine'>) {
  if (engine.name === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

const isPostgres = (url: string): boolean => /^postgres(?:ql)?:\/\//.test(url)
export const isDatabaseUrl = (url: string): boolean => isPostgres(url) || /^file:./.test(url)
/** @returns `undefined` for PostgreSQL */
export const fileOf = (url: string): string | undefined =>
  isPostgres(url) ? undefined : url.slice('file:'.length)

interface Opening {
  /** The setting that names it. */
  name: string
  list: typeof migrations
  history: string
  /** Whether the database is locked for this process. */
  isAlone: boolean
}

async function open<Of>(
  url: string,
  { name, list, history, isAlone }: Opening,
): Promise<Store<Of>> {
  const file = fileOf(url)
  const lock = isAlone && file ? await lockAlone(file) : undefined
  let opened: OpenDatabase<Of> | undefined
  try {
    // A driver is loaded only where it is used.
    opened = file
      ? (await import('@latchkey/service-kit/store/sqlite')).openSqlite<Of>(file, true)
      : (await import('@latchkey/service-kit/store/postgres')).openPostgres<Of>(url)
    const { db, engine } = opened
    await migrate(db, list(engine), history)
    if (file) await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(db)
    // A share that was deleted joins with another one of its split: nothing of it stays in the file.
    if (file) await sql`pragma secure_delete = on`.execute(db)
    const transact: Transact<Of> = file
      ? patient({ transact: groupTransactions(db) }).transact
      : (run) => db.transaction().execute(run)
    const close = async (): Promise<void> => {
      await db.destroy()
      await lock?.release()
    }
    return { db, engine, transact, close, isShared: file === undefined }
  } catch (cause) {
    await opened?.db.destroy().catch(() => undefined)
    await lock?.release()
    throw toStoreError(name, cause)
  }
}

/** Proofs that were used are in the memory of one process: a second one would take them again. */
const lockAlone = async (file: string): Promise<Lock> => {
  const { lockSqlite } = await import('@latchkey/service-kit/store/sqlite')
  let lock: Lock | undefined
  try {
    lock = await lockSqlite(file === ':memory:' ? file : `${file}.lock`)
  } catch (cause) {
    throw toStoreError('DATABASE_URL', cause)
  }
  if (lock) return lock
  throw new SecureFrameError(
    'secure-frame.second_instance',
    'Another instance has this file, which is for one. End that one first, or use a PostgreSQL.',
  )
}

const isOwn = (cause: unknown): cause is SecureFrameError =>
  cause instanceof Error && cause.name === 'SecureFrameError'

/** The sentence for the one who starts the service, of a store that does not open. */
export const toStoreError = (setting: string, cause: unknown): SecureFrameError => {
  if (isOwn(cause)) return cause
  if (isNewerSchema(cause))
    return new SecureFrameError(
      'secure-frame.newer_schema',
      `A newer version of this service has changed the database of ${setting}, so this one does not ` +
        'start. Start that version again, or restore the backup of before.',
      { cause },
    )
  return new SecureFrameError(
    'secure-frame.store_unreachable',
    `The database of ${setting} could not be opened: it must be a file in a folder that can be ` +
      'written, or a PostgreSQL that answers.',
    { cause },
  )
}
