import { existsSync, realpathSync } from 'node:fs'
import { type Lock } from '@latchkey/service-kit/store'
import { lockPostgres } from '@latchkey/service-kit/store/postgres'
import { lockSqlite } from '@latchkey/service-kit/store/sqlite'
import { type Kysely, type Transaction, sql } from 'kysely'
import { type Connection } from '../store/engine/engine.js'
import { openPostgres } from '../store/engine/postgres.js'
import { openSqlite } from '../store/engine/sqlite.js'
import { ApiStoreError, isStoreError } from '../store/errors.js'
import { migrate } from '../store/migrations.js'
import { toStoreError } from '../store/openStore.js'
import { type Tables } from '../store/schema.js'
import { type Progress, beginProgress, endProgress, keepProgress } from './progress.js'
import { allOf, rowsAfter } from './read.js'
import { type Sum, isEqual, sumOf } from './sum.js'
import { MOVED, type MovedTable, type Row } from './tables.js'

export interface MoveOptions {
  /** A file of SQLite that nobody writes to. */
  from: string
  /** `postgres://…`: a database without rows, or one where the same move was cut off. */
  to: string
  /** Called after each part that is kept. */
  onProgress?: (table: MovedTable, rows: number) => void
}

/** Rows that are kept at once. PostgreSQL takes 65,535 parameters in a statement. */
const PART = 2_000

/**
 * Moves a store from a file into a PostgreSQL. One that was cut off goes on where it was. At the end all
 * rows of both sides are counted and hashed. The file is brought up to date and stays.
 * @returns what each table has
 * @throws ApiStoreError `store.in_use`, `store.not_empty`, `store.unreachable`, `store.newer_schema`,
 * `store.conflict` where the two sides differ at the end
 */
export async function moveStore(options: MoveOptions): Promise<ReadonlyMap<MovedTable, Sum>> {
  const { from: file, to: url, onProgress = () => {} } = options
  const ends: (() => unknown)[] = []
  try {
    const from = await openSource(file, ends)
    const to = await openTarget(url, ends)
    const progress = await beginProgress(to.db, realpathSync(file))
    for (const table of MOVED)
      await moveTable(from.db, to.db, progress, table, (rows) => onProgress(table, rows))
    await continueCounter(to.db)
    const sums = await compare(from, to)
    await endProgress(to.db)
    return sums
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const openSource = async (file: string, ends: (() => unknown)[]): Promise<Connection> => {
  if (!existsSync(file))
    throw new ApiStoreError(
      'store.unreachable',
      `There is no file ${file}. Name that of DATABASE_FILE.`,
    )
  ends.push(await hold(lockSqlite(`${file}.follower`), IN_USE))
  const from = openSqlite(file, true)
  ends.push(() => from.db.destroy())
  await migrate(from.db, from.engine).catch((cause: unknown) => {
    throw toStoreError(cause)
  })
  try {
    await sql`begin immediate`.execute(from.db)
  } catch (cause) {
    throw new ApiStoreError('store.in_use', IN_USE, { cause })
  }
  ends.push(() => sql`rollback`.execute(from.db))
  return from
}

const openTarget = async (url: string, ends: (() => unknown)[]): Promise<Connection> => {
  try {
    const lock = lockPostgres(url, 'latchkey blockchain-api move')
    ends.push(await hold(lock, 'Another move into this database goes on. Wait until it ends.'))
    const to = openPostgres(url)
    ends.push(() => to.db.destroy())
    await migrate(to.db, to.engine)
    return to
  } catch (cause) {
    throw isStoreError(cause, 'store.in_use') ? cause : toStoreError(cause)
  }
}

const IN_USE = 'A service has this file open. End it first, so that nothing is written meanwhile.'

const hold = async (asked: Promise<Lock | undefined>, refused: string) => {
  const lock = await asked
  if (!lock) throw new ApiStoreError('store.in_use', refused)
  return () => lock.release()
}

const moveTable = async (
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  progress: Progress,
  table: MovedTable,
  onRows: (rows: number) => void,
): Promise<void> => {
  let { last, rows } = progress.get(table) ?? { last: undefined, rows: 0 }
  for (;;) {
    const page = await rowsAfter(from, table, last, PART)
    const end = page.at(-1)
    if (!end) return
    last = end
    rows += page.length
    await to.transaction().execute(async (within) => {
      await insert(within, table, page)
      await keepProgress(within, table, end, rows)
    })
    onRows(rows)
  }
}

const insert = (to: Transaction<Tables>, table: MovedTable, rows: readonly Row[]) =>
  to
    .insertInto(table)
    .values(rows as never)
    .execute()

/** Events are numbered by the database. */
const continueCounter = (to: Kysely<Tables>) =>
  sql`select setval(pg_get_serial_sequence('event', 'seq'),
    (select coalesce(max(seq), 0) + 1 from event), false)`.execute(to)

const compare = async (from: Connection, to: Connection): Promise<ReadonlyMap<MovedTable, Sum>> => {
  const sums = new Map<MovedTable, Sum>()
  for (const table of MOVED) {
    const [before, after] = [await sumOf(allOf(from.db, table)), await sumOf(allOf(to.db, table))]
    if (!isEqual(before, after))
      throw new ApiStoreError(
        'store.conflict',
        `The table ${table} is not the same on both sides: the file was written to after the move ` +
          'began, or the database was. Empty the database and move again.',
      )
    sums.set(table, after)
  }
  return sums
}
