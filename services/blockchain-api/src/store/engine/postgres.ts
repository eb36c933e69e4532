import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg' // The driver of PostgreSQL that Kysely asks for.
import { type Tables } from '../schema.js'
import { type Connection, type LeaseOf } from './engine.js'

/** Numbers of blocks and times stay far below 2^53, so they are read as numbers. */
const INT8 = 20

/** @param url of the database, `postgres://…` */
export function openPostgres(url: string): Connection {
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
    lease: leaseOf(url),
  }
}

/** An advisory lock of a connection of its own. It ends with the connection. */
const leaseOf =
  (url: string): LeaseOf =>
  async (chain) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query(
      "select pg_try_advisory_lock(hashtextextended('latchkey follows ' || $1, 0)) as mine",
      [chain],
    )
    if (rows[0]?.mine === true) return () => client.end()
    await client.end()
    return undefined
  }
