import { type Log, type Part, type PartHealth, createPart } from '@latchkey/service-kit'
import { type Refusal, refusal } from '@latchkey/service-kit/http'
import { inTime } from '../inTime.js'
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
  const { openPostgres, isAway } = await import('./engine/postgres.js')
  const part = createPart({
    name: 'postgres',
    log,
    sentence: 'PostgreSQL does not answer. Requests that need it get 503 until it is back.',
  })
  let isPrepared = false
  const prepare = async (): Promise<void> => {
    // Without the bound of requests: a change of large tables takes its time.
    const { db, engine } = openPostgres(url)
    await migrate(db, engine).finally(() => db.destroy().catch(() => undefined))
    isPrepared = true
    part.works()
  }
  await prepare().catch((error: unknown) => {
    if (!isAway(error)) throw toStoreError(error)
    part.fails(error)
  })
  const connection = openPostgres(url, { queryMs: QUERY_MS })
  const look = async (): Promise<void> => {
    if (isPrepared) await inTime(WAIT_MS, () => ask(connection)).then(part.works)
    else await prepare()
  }
  const end = repeat(() => look().catch(part.fails))
  const unbounded = storeOf(connection, options)
  const guard = { part, isAway, isPrepared: () => isPrepared }
  return {
    store: { ...guardSides(unbounded, guard), close: () => end().then(unbounded.close) },
    unbounded,
    health: () => [part.health()],
  }
}

const ask = ({ db }: Parameters<typeof storeOf>[0]): Promise<unknown> =>
  db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()

/** @returns a function that ends it, and waits for the look that is under way */
const repeat = (look: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve()
  let isEnding = false
  let timer: NodeJS.Timeout
  const next = (): void => {
    timer = setTimeout(() => {
      last = look()
      void last.finally(() => isEnding || next())
    }, LOOK_MS)
  }
  next()
  return async () => {
    isEnding = true
    clearTimeout(timer)
    await last
  }
}

interface Guard {
  part: Part
  isAway(error: unknown): boolean
  isPrepared(): boolean
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
  (call: Call, { part, isAway, isPrepared }: Guard): Call =>
  async (...args) => {
    if (!isPrepared()) throw away()
    try {
      const answer = await inTime(WAIT_MS, () => call(...args))
      part.works()
      return answer
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (!isLate && !isAway(error)) throw error
      part.fails(error)
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
