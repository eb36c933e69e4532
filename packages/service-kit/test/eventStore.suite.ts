import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Kysely, sql } from 'kysely'
import { type OpenDatabase, migrate } from '../src/store/index.js'
import { DAY_MS, type EventStore, type StoredEvent, stepOf } from '../src/analytics/event.js'
import { createEventStore } from '../src/analytics/eventStore.js'
import { type EventTables, addEventCounts, createEventTable } from '../src/analytics/eventTables.js'

/** A place for one database. */
export interface Bench {
  open(): OpenDatabase<EventTables>
  end(): Promise<void>
}

const NOW = Date.UTC(2026, 10, 28, 12)
const TODAY = Math.floor(NOW / DAY_MS)
const ALL_DAYS = { fromDay: 0, untilDay: TODAY + 1 }
const NONE = { opened: 0, chose: 0, connected: 0, signedIn: 0, sent: 0 }
const NAMES = {
  MODAL_OPEN: 'opened',
  CONNECT_STARTED: 'chose',
  CONNECT_SUCCESS: 'connected',
  SIGN_IN_SUCCESS: 'signedIn',
  SEND_SUBMITTED: 'sent',
} as const

let last = 0
const eventOf = (event: string, more: Partial<StoredEvent> = {}): StoredEvent => ({
  ...{ id: `e${(last += 1)}`, project: 'p', sdkType: 'js', sdkVersion: '1', at: NOW, body: '{}' },
  ...stepOf({ event }),
  ...more,
})

