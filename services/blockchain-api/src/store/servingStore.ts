import { type Log, type PartHealth } from '@latchkey/service-kit'
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

/** Tidying and the like may take longer than a request. */
const QUERY_MS = 30_000

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
  const { openPostgres, WAIT_MS, watchPostgres } = await import('./engine/postgres.js')
  const serving = openPostgres(url, { queryMs: WAIT_MS })
  // Those that tidy have a connection of their own: slow queries of requests do not hold them up.
  const apart = openPostgres(url, { queryMs: QUERY_MS, connections: 1 })
  const closeAll = () => Promise.all([serving, apart].map(({ db }) => db.destroy()))
  const watched = await watchPostgres({
    ...{ url, log, toError: toStoreError },
    prepare: () => migrateApart(url),
  }).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  const guard: Guard = (ask) => watched.guard(ask, WAIT_MS)
  return {
    store: {
      ...guardSides(storeOf(serving, options), guard),
      async close() {
        await watched.close()
        await closeAll()
      },
    },
    unbounded: storeOf(apart, options),
    health: () => [watched.health()],
  }
}

/** Without the bound of requests: a change of large tables takes its time. */
const migrateApart = async (url: string): Promise<void> => {
  const { openPostgres } = await import('./engine/postgres.js')
  const { db, engine } = openPostgres(url)
  await migrate(db, engine).finally(() => db.destroy().catch(() => undefined))
}

type Guard = (ask: () => Promise<unknown>) => Promise<unknown>

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
    Object.entries(side).map(([name, call]: [string, Call]) => [
      name,
      (...args: unknown[]) => guard(() => call(...args)),
    ]),
  )
