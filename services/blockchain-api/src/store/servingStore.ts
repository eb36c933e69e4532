import { type Log, type Part, type PartHealth, createPart } from '@latchkey/service-kit'
import { type Refusal, refusal } from '@latchkey/service-kit/http'
import { sql } from 'kysely'
import { inTime } from '../inTime.js'
import { type Connection } from './engine/engine.js'
import { migrate } from './migrations.js'
import { type StoreOptions, openStore, storeOf, toStoreError } from './openStore.js'
import { type Store } from './store.js'

/** The store that requests ask. */
export interface ServingStore {
  store: Store
  /** The same without the bound of requests, for what may take longer. */
  unbounded: Store
  /** Of the database server; empty for a file. */
  health(): readonly PartHealth[]
}

/** A request waits no longer for the database. */
const WAIT_MS = 2_000
/** Tidying and the like may take longer. */
const QUERY_MS = 30_000
const LOOK_MS = 1_000
const RETRY_AFTER_SECONDS = '2'

/**
 * Opens the store for requests. A file must open. A PostgreSQL that is away, at the start or later, is
 * waited for: requests that need it are refused with 503 meanwhile.
 * @throws ApiStoreError `store.unreachable` where a file cannot be opened or PostgreSQL refuses,
 * `store.newer_schema`
 */
export async function openServingStore(
  options: StoreOptions = {},
  log: Log,
): Promise<ServingStore> {
  const { url } = options
  if (!url) {
    const store = await openStore(options)
    return { store, unbounded: store, health: () => [] }
  }
  const { isAway, isCanceled } = await import('./engine/postgres.js')
  const part = createPart({
    name: 'postgres',
    log,
    sentence:
      'PostgreSQL does not answer, or is a replica. Requests that need it get 503 until it is back.',
  })
  const { serving, looked, apart, closeAll } = await openPools(url)
  let isMigrated = false
  let isReady = false
  const look = async (): Promise<void> => {
    await inTime(WAIT_MS, () => requirePrimary(looked.db))
    // Once: a newer version may change the tables later, beside this one.
    if (!isMigrated) await migrateApart(url)
    isMigrated = true
    isReady = true
    part.works()
  }
  await look().catch(async (error: unknown) => {
    part.fails(error)
    if (isAway(error) || isLate(error)) return
    await closeAll()
    throw toStoreError(error)
  })
  const refuse = createRefused(log)
  const looking = repeat(() =>
    look().catch((error: unknown) => {
      part.fails(error)
      isReady = false
      refuse(isAway(error) || isLate(error) ? '' : toStoreError(error).message)
    }),
  )
  const lose = (error: unknown): void => {
    part.fails(error)
    // It is asked what it is by now before anybody else gets an answer of it.
    isReady = false
    looking.now()
  }
  const store = storeOf(serving, options)
  const isSlow = (error: unknown): boolean => isLate(error) || isCanceled(error)
  const guard = { part, isAway, isSlow, lose, isReady: () => isReady }
  return {
    store: {
      ...guardSides(store, guard),
      async close() {
        await looking.end()
        await closeAll()
      },
    },
    unbounded: storeOf(apart, options),
    health: () => [part.health()],
  }
}

/** Tells each reason once, as long as it is the same. */
const createRefused = (log: Log) => {
  let last = ''
  return (why: string): void => {
    if (why && why !== last) log('error', 'postgres.refused', { message: why })
    last = why
  }
}

/** Those that look and tidy have connections of their own: slow queries of requests hold up neither. */
const openPools = async (url: string) => {
  const { openPostgres } = await import('./engine/postgres.js')
  const serving = openPostgres(url, { queryMs: WAIT_MS })
  const looked = openPostgres(url, { queryMs: WAIT_MS, connections: 1 })
  const apart = openPostgres(url, { queryMs: QUERY_MS, connections: 1 })
  const closeAll = () => Promise.all([serving, looked, apart].map(({ db }) => db.destroy()))
  return { serving, looked, apart, closeAll }
}

/** Without the bound of requests: a change of large tables takes its time. */
const migrateApart = async (url: string): Promise<void> => {
  const { openPostgres } = await import('./engine/postgres.js')
  const { db, engine } = openPostgres(url)
  await migrate(db, engine).finally(() => db.destroy().catch(() => undefined))
}

const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** PostgreSQL's own code where a server takes no writes. */
const READ_ONLY = '25006'

/**
 * After a failure of the primary the same address may lead to a replica. It takes no writes, and what it
 * answers may be old.
 * @throws an error with the code 25006 there
 */
const requirePrimary = async (db: Connection['db']): Promise<void> => {
  const { rows } = await sql<{ replica: boolean }>`
    select pg_is_in_recovery() as replica`.execute(db)
  if (rows[0]?.replica)
    throw Object.assign(new Error('the server is a replica'), { code: READ_ONLY })
}

/** Looks once a second. `end` waits for the look that is under way. */
const repeat = (look: () => Promise<void>) => {
  let last: Promise<void> | undefined
  let isEnding = false
  let timer: NodeJS.Timeout
  const now = (): void => {
    clearTimeout(timer)
    last ??= look().finally(() => {
      last = undefined
      if (!isEnding) timer = setTimeout(now, LOOK_MS)
    })
  }
  timer = setTimeout(now, LOOK_MS)
  return {
    now,
    async end() {
      isEnding = true
      clearTimeout(timer)
      await last
    },
  }
}

interface Guard {
  part: Part
  isAway(error: unknown): boolean
  isSlow(error: unknown): boolean
  /** It did not answer at all. */
  lose(error: unknown): void
  isReady(): boolean
}

const guardSides = ({ close: _, ...sides }: Store, guard: Guard): Omit<Store, 'close'> =>
  Object.fromEntries(
    Object.entries(sides).map(([name, side]) => [
      name,
      // Those of a follower, which requests do not ask, are functions.
      typeof side === 'object' ? guardSide(side, guard) : side,
    ]),
  ) as unknown as Omit<Store, 'close'>

type Call = (...args: unknown[]) => Promise<unknown>

const guardSide = (side: object, guard: Guard): object =>
  Object.fromEntries(
    Object.entries(side).map(([name, call]: [string, Call]) => [name, guardCall(call, guard)]),
  )

const guardCall =
  (call: Call, { part, isAway, isSlow, lose, isReady }: Guard): Call =>
  async (...args) => {
    if (!isReady()) throw away()
    try {
      const answer = await inTime(WAIT_MS, () => call(...args))
      part.works()
      return answer
    } catch (error) {
      if (isAway(error)) lose(error)
      else if (isSlow(error)) part.fails(error)
      else throw error
      throw away()
    }
  }

const REASON = 'store'
/** Whether it was refused because the database is away. */
export const isOfStore = ({ reason }: Refusal): boolean => reason === REASON

const away = () =>
  refusal(503, REASON, 'The database does not answer now. Ask again later.', {
    'Retry-After': RETRY_AFTER_SECONDS,
  })
