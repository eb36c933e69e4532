import { constants, copyFile, rm, stat, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { SecureFrameError } from '../errors.js'
import { fileOf, openRecoveryStore, openStore } from '../store/openStore.js'
import { type Keys } from '../vault/keyFile.js'
import { proveKeys } from './proveKeys.js'

const failed = (message: string): SecureFrameError =>
  new SecureFrameError('secure-frame.command_failed', message)

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Copies a database while the service runs. The copy holds sealed shares and no key.
 * @returns what to do where the database is not a file
 */
export async function backup(databaseUrl: string, target: string): Promise<string> {
  const file = fileOf(databaseUrl)
  if (file === undefined)
    return `pg_dump --format=custom --file=${target} "$DATABASE_URL"   # and pg_restore to bring it back`
  if (!(await isThere(file))) throw failed(`There is no database at ${file}.`)
  if (await isThere(target)) throw failed(`${target} is there already. Name another file.`)
  const { openSqlite } = await import('@latchkey/service-kit/store/sqlite')
  const { db } = openSqlite<unknown>(file, true)
  try {
    // Nobody else reads it, from its first byte on.
    await writeFile(target, '', { mode: 0o600, flag: 'wx' })
    await sql`vacuum into ${target}`.execute(db)
  } finally {
    await db.destroy()
  }
  return `The backup is ${target}. Keep the files of KEYS apart from it.`
}

/**
 * Brings a backup back to an empty place, and keeps nothing where `count` fails.
 * @param count opens the database and says what is in it
 */
export async function bringBack(
  source: string,
  { name, url }: { /** The setting of the place. */ name: string; url: string },
  count: () => Promise<string>,
): Promise<string> {
  const file = fileOf(url)
  if (file === undefined) return `pg_restore --clean --if-exists --dbname="$${name}" ${source}`
  if (!(await isThere(source))) throw failed(`There is no backup at ${source}.`)
  if (await isThere(file)) throw failed(`${file} is there already. Restore to an empty place.`)
  await copyFile(source, file, constants.COPYFILE_EXCL)
  try {
    return `Restored ${await count()} to ${file}.`
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/**
 * Brings a backup back, on a machine without a database, and proves that the keys belong to it.
 * @throws SecureFrameError `secure-frame.missing_key` where a key is missing or another one: nothing is kept then
 */
export const restore = (source: string, url: string, keys: Keys): Promise<string> =>
  bringBack(source, { name: 'DATABASE_URL', url }, async () => {
    const store = await openStore(url)
    try {
      await proveKeys(store, keys)
      const wallets = await store.db.selectFrom('wallet').select('id').execute()
      return `${wallets.length} wallets`
    } finally {
      await store.close()
    }
  })

/** The same for the second store. */
export const restoreRecovery = (source: string, url: string): Promise<string> =>
  bringBack(source, { name: 'RECOVERY_DATABASE_URL', url }, async () => {
    const store = await openRecoveryStore(url)
    try {
      const rows = await store.db.selectFrom('recovery').select('wallet').execute()
      return `${rows.length} recovery shares`
    } finally {
      await store.close()
    }
  })
