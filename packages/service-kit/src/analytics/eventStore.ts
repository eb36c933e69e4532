import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Engine } from '../store/engine.js'
import {
  DAY_MS,
  type EventStore,
  FUNNEL_STEPS,
  type FunnelCounts,
  type FunnelQuery,
  type StoredEvent,
} from './event.js'
import { type EventTables } from './eventTables.js'

/** A database that has these tables among others. */
export interface EventDatabase {
  db: Kysely<EventTables>
  engine: Engine
}

/** About so many rows are folded in one transaction, so that it is short. */
const MOST_IN_FOLD = 5_000
const COLUMNS = {
  id: 'text',
  project: 'text',
  sdk_type: 'text',
  sdk_version: 'text',
  at: 'bigint',
  body: 'text',
  name: 'text',
  step: 'text',
} as const satisfies Record<keyof EventTables['event'], string>
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Events and their counts in the database of a service. */
export const createEventStore = ({ db, engine }: EventDatabase): EventStore => ({
  async add(events) {
    if (events.length === 0) return 0
    const { numAffectedRows } = await insert(engine, events).execute(db)
    return Number(numAffectedRows ?? 0)
  },
  async fold(before) {
    let folded = 0
    for (;;) {
      const rows = await foldSome({ db, engine }, before)
      if (rows === 0) return folded
      folded += rows
      // SQLite works on the thread that answers requests: they come in between.
      await new Promise((done) => setImmediate(done))
    }
  },
  funnel: (query) => countSteps(db, query),
})

const toRow = ({ sdkType, sdkVersion, ...event }: StoredEvent): EventTables['event'] => ({
  ...event,
  sdk_type: sdkType,
  sdk_version: sdkVersion,
})

/** All rows are one parameter, so that the statement is the same for any number of them. */
const insert = (engine: Engine, events: readonly StoredEvent[]): RawBuilder<unknown> => {
  const rows = JSON.stringify(events.map(toRow))
  const columns = sql.join(NAMES.map((name) => sql.ref(name)))
  const types = sql.join(NAMES.map((name) => sql`${sql.ref(name)} ${sql.raw(COLUMNS[name])}`))
  const selected =
    engine.name === 'postgres'
      ? sql`select ${columns} from json_to_recordset(cast(${rows} as json)) as given (${types})`
      : sql`select ${sql.join(NAMES.map((name) => sql`value ->> ${sql.lit(name)}`))}
          from json_each(${rows}) where true`
  return sql`insert into event (${columns}) ${selected} on conflict (project, id) do nothing`
}

/** @returns how many; 0 too where another instance is folding */
const foldSome = ({ db, engine }: EventDatabase, before: number): Promise<number> =>
  engine.name === 'sqlite'
    ? immediately(db, (one) => foldRows(one, before))
    : db.transaction().execute(async (one) => ((await takeFold(one)) ? foldRows(one, before) : 0))

/** Two that fold the same rows would count them twice. */
const takeFold = async (db: Kysely<EventTables>): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('latchkey events', 0)) as mine`.execute(db)
  return rows[0]?.mine === true
}

/**
 * A transaction of SQLite that takes the file before it reads. One that wants it later is refused where
 * another connection has written meanwhile, and libsql then leaves its statement open.
 */
const immediately = <Answer>(
  db: Kysely<EventTables>,
  run: (one: Kysely<EventTables>) => Promise<Answer>,
): Promise<Answer> =>
  db.connection().execute(async (one) => {
    await sql`begin immediate`.execute(one)
    try {
      const answer = await run(one)
      await sql`commit`.execute(one)
      return answer
    } catch (error) {
      await sql`rollback`.execute(one)
      throw error
    }
  })

const foldRows = async (db: Kysely<EventTables>, before: number): Promise<number> => {
  const beyond = await db
    .selectFrom('event')
    .select('at')
    .where('at', '<', before)
    .orderBy('at')
    .limit(1)
    .offset(MOST_IN_FOLD)
    .executeTakeFirst()
  const end = beyond ? Math.min(beyond.at + 1, before) : before
  await sql`insert into event_count (project, day, name, step, n)
    select project, cast(at / ${sql.lit(DAY_MS)} as integer), name, step, count(*)
    from event where at < ${end} group by 1, 2, 3, 4
    on conflict (project, day, name, step) do update set n = event_count.n + excluded.n`.execute(db)
  const { numDeletedRows } = await db.deleteFrom('event').where('at', '<', end).executeTakeFirst()
  return Number(numDeletedRows)
}

const countSteps = async (
  db: Kysely<EventTables>,
  { project, fromDay, untilDay }: FunnelQuery,
): Promise<FunnelCounts> => {
  const isStep = sql`project = ${project} and step in (${sql.join(FUNNEL_STEPS)})`
  const { rows } = await sql<{ step: string; n: number }>`
    select step, cast(sum(n) as bigint) as n from (
      select step, count(*) as n from event
        where ${isStep} and at >= ${fromDay * DAY_MS} and at < ${untilDay * DAY_MS} group by step
      union all
      select step, sum(n) as n from event_count
        where ${isStep} and day >= ${fromDay} and day < ${untilDay} group by step
    ) as counted group by step`.execute(db)
  const found = new Map(rows.map(({ step, n }) => [step, Number(n)]))
  return Object.fromEntries(
    FUNNEL_STEPS.map((step) => [step, found.get(step) ?? 0]),
  ) as unknown as FunnelCounts
}
