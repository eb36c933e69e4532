import { type Kysely, sql } from 'kysely'
import { type Engine } from '../store/engine.js'

/** The tables of events, as a part of those of a service. Times are ms since 1970, days are counted since then. */
export interface EventTables {
  event: {
    id: string
    project: string
    sdk_type: string
    sdk_version: string
    at: number
    body: string
    name: string
    step: string
  }
  /** Events that are older than those in `event`. */
  event_count: { project: string; day: number; name: string; step: string; n: number }
}

/** Makes the table of events, to which {@link addEventCounts} belongs. */
export async function createEventTable(db: Kysely<unknown>, { counter }: Engine): Promise<void> {
  await sql`create table event (
    seq ${sql.raw(counter)}, id text not null, project text not null, sdk_type text not null,
    sdk_version text not null, at bigint not null, body text not null)`.execute(db)
  await sql`create index event_at on event (at)`.execute(db)
}

/** Adds what is counted of events. Those of before have no name. */
export async function addEventCounts(db: Kysely<unknown>, { clustered }: Engine): Promise<void> {
  for (const statement of [
    sql`alter table event add column name text not null default ''`,
    sql`alter table event add column step text not null default ''`,
    sql`delete from event where seq in (select seq from (
      select seq, row_number() over (partition by project, id order by seq) as nth from event
      ) as numbered where nth > 1)`,
    sql`create unique index event_id on event (project, id)`,
    sql`create index event_step on event (project, step, at)`,
    sql`create table event_count (
      project text not null, day integer not null, name text not null, step text not null,
      n bigint not null, primary key (project, day, name, step)) ${sql.raw(clustered)}`,
  ])
    await statement.execute(db)
}
