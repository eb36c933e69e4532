import { afterEach, expect, it } from 'vitest'
import { type Kysely, sql } from 'kysely'
import { groupTransactions } from './group.js'
import { openSqlite } from './sqlite.js'

interface Tables {
  part: { id: number }
}
let db: Kysely<Tables>
afterEach(() => db.destroy())

const open = async () => {
  ;({ db } = openSqlite<Tables>(':memory:', true))
  await sql`create table part (id integer not null primary key)`.execute(db)
  let begun = 0
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') begun += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const transact = groupTransactions(counted)
  const add = (id: number, error?: Error) =>
    transact(async (trx) => {
      await trx.insertInto('part').values({ id }).execute()
      if (error) throw error
      return id
    })
  const ids = async () => (await db.selectFrom('part').selectAll().execute()).map(({ id }) => id)
  return { add, ids, begun: () => begun }
}

it('Transactions that are asked for at once are one, and each has its own answer', async () => {
  const { add, ids, begun } = await open()
  expect(await Promise.all([add(1), add(2), add(3)])).toEqual([1, 2, 3])
  expect(begun()).toBe(1)
  expect(await add(4)).toBe(4)
  expect([await ids(), begun()]).toEqual([[1, 2, 3, 4], 2])
})

it('One that fails takes back its own writes alone', async () => {
  const { add, ids } = await open()
  const all = await Promise.allSettled([add(1), add(2, new Error('no')), add(1), add(3)])
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(await ids()).toEqual([1, 3])
})

it('While another process writes none is kept, and all are told', async () => {
  const { add, ids } = await open()
  const busy = Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })
  const all = await Promise.allSettled([add(1), add(2, busy)])
  expect(all).toMatchObject([{ reason: busy }, { reason: busy }])
  expect(await ids()).toEqual([])
})
