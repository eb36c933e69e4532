import { createEventStore } from '@latchkey/service-kit/analytics'
import { isNewerSchema, patient } from '@latchkey/service-kit/store'
import { sql } from 'kysely'
import { type Connection } from './engine/engine.js'
import { ApiStoreError } from './errors.js'
import { type FollowerStore } from './follower.js'
import { createFollowerStore } from './followerStore.js'
import { createHistory } from './history.js'
import { createHoldings } from './holdings.js'
import { migrate } from './migrations.js'
import { createNames } from './names.js'
import { createOrders } from './orders.js'
import { createSessions } from './sessions.js'
import { type Store } from './store.js'
import { createTokens } from './tokens.js'
import { createWatched } from './watched.js'

export interface StoreOptions {
  /** `postgres://…`; it goes before `file`. */
  url?: string
  /** A file of SQLite. Absent: `:memory:`, which a follower cannot share. */
  file?: string
  /** Accounts that may be followed, counted for each chain. Absent: 100,000. */
  maxWatched?: number
  /**
   * Absent or true: a commit survives a power cut. A follower reads its newest part again, so it
   * can do without.
   */
  durable?: boolean
}

const MAX_WATCHED = 100_000
/** Of a follower: a PostgreSQL that has vanished without a word is asked again after that time. */
const QUERY_MS = 15_000
/** SQLite's own waiting holds up the thread: where it answers requests, most is waited outside of it. */
const BUSY_MS = 25

/**
 * Opens the store and brings its tables up to date.
 * @throws ApiStoreError `store.unreachable`, `store.newer_schema`
 */
export async function openStore(options: StoreOptions = {}): Promise<Store & FollowerStore> {
  const connection = await connect(options)
  try {
    await prepare(connection, options)
  } catch (cause) {
    await connection.db.destroy().catch(() => undefined)
    throw toStoreError(cause)
  }
  return storeOf(connection, options)
}

/** The sides of a store, whose tables may be not up to date yet. */
export const storeOf = (
  { db, engine, lock }: Connection,
  { maxWatched = MAX_WATCHED }: StoreOptions,
): Store & FollowerStore => ({
  history: patient(createHistory(db)),
  holdings: patient(createHoldings(db)),
  tokens: patient(createTokens(db)),
  watched: patient(createWatched(db, maxWatched)),
  sessions: patient(createSessions(db, engine)),
  orders: patient(createOrders(db)),
  names: patient(createNames(db, engine)),
  events: patient(createEventStore({ db, engine })),
  ...createFollowerStore(db, lock),
  close: () => db.destroy(),
})

const prepare = async ({ db, engine }: Connection, { durable }: StoreOptions): Promise<void> => {
  await migrate(db, engine)
  if (engine.name === 'sqlite' && durable !== false)
    await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(db)
}

/** A driver is loaded only where it is used. */
async function connect({
  url,
  file = ':memory:',
  durable = true,
}: StoreOptions): Promise<Connection> {
  try {
    return url
      ? (await import('./engine/postgres.js')).openPostgres(url, { queryMs: QUERY_MS })
      : (await import('./engine/sqlite.js')).openSqlite(file, durable)
  } catch (cause) {
    throw toStoreError(cause)
  }
}

export const toStoreError = (cause: unknown): ApiStoreError => {
  if (isNewerSchema(cause))
    return new ApiStoreError(
      'store.newer_schema',
      'A newer version of this service has changed the database, so this one does not start. ' +
        'Start that version again, or restore the backup of before.',
      { cause },
    )
  return new ApiStoreError(
    'store.unreachable',
    'The database could not be opened. Expected a file in a folder that can be written, or a ' +
      'PostgreSQL that answers. Check DATABASE_FILE or DATABASE_URL.',
    { cause },
  )
}
