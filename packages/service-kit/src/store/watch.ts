import { type Kysely, sql } from 'kysely'
import { inTime } from '../inTime.js'
import { type Log } from '../log.js'
import { type PartHealth, createPart } from '../part.js'
import { storeAway } from '../http/storeAway.js'
import { isAway, isCanceled, openPostgres } from './pool.js'

export interface WatchOptions {
  /** `postgres://…` */
  url: string
  /** Names it in the log and in `/health`. Absent: `postgres` */
  name?: string
  log: Log
  /** For the log, when PostgreSQL goes away. Absent: that requests get 503. */
  sentence?: string
  /** Brings the tables up to date, once, as soon as the server is there. */
  prepare(): Promise<void>
  /** The sentence for the log, and for the one who starts the service, where the server says no. */
  toError(cause: unknown): Error
}

/** A PostgreSQL that requests ask, and that may go away and come back. */
export interface WatchedPostgres {
  /**
   * Asks, where the server is there.
   * @param waitMs how long the answer may take. Absent: as long as its queries may
   * @throws Refusal 503 where it is away, or was lost while it was asked
   */
  guard<Answer>(ask: () => Promise<Answer>, waitMs?: number): Promise<Answer>
  health(): PartHealth
  /** Waits for a look that is under way. */
  close(): Promise<void>
}

/** A request waits no longer for the database. */
export const WAIT_MS = 2_000
const LOOK_MS = 1_000

/**
 * Looks once a second whether PostgreSQL is there and takes writes. One that is away, at the start or
 * later, is waited for: requests that need it are refused with 503 meanwhile.
 * @throws the error of `toError` where the server is there at the start and says no
 */
export async function watchPostgres({
  url,
  name = 'postgres',
  log,
  sentence = 'PostgreSQL does not answer, or is a replica. Requests that need it get 503 until it is back.',
  prepare,
  toError,
}: WatchOptions): Promise<WatchedPostgres> {
  const part = createPart({ name, log, sentence })
  // Slow queries of requests do not hold up the look.
  const { db } = openPostgres<unknown>(url, { queryMs: WAIT_MS, connections: 1 })
  let isPrepared = false
  let isReady = false
  const look = async (): Promise<void> => {
    await inTime(WAIT_MS, () => requirePrimary(db))
    // Once: a newer version may change the tables later, beside this one.
    if (!isPrepared) await prepare()
    isPrepared = true
    isReady = true
    part.works()
  }
  await look().catch(async (error: unknown) => {
    part.fails(error)
    if (isAway(error) || isLate(error)) return
    await db.destroy()
    throw toError(error)
  })
  const refuse = createRefused(name, log)
  const looking = repeat(() =>
    look().catch((error: unknown) => {
      part.fails(error)
      isReady = false
      refuse(isAway(error) || isLate(error) ? '' : toError(error).message)
    }),
  )
  return {
    async guard(ask, waitMs) {
      if (!isReady) throw storeAway()
      try {
        const answer = await (waitMs === undefined ? ask() : inTime(waitMs, ask))
        part.works()
        return answer
      } catch (error) {
        const isLost = isAway(error)
        if (!isLost && !isLate(error) && !isCanceled(error)) throw error
        part.fails(error)
        // It is asked what it is by now before anybody else gets an answer of it.
        if (isLost) isReady = false
        if (isLost) looking.now()
        throw storeAway()
      }
    },
    health: part.health,
    async close() {
      await looking.end()
      await db.destroy()
    },
  }
}

/** Tells each reason once, as long as it is the same. */
const createRefused = (name: string, log: Log) => {
  let last = ''
  return (why: string): void => {
    if (why && why !== last) log('error', `${name}.refused`, { message: why })
    last = why
  }
}

const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** PostgreSQL's own code where a server takes no writes. */
const READ_ONLY = '25006'

/**
 * After a failure of the primary the same address may lead to a replica. It takes no writes, and what it
 * answers may be old.
 * @throws an error with the code 25006 there
 */
const requirePrimary = async (db: Kysely<unknown>): Promise<void> => {
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
