import { type Log, type PartHealth } from '@latchkey/service-kit'
import { type Store, fileOf, toStoreError } from './openStore.js'

/** A store that requests ask. */
export interface ServingStore<Of> extends Store<Of> {
  /** @throws Refusal 503 where the database is away, or was lost while it was asked */
  guard<Answer>(ask: () => Promise<Answer>): Promise<Answer>
  /** Of the database server; empty for a file. */
  health(): readonly PartHealth[]
}

export interface Serving<Of> {
  url: string
  /** The setting that names it. */
  setting: string
  /** Names it in the log and in `/health`. */
  name: string
  log: Log
  open(url: string): Promise<Store<Of>>
  /** Checks the store, once, before anybody asks it. */
  prepare(store: Store<Of>): Promise<void>
}

/**
 * Opens a store for requests. A file must open. A PostgreSQL that is away, at the start or later, is
 * waited for: requests are refused with 503 meanwhile.
 * @throws SecureFrameError what `open` and `prepare` throw, but not where PostgreSQL is away
 */
export async function openServingStore<Of>(serving: Serving<Of>): Promise<ServingStore<Of>> {
  const { url, setting, name, log, open, prepare } = serving
  if (fileOf(url) !== undefined) {
    const store = await open(url)
    await prepare(store).catch(async (error: unknown) => {
      await store.close()
      throw error
    })
    return { ...store, guard: (ask) => ask(), health: () => [] }
  }
  const { WAIT_MS, openPostgres, watchPostgres } =
    await import('@latchkey/service-kit/store/postgres')
  const { db, engine } = openPostgres<Of>(url, { queryMs: WAIT_MS })
  const watched = await watchPostgres({
    ...{ url, log, name, toError: (cause) => toStoreError(setting, cause) },
    async prepare() {
      // With its own connections: a change of large tables takes longer than a request may.
      const store = await open(url).catch(({ cause }: Error) => {
        throw cause
      })
      await prepare(store).finally(store.close)
    },
  }).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  return {
    ...{ db, engine, isShared: true },
    transact: (run) => db.transaction().execute(run),
    guard: watched.guard,
    health: () => [watched.health()],
    async close() {
      await watched.close()
      await db.destroy()
    },
  }
}
