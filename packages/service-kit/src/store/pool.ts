import { type Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg' // The driver of PostgreSQL that Kysely asks for.
import { type Lock, type OpenDatabase } from './engine.js'

/** Numbers of blocks and times stay far below 2^53, so they are read as numbers. */
const INT8 = 20

/** An answer of a request waits no longer for a connection. */
const CONNECTING_MS = 2_000
/** For each new connection the server starts a process. */
const KEPT_IDLE_MS = 60_000

export interface PostgresOptions {
  /** How long one query may take, ms, also where the server has vanished without a word. Absent: any time. */
  queryMs?: number
  /** Connections at once. Absent: 10 */
  connections?: number
}

/** The server ends a query itself; where nothing is heard of it for so much longer, it has vanished. */
const VANISHED_MS = 500
const QUIET_MS = 10_000

/** A connection whose answer is late may be dead: it is not used again. */
class Client extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super(options)
    // Of one that breaks while it is taken, between two queries. The next query fails.
    this.on('error', () => undefined)
  }

  override query(...asked: unknown[]): never {
    const answer = Reflect.apply(super.query, this, asked) as Promise<unknown> | undefined
    answer?.catch?.((error: Error) => {
      const { connection } = this as unknown as { connection: { stream: Socket } }
      if (error.message === 'Query read timeout') connection.stream.destroy()
    })
    return answer as never
  }
}

/**
 * Connections are made when they are needed, so this does not fail where the server is away.
 * @param url of the database, `postgres://…`
 */
export function openPostgres<Tables>(
  url: string,
  { queryMs, connections }: PostgresOptions = {},
): OpenDatabase<Tables> {
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString: url,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: CONNECTING_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET_MS,
    Client,
    ...(connections !== undefined && { max: connections }),
    ...(queryMs !== undefined && {
      statement_timeout: queryMs,
      query_timeout: queryMs + VANISHED_MS,
    }),
  })
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

/** The server ended a query that took too long, or somebody asked it to. */
const CANCELED = '57014'
/** Classes of SQLSTATE: the connection, resources, an operator's doing, the system; a server that only reads. */
const AWAY_STATES = /^(?:08|53|57|58)|^25006$/
/** Errors of the driver, which have no code. */
const AWAY_WORDS = /terminated|timeout|timed out|not queryable/i

/** Whether the server could not be asked, in contrast to an answer that says no. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // Errors of the system begin with E: ECONNREFUSED, ENOENT, ETIMEDOUT.
  if (/^E(?!RR_)[A-Z_]+$/.test(code)) return true
  if (code === CANCELED) return false
  return code ? AWAY_STATES.test(code) : AWAY_WORDS.test(error.message)
}

/** Whether a query was ended because it took too long. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === CANCELED

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
