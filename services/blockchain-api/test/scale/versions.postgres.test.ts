// Two versions of the schema at once: the older one serves and follows while the newer one changes it.
import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { lockPostgres } from '@latchkey/service-kit/store/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Follower } from '../../src/follow/follower.js'
import { openPostgres } from '../../src/store/engine/postgres.js'
import { migrate } from '../../src/store/migrations.js'
import { openStore, storeOf } from '../../src/store/openStore.js'
import { FakeChain, ME, startFakeNode } from '../follow/fakeNode.js'
import { stepUntil } from '../follow/steps.js'
import { CHAIN } from './fill.js'

/** The last change of the version before, which had its leases as locks of a connection. */
const BEFORE = 7
let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

it('An instance of before reads and follows while and after another changes the tables', async () => {
  const url = await server.create()
  const chain = new FakeChain(300)
  const node = await startFakeNode(chain)
  const older = openPostgres(url)
  await migrate(older.db, older.engine, BEFORE)
  const store = storeOf({ ...older, lock: (name) => lockPostgres(url, name) }, {})
  const options = { chain: CHAIN, urls: [node.url], everything: true, pollMs: 1 }
  const follower = new Follower(store, options)
  await stepUntil(follower, ({ top }) => top === 300, 100)
  const newest = async (of = store) => {
    const page = await of.history.page({ account: `${CHAIN}:${ME}`, chain: CHAIN, limit: 500 })
    return page.map(({ block }) => block)
  }
  const whole = (top: number) => Array.from({ length: top }, (_, at) => top - at)

  let isChanging = true
  const seen = new Set<number>()
  const reading = (async () => {
    while (isChanging) seen.add((await newest()).length)
  })()
  const changing = [openStore({ url }), openStore({ url })]
  chain.head = 350
  await stepUntil(follower, ({ top }) => top === 350, 100)
  const [newer, another] = await Promise.all(changing)
  isChanging = false
  await reading
  // Each answer was whole: of the time before the new blocks, or of parts of them.
  for (const count of seen) expect(count).toBeGreaterThanOrEqual(300)

  expect(await newest(newer)).toEqual(whole(350))
  chain.head = 360
  await stepUntil(follower, ({ top }) => top === 360, 100)
  expect([await newest(), await newest(another)]).toEqual([whole(360), whole(360)])
  const parts = await sql<{ count: number }>`
    select count(*) from pg_inherits where inhparent = 'entry'::regclass`.execute(older.db)
  expect(parts.rows[0]?.count).toBe(16)
  const done = await sql<{ count: number }>`
    select count(*) from kysely_migration where name like '009%'`.execute(older.db)
  expect(done.rows[0]?.count).toBe(1)
  await follower.close()
  for (const one of [store, newer!, another!]) await one.close()
  await node.close()
})
