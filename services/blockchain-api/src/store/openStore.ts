import { patient } from '@latchkey/service-kit/store'
import { sql } from 'kysely'
import { type Connection } from './engine/engine.js'
import { createEvents } from './events.js'
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
/** SQLite's own waiting holds up the thread: where it answers requests, most is waited outside of it. */
const BUSY_MS = 25

/**
 * Opens the store and brings its tables up to date.
 * @throws ApiStoreError `store.unreachable`
 */
export async function openStore(options: StoreOptions = {}): Promise<Store & FollowerStore> {
  const { db, engine, lock } = await open(options)
  try {
    await migrate(db, engine)
    if (engine.name === 'sqlite' && options.durable !== false)
      await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(db)
  } catch (cause) {
    await db.destroy().catch(() => undefined)
    throw unreachable(cause)
  }
  return {
    history: patient(createHistory(db)),
    holdings: patient(createHoldings(db)),
    tokens: patient(createTokens(db)),
    watched: patient(createWatched(db, options.maxWatched ?? MAX_WATCHED)),
    sessions: patient(createSessions(db, engine)),
    orders: patient(createOrders(db)),
    names: patient(createNames(db, engine)),
    events: patient(createEvents(db)),
    ...createFollowerStore(db, lock),
    close: () => db.destroy(),
  }
}

/** A driver is loaded only where it is used. */
async function open({ url, file = ':memory:', durable = true }: StoreOptions): Promise<Connection> {
  try {
    return url
      ? (await import('./engine/postgres.js')).openPostgres(url)
      : (await import('./engine/sqlite.js')).openSqlite(file, durable)
  } catch (cause) {
    throw unreachable(cause)
  }
}

const unreachable = (cause: unknown) =>
  new ApiStoreError(
    'store.unreachable',
    'The database could not be opened. Expected a file in a folder that can be written, or a ' +
      'PostgreSQL that answers. Check DATABASE_FILE or DATABASE_URL.',
    { cause },
  )
