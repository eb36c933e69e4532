import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg' // The driver of PostgreSQL that Kysely asks for.
import { type Lock, type OpenDatabase } from './engine.js'

/** Numbers of blocks and times stay far below 2^53, so they are read as numbers. */
const INT8 = 20

/** An answer of a request waits no longer for a connection. */
const CONNECTING_MS = 2_000

export interface PostgresOptions {
  /** How long one query may take, ms, also where the server has vanished without a word. Absent: any time. */
  queryMs?: number
}

/**
 * Connections are made when they are needed, so this does not fail where the server is away.
 * @param url of the database, `postgres://…`
 */
export function openPostgres<Tables>(
  url: string,
  { queryMs }: PostgresOptions = {},
): OpenDatabase<Tables> {
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString: url,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: CONNECTING_MS,
    keepAlive: true,
    ...(queryMs !== undefined && { query_timeout: queryMs }),
  })
  // A connection that breaks between queries: the next query fails, or opens another. A pool tells of
  // one that nobody has; one that is taken tells itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
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

/** Classes of SQLSTATE: the connection, resources, an operator's doing, the system; a server that only reads. */
const AWAY_STATES = /^(?:08|53|57|58)|^25006$/
/** Errors of the driver, which have no code. */
const AWAY_WORDS = /terminated|timeout|timed out|not queryable/i

/** Whether the server could not be asked, in contrast to an answer that says no. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // Errors of the system begin with E: ECONNREFUSED, ENOENT, ETIMEDOUT.
  if (/^E[A-Z]+$/.test(code)) return true
  return code ? AWAY_STATES.test(code) : AWAY_WORDS.test(error.message)
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
