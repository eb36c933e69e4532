import { type Kysely, sql } from 'kysely'
import { type Tables } from '../store/schema.js'
import { KEYS, type MovedTable, type Row, toRow } from './tables.js'

/** Rows that are read at once. */
const PAGE = 5_000

/** The rows of a table behind one of them, in the order of its key. Absent: from the first. */
export const rowsAfter = async (
  db: Kysely<Tables>,
  table: MovedTable,
  last: Row | undefined,
  limit: number,
): Promise<readonly Row[]> => {
  const keys = KEYS[table]
  const list = sql.join(keys.map((key) => sql.ref(key)))
  const behind = last ? sql`where (${list}) > (${sql.join(keys.map((key) => last[key]))})` : sql``
  const { rows } = await sql<Row>`select * from ${sql.table(table)} ${behind}
    order by ${list} limit ${sql.lit(limit)}`.execute(db)
  return rows.map(toRow)
}

/** All rows of a table of either engine, in the order of its key. */
export async function* allOf(
  db: Kysely<Tables>,
  table: MovedTable,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  do {
    const rows = await rowsAfter(db, table, last, PAGE)
    yield rows
    last = rows.at(-1)
  } while (last)
}
