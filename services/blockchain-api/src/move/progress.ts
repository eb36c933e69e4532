import { type Kysely, sql } from 'kysely'
import { ApiStoreError } from '../store/errors.js'
import { type Tables } from '../store/schema.js'
import { KEYS, MOVED, type MovedTable, type Row, writeValue } from './tables.js'

/** The last row of each table that was moved, and how many rows it has by now. */
export type Progress = ReadonlyMap<MovedTable, { last: Row; rows: number }>

/**
 * Begins a move, or goes on with one that was cut off.
 * @param source names the file
 * @throws ApiStoreError `store.not_empty` where the database has rows of something else
 */
export async function beginProgress(db: Kysely<Tables>, source: string): Promise<Progress> {
  const { rows: found } = await sql<{ name: string | null }>`
    select to_regclass('move_progress')::text as name`.execute(db)
  if (!found[0]?.name) {
    await requireEmpty(db)
    await sql`create table move_progress (
      source text not null, name text not null, last text not null, rows bigint not null,
      primary key (source, name))`.execute(db)
  }
  const { rows } = await sql<{ source: string; name: string; last: string; rows: number }>`
    select source, name, last, rows from move_progress`.execute(db)
  if (rows.some((row) => row.source !== source)) throw notEmpty()
  // Before the first part is kept there is no line of the file yet.
  if (rows.length === 0) await requireEmpty(db)
  await sql`insert into move_progress values (${source}, '', '', 0)
    on conflict do nothing`.execute(db)
  return new Map(
    rows
      .filter(({ name }) => name !== '')
      .map(({ name, last, rows: count }) => [
        name as MovedTable,
        { last: readKey(last), rows: count },
      ]),
  )
}

/** In the transaction that keeps the rows. */
export const keepProgress = (
  db: Kysely<Tables>,
  table: MovedTable,
  last: Row,
  rows: number,
): Promise<unknown> =>
  sql`insert into move_progress (source, name, last, rows)
    select source, ${table}, ${writeKey(table, last)}, ${rows} from move_progress where name = ''
    on conflict (source, name) do update set last = excluded.last, rows = excluded.rows`.execute(db)

export const endProgress = (db: Kysely<Tables>): Promise<unknown> =>
  sql`drop table move_progress`.execute(db)

const requireEmpty = async (db: Kysely<Tables>): Promise<void> => {
  for (const table of MOVED) {
    const row = await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst()
    if (row) throw notEmpty()
  }
}

const notEmpty = (): ApiStoreError =>
  new ApiStoreError(
    'store.not_empty',
    'The database that the file should be moved into has rows of something else. Name one that is ' +
      'empty; a move that was cut off goes on only from the same file.',
  )

const writeKey = (table: MovedTable, row: Row): string =>
  JSON.stringify(Object.fromEntries(KEYS[table].map((key) => [key, writeValue(row[key])])))

const readKey = (text: string): Row =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Row).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null && 'hex' in value
        ? Buffer.from(String(value.hex), 'hex')
        : value,
    ]),
  )
