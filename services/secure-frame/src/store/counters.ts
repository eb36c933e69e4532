import { type Kysely, sql } from 'kysely'
import { type Tables } from './schema.js'

/** So many in so long. */
export interface Budget {
  /** Names the thing that is counted, hashed where it could name a person. */
  key: string
  most: number
  windowMs: number
}

/** Thrown inside of a transaction, so that what was counted in it is taken back. */
export interface Exceeded extends Error {
  readonly code: 'secure-frame.exceeded'
  readonly retryAfterMs: number
}

export const isExceeded = (error: unknown): error is Exceeded =>
  error instanceof Error && 'code' in error && error.code === 'secure-frame.exceeded'

const exceeded = (retryAfterMs: number): Exceeded =>
  Object.assign(new Error('There were too many.'), {
    code: 'secure-frame.exceeded' as const,
    retryAfterMs,
  })

type Counted = Pick<Budget, 'key' | 'windowMs'>

/**
 * Counts one of each, in one statement: two at once are counted as two, and rows are locked in the order of
 * the keys, which is the same for all callers.
 */
const count = async (
  db: Kysely<Tables>,
  counted: readonly Counted[],
  now: number,
): Promise<ReadonlyMap<string, { n: number; until: number }>> => {
  const values = counted.map(
    ({ key, windowMs }) => sql`(${key}, 1, cast(${now + windowMs} as bigint))`,
  )
  const { rows } = await sql<{ key: string; n: number; until: number }>`
    insert into counter (key, n, until)
    values ${sql.join(values)}
    on conflict (key) do update set
      n = case when counter.until <= ${now} then 1 else counter.n + 1 end,
      until = case when counter.until <= ${now} then excluded.until else counter.until end
    returning key, n, until`.execute(db)
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

/**
 * Counts one for each budget, as the last step of a transaction: others with the same budget wait from
 * here until it has ended.
 * @param budgets in an order that is the same for all callers
 * @throws Exceeded where one of them is used up
 */
export async function spend(
  db: Kysely<Tables>,
  budgets: readonly Budget[],
  now: number,
): Promise<void> {
  const counted = await count(db, budgets, now)
  for (const { key, most } of budgets) {
    const { n, until } = counted.get(key)!
    if (n > most) throw exceeded(until - now)
  }
}

/** Gives one back, as for a mail that was not sent. */
export async function giveBack(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await sql`
    update counter set n = n - 1 where n > 0 and key in (${sql.join(keys)})`.execute(db)
}

const WRONG_WINDOW_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
const FIRST_PAUSE = 10

/** The pause after so many wrong codes: 1, 5 and 30 minutes after 10, 15 and 20, and each 5 more. */
const pauseAfter = (wrong: number): number | undefined => {
  if (wrong < FIRST_PAUSE || wrong % 5 !== 0) return undefined
  if (wrong === FIRST_PAUSE) return MINUTE_MS
  return wrong < 2 * FIRST_PAUSE ? 5 * MINUTE_MS : 30 * MINUTE_MS
}

/** Notes a wrong code for an address. */
export async function noteWrong(db: Kysely<Tables>, subject: string, now: number): Promise<void> {
  const key = `wrong ${subject}`
  const counted = await count(db, [{ key, windowMs: WRONG_WINDOW_MS }], now)
  const { n } = counted.get(key)!
  const pause = pauseAfter(n)
  if (pause === undefined) return
  const until = now + pause
  await sql`insert into counter (key, n, until)
    values (${`pause ${subject}`}, 1, cast(${until} as bigint))
    on conflict (key) do update set until = excluded.until`.execute(db)
}

/**
 * Lets other codes for an address wait until this transaction has ended, so that each sees the pause
 * that the one before began.
 */
export const holdCodes = (db: Kysely<Tables>, subject: string): Promise<unknown> =>
  sql`insert into counter (key, n, until) values (${`code ${subject}`}, 0, 0)
    on conflict (key) do update set n = 0`.execute(db)

/** @returns for how long no code of that address is tried; 0: it may be */
export async function pauseOf(db: Kysely<Tables>, subject: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('counter')
    .select('until')
    .where('key', '=', `pause ${subject}`)
    .executeTakeFirst()
  return Math.max(0, (row?.until ?? 0) - now)
}

/** A right code ends the count of wrong ones. */
export const forgetWrong = async (db: Kysely<Tables>, subject: string): Promise<void> => {
  await db
    .deleteFrom('counter')
    .where('key', 'in', [`wrong ${subject}`, `pause ${subject}`, `code ${subject}`])
    .execute()
}
