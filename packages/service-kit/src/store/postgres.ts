import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg' // The driver of PostgreSQL that Kysely asks for.
import { type Lock, type OpenDatabase } from './engine.js'

/** Numbers of blocks and times stay far below 2^53, so they are read as numbers. */
const INT8 = 20

/** @param url of the database, `postgres://…` */
export function openPostgres<Tables>(url: string): OpenDatabase<Tables> {
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({ connectionString: url, types: types as pg.CustomTypesConfig })
  // A connection that breaks while nobody uses it: the next query opens another.
  pool.on('error', () => undefined)
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    engine: {
      name: 'postgres',
      bytes: 'bytea',
      clustered: '',
      counter: 'bigserial primary key',
    },
  }
}

/**
 * An advisory lock of a connection of its own. It ends with the connection, of which the one that
 * had it may hear late.
 * @param name of what is locked
 * @returns `undefined` where another process has it
 */
export async function lockPostgres(url: string, name: string): Promise<Lock | undefined> {
  const client = new pg.Client({ connectionString: url })
  let isHeld = true
  const lose = () => void (isHeld = false)
  client.on('error', lose)
  client.on('end', lose)
  await client.connect()
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
    [name],
  )
  if (rows[0]?.mine === true) return { isHeld: () => isHeld, release: () => client.end() }
  await client.end()
  return undefined
}
