import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isStoreError } from '../../src/store/errors.js'
import { openSqlite } from '../../src/store/engine/sqlite.js'
import { createFollowerStore } from '../../src/store/followerStore.js'
import { createHoldings } from '../../src/store/holdings.js'
import { migrate } from '../../src/store/migrations.js'
import { openStore } from '../../src/store/openStore.js'
import { describeStore } from './suite.js'

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-store-'))
  return {
    open: (options) => openStore({ file: join(folder, 'api.db'), ...options }),
    end: () => rm(folder, { recursive: true }),
  }
})

it('A database that cannot be opened is named as such', async () => {
  const open = openStore({ file: '/nowhere/at/all/api.db' })
  await expect(open).rejects.toSatisfy((error) => isStoreError(error, 'store.unreachable'))
})

it('A write waits for that of another connection, and holds nothing up meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-busy-'))
  const file = join(folder, 'api.db')
  const store = await openStore({ file })
  const { db: other } = openSqlite(file, true)
  await sql`begin immediate`.execute(other)
  const account = `eip155:1:0x${'a'.repeat(40)}`
  const asked = store.watched.ask(account, 'eip155:1', 1)
  const event = { id: '1', project: '', sdkType: '', sdkVersion: '', at: 1, body: '' }
  const added = store.events.add([{ ...event, name: '', step: '' }])
  // By then both have tried once.
  await new Promise((done) => setImmediate(done))
  expect(await store.history.page({ account, chain: 'eip155:1', limit: 5 })).toEqual([])
  await sql`commit`.execute(other)
  expect(await asked).toBe('new')
  await added
  expect(await store.events.fold(2)).toBe(1)
  await other.destroy()
  await store.close()
  await rm(folder, { recursive: true })
})

it('A reorganisation of many entries reads a part of them at a time, and all of their NFTs', async () => {
  const { db, engine, lock } = openSqlite(':memory:', false)
  await migrate(db, engine)
  let most = 0
  const watching = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.length)
      return result
    },
  })
  const store = createFollowerStore(watching, lock)
  const chain = 'eip155:1'
  const [a, b, token] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
    string,
    string,
    string,
  ]
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
  const header = (number: number, fork = 0) => ({
    number,
    hash: word(number + fork),
    parent: word(Math.max(number - 1, 0)),
    at: 0,
  })
  const move = (account: string, tokenId: string) =>
    ({
      direction: 'in',
      standard: 'erc1155',
      token,
      tokenId,
      amount: '1',
      from: token,
      to: account,
    }) as const
  const entries = Array.from({ length: 1_300 }, (_, at) => {
    const account = at % 2 ? a : b
    const body = {
      operationType: 'receive',
      status: 'confirmed',
      sentFrom: token,
      sentTo: token,
      transfers: at % 3 ? [move(account, '7')] : [],
    } as const
    const rest = at % 5 ? {} : { rest: [move(account, String(at % 4))] }
    return {
      account,
      block: 1 + Math.floor(at / 100),
      index: at % 100,
      hash: word(at),
      at: 0,
      body,
      ...rest,
    }
  })
  const part = { chain, epoch: 1, entries: [] }
  await store.begin(chain, word(0), header(0))
  const blocks = Array.from({ length: 13 }, (_, at) => header(at + 1))
  await store.commit({ ...part, expected: word(0), blocks, entries: entries.slice(0, 100) })
  const holdings = createHoldings(db)
  const held = async () => [
    await holdings.ofAccount(`${chain}:${a}`, chain),
    await holdings.ofAccount(`${chain}:${b}`, chain),
  ]
  const before = await held()
  await store.commit({
    ...part,
    expected: word(13),
    blocks: [header(14)],
    entries: entries.slice(100),
  })
  expect(await held()).not.toEqual(before)
  most = 0
  await store.commit({
    ...part,
    expected: word(14),
    takeBackAbove: 1,
    blocks: [header(2, 1_000_000)],
  })
  expect(await held()).toEqual(before)
  expect(most).toBeLessThanOrEqual(500)
  await db.destroy()
})