/** The same questions to each engine. */
export const describeEventStore = (engine: string, createBench: () => Promise<Bench>) =>
  describe(`events on ${engine}`, () => {
    let bench: Bench
    const opened: OpenDatabase<EventTables>[] = []
    const open = async (): Promise<EventStore & { db: Kysely<EventTables> }> => {
      const database = bench.open()
      opened.push(database)
      const { db } = database
      // SQLite's own waiting would hold up the connection that is waited for.
      if (database.engine.name === 'sqlite') await sql`pragma busy_timeout = 1`.execute(db)
      await migrate(db, {
        '001': { up: (to: Kysely<unknown>) => createEventTable(to, database.engine) },
        '002': { up: (to: Kysely<unknown>) => addEventCounts(to, database.engine) },
      })
      return { ...createEventStore(database), db }
    }
    const rowsOf = async (db: Kysely<EventTables>, table: 'event' | 'event_count') => {
      const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
      return rows
    }
    beforeEach(async () => {
      bench = await createBench()
    })
    afterEach(async () => {
      for (const { db } of opened.splice(0)) await db.destroy()
      await bench.end()
    })

    it('Events are stored as they are, with the letters of every language', async () => {
      const { add, db } = await open()
      const body = JSON.stringify({ props: { 'ü"\\\u{1f600}': '\0 \ud800 \u2028' } })
      const row = eventOf('MODAL_OPEN', { id: 'ü\u{1f600}\'"\\', body })
      expect(await add([row, eventOf('CART_PAID')])).toBe(2)
      const { sdkType: sdk_type, sdkVersion: sdk_version, ...rest } = row
      expect(await rowsOf(db, 'event')).toMatchObject([
        { ...rest, sdk_type, sdk_version },
        { name: 'CART_PAID', step: '' },
      ])
      expect(await add([])).toBe(0)
    })

    it('An id that a project has is taken without an error and counted once, within a batch and later', async () => {
      const { add, funnel } = await open()
      const one = eventOf('MODAL_OPEN', { id: 'same' })
      expect(await add([one, { ...one, at: NOW + 1 }, eventOf('MODAL_OPEN')])).toBe(2)
      expect(await add([one, eventOf('MODAL_OPEN')])).toBe(1)
      expect(await add([{ ...one, project: 'q' }])).toBe(1)
      expect(await funnel({ project: 'p', ...ALL_DAYS })).toEqual({ ...NONE, opened: 3 })
      expect(await funnel({ project: 'q', ...ALL_DAYS })).toEqual({ ...NONE, opened: 1 })
    })

    it('A thousand events are stored by one statement', async () => {
      const { add, funnel } = await open()
      expect(await add(Array.from({ length: 1000 }, () => eventOf('SEND_SUBMITTED')))).toBe(1000)
      expect(await funnel({ project: 'p', ...ALL_DAYS })).toEqual({ ...NONE, sent: 1000 })
    })

    it('Counts are the same before and after folding, for every span of days', async () => {
      const { add, fold, funnel, db } = await open()
      const days = [0, 1, 2, 40].map((back) => TODAY - back)
      const names = Object.keys(NAMES)
      // Another number for each day and step, at both ends of the day.
      const events = days.flatMap((day, d) =>
        names.flatMap((name, n) =>
          Array.from({ length: 1 + d * names.length + n }, (_, at) =>
            eventOf(name, { at: day * DAY_MS + (at % 2) * (DAY_MS - 1) }),
          ),
        ),
      )
      const others = [eventOf('CART_PAID', { at: 1 }), eventOf('MODAL_OPEN', { project: 'q' })]
      await add([...events, ...others])
      const spans = [
        ...days.map((day) => ({ fromDay: day, untilDay: day + 1 })),
        { fromDay: TODAY - 2, untilDay: TODAY },
        ALL_DAYS,
      ]
      const ask = () => Promise.all(spans.map((span) => funnel({ project: 'p', ...span })))
      const before = await ask()
      expect(before[0]).toEqual({ opened: 1, chose: 2, connected: 3, signedIn: 4, sent: 5 })
      expect(before[3]).toEqual({ opened: 16, chose: 17, connected: 18, signedIn: 19, sent: 20 })
      // In the middle of a day, then the rest.
      const noon = (TODAY - 1) * DAY_MS + DAY_MS / 2
      const isOld = ({ at }: StoredEvent): boolean => at < noon
      expect(await fold(noon)).toBe([...events, ...others].filter(isOld).length)
      expect(await ask()).toEqual(before)
      expect(await rowsOf(db, 'event')).toHaveLength(
        [...events, ...others].filter((event) => !isOld(event)).length,
      )
      await fold((TODAY + 1) * DAY_MS)
      expect(await ask()).toEqual(before)
      expect(await rowsOf(db, 'event')).toEqual([])
      // By project, day and name; of the day that was folded twice there is one row.
      expect(await rowsOf(db, 'event_count')).toHaveLength(
        days.length * names.length + others.length,
      )
      expect(await fold((TODAY + 1) * DAY_MS)).toBe(0)
    })

    it('Many events are folded in several transactions, also those of one moment', async () => {
      const { add, fold, funnel } = await open()
      for (let batch = 0; batch < 13; batch += 1)
        await add(
          Array.from({ length: 1000 }, () => eventOf('MODAL_OPEN', { at: 1 + (batch >> 3) })),
        )
      expect(await fold(2)).toBe(8000)
      expect(await fold(3)).toBe(5000)
      expect(await funnel({ project: 'p', ...ALL_DAYS })).toEqual({ ...NONE, opened: 13_000 })
    })

    it('Two that fold at once, while others write, count each event once', async () => {
      const [one, two] = await Promise.all([open(), open()])
      for (let round = 0; round < 20; round += 1) {
        await one.add(Array.from({ length: 100 }, () => eventOf('MODAL_OPEN', { at: round })))
        const all = await Promise.all([
          patiently(() => one.fold(round + 1)),
          patiently(() => two.fold(round + 1)),
          patiently(() => two.add([eventOf('CONNECT_STARTED')])),
        ])
        expect(all[0] + all[1]).toBe(100)
      }
      expect(await two.funnel({ project: 'p', ...ALL_DAYS })).toEqual({
        ...{ ...NONE, opened: 2000, chose: 20 },
      })
    })

    it('Counts of one project are not those of another, and a name of anything does no harm', async () => {
      const { add, fold, funnel } = await open()
      const project = `'; drop table event; --`
      await add([eventOf('MODAL_OPEN', { project }), eventOf('MODAL_OPEN', { id: `'` })])
      await fold(NOW + 1)
      expect(await funnel({ project, ...ALL_DAYS })).toEqual({ ...NONE, opened: 1 })
      expect(await funnel({ project: 'unknown', ...ALL_DAYS })).toEqual(NONE)
    })

    it('Events of before that have the same id are one, and are counted without a step', async () => {
      const database = bench.open()
      opened.push(database)
      const { db } = database
      await migrate(db, {
        '001': { up: (to: Kysely<unknown>) => createEventTable(to, database.engine) },
      })
      const values = {
        id: 'same',
        project: 'p',
        sdk_type: 'js',
        sdk_version: '1',
        at: 1,
        body: '{}',
      }
      for (let n = 0; n < 2; n += 1)
        await db
          .insertInto('event')
          .values(values as never)
          .execute()
      const { add, funnel, fold } = await open()
      expect(await add([eventOf('MODAL_OPEN')])).toBe(1)
      expect(await funnel({ project: 'p', ...ALL_DAYS })).toEqual({ ...NONE, opened: 1 })
      expect(await fold(2)).toBe(1)
    })
  })

/** A file of SQLite has one writer, whom the others wait for. */
const patiently = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (let left = 200; ; left -= 1)
    try {
      return await ask()
    } catch (error) {
      if (left === 0 || !String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY'))
        throw error
      await new Promise((done) => setTimeout(done, 5))
    }
}
