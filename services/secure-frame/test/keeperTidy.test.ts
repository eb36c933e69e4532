// A service and its keeper where one of their databases is an older one, another one, or away.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSecureFrame } from '../src/index.js'
import { SIGNED_HEADER, dropShares } from '../src/keeper/contract.js'
import { openKeeperStore, openRecoveryStore, openStore } from '../src/store/openStore.js'
import { type Markers, createMarkers } from '../src/vault/markers.js'
import { testKeys } from './harness.js'
import {
  type Kept,
  automatic,
  freePort,
  publicOf,
  startKept,
  testServiceKeys,
} from './keeperBench.js'

const HOUR = 60 * 60_000
const ending: (() => unknown)[] = []
let folder = ''
const at = (name: string): string => `file:${join(folder, name)}`
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-tidy-'))
  ending.push(() => rm(folder, { recursive: true }))
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** The first database and that of the markers are two files, so that each can be another one. */
const start = async (changes: Parameters<typeof startKept>[0] = {}): Promise<Kept> => {
  const databases = { databaseUrl: at('frame.db'), recoveryDatabaseUrl: at('recovery.db') }
  const kept = await startKept({
    frame: { ...databases, ...changes.frame },
    keeper: { databaseUrl: at('keeper.db'), ...changes.keeper },
  })
  ending.push(kept.close)
  return kept
}

const withWallet = async ({ frame }: Kept, email = 'ada@shop.example') => {
  const visitor = await frame.newVisitor()
  await frame.signIn(visitor, email)
  const recovery = automatic()
  const { body } = await frame.createWallet(visitor, { recovery })
  return { visitor, recovery, wallet: body.id as string }
}

/** Starts the service again two hours later, which tidies at once. */
const startLater = async ({ frame }: Kept, databaseUrl = at('frame.db')) => {
  frame.pass(2 * HOUR)
  const again = await startSecureFrame({ ...frame.options, databaseUrl })
  ending.push(again.close)
  return again
}

const shares = async (): Promise<number> => {
  const store = await openKeeperStore(at('keeper.db'), { isReader: true })
  const rows = await store.db.selectFrom('kept').select('wallet').execute()
  await store.close()
  return rows.length
}

const withMarkers = async <Answer>(use: (markers: Markers) => Promise<Answer>): Promise<Answer> => {
  const store = await openRecoveryStore(at('recovery.db'))
  try {
    return await use(createMarkers(store))
  } finally {
    await store.close()
  }
}
const unsure = () => withMarkers((markers) => markers.unsure(Number.MAX_SAFE_INTEGER))

/** Leaves rows as processes do that end before a wallet names their sets. */
const leave = (count: number, created: number) =>
  withMarkers(async (markers) => {
    for (let n = 0; n < count; n += 1) {
      const name = String(n).padStart(22, 'x')
      await markers.add({ account: name, wallet: name, set: name }, created)
    }
  })

it('A first database that knows no wallet drops no share at the keeper, and the log says so', async () => {
  const kept = await start()
  const { recovery, visitor } = await withWallet(kept)
  await leave(1, kept.frame.options.now!())
  await kept.frame.close()
  const wrong = await startLater(kept, at('mistyped.db'))
  await expect.poll(() => kept.log.of('keeper.unknown_wallets')).toHaveLength(1)
  expect(kept.log.of('keeper.unknown_wallets')[0]).toMatchObject({ level: 'error', count: 2 })
  await wrong.close()
  expect([await shares(), (await unsure()).length]).toEqual([1, 1])
  await startLater(kept)
  await expect.poll(unsure).toEqual([])
  kept.frame.pass(2_000)
  await kept.frame.signIn(visitor)
  expect((await visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
})

it('A first database of an older backup drops no share of a wallet or a split that it does not know', async () => {
  const kept = await start()
  await withWallet(kept)
  const grace = await withWallet(kept, 'grace@shop.example')
  await withWallet(kept, 'eve@shop.example')
  const next = automatic()
  expect((await kept.frame.newSplit(grace.visitor, { recovery: next })).status).toBe(200)
  expect(await unsure()).toEqual([])
  await kept.frame.close()
  const main = await openStore(at('frame.db'))
  const others = main.db.deleteFrom('wallet').where('evm', 'is not', null)
  await main.db.deleteFrom('share').where('wallet', '<>', grace.wallet).execute()
  await others.where('id', '<>', grace.wallet).execute()
  await main.db
    .updateTable('wallet')
    .set({ recovery_set: 'o'.repeat(22), split: 1 })
    .execute()
  await main.close()
  await leave(1, kept.frame.options.now!())
  await startLater(kept)
  // The row that was left is gone: it has tidied.
  await expect.poll(unsure).toEqual([])
  expect(await shares()).toBe(3)
})

it('More unknown wallets at once than processes leave are dropped by nobody', async () => {
  const kept = await start()
  await withWallet(kept)
  await leave(11, kept.frame.options.now!())
  await kept.frame.close()
  const again = await startLater(kept)
  await expect.poll(() => kept.log.of('keeper.unknown_wallets')).toHaveLength(1)
  expect(kept.log.of('keeper.unknown_wallets')[0]).toMatchObject({ level: 'error', count: 11 })
  await again.close()
  expect(await unsure()).toHaveLength(11)
  await withMarkers((markers) => markers.remove('0'.padStart(22, 'x'), ['0'.padStart(22, 'x')]))
  await startLater(kept)
  await expect.poll(unsure).toEqual([])
  expect(await shares()).toBe(1)
})

it('A row that a process left after its wallet was made is confirmed, and its share stays', async () => {
  const kept = await start()
  const { visitor, recovery, wallet } = await withWallet(kept)
  await kept.frame.close()
  const [set] = await withMarkers((markers) => markers.setsOf(wallet))
  await withMarkers((markers) => markers.doubt(wallet, [set!]))
  expect(await unsure()).toEqual([{ wallet, set, isDropping: true }])
  await startLater(kept)
  await expect.poll(unsure).toEqual([])
  expect(await withMarkers(async (all) => [await all.count(), await all.setsOf(wallet)])).toEqual([
    1,
    [set],
  ])
  kept.frame.pass(2_000)
  await kept.frame.signIn(visitor)
  expect((await visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
})

it('Wallets that were refused while the keeper was away leave rows that all go, however many', async () => {
  const kept = await start()
  await withWallet(kept)
  await kept.keeper.close()
  const visitor = await kept.frame.newVisitor()
  await kept.frame.signIn(visitor, 'eve@shop.example')
  for (let n = 0; n < 12; n += 1)
    expect((await kept.frame.createWallet(visitor, { recovery: automatic() })).status).toBe(503)
  expect(await unsure()).toHaveLength(12)
  await kept.restartKeeper()
  await kept.frame.close()
  await startLater(kept)
  await expect.poll(unsure).toEqual([])
  expect([await shares(), kept.log.of('keeper.unknown_wallets')]).toEqual([1, []])
})

const accounts = async (): Promise<number> => {
  const store = await openStore(at('frame.db'), { isReader: true })
  const rows = await store.db.selectFrom('account').select('id').execute()
  await store.close()
  return rows.length
}

it('An account whose deletion fails keeps its share at the keeper, and the one that is deleted has none', async () => {
  const kept = await start()
  const { visitor, recovery } = await withWallet(kept)
  const main = await openStore(at('frame.db'), { isReader: true })
  ending.push(main.close)
  const stop = "CREATE TRIGGER stop BEFORE DELETE ON account BEGIN SELECT raise(ABORT, 'no'); END"
  await sql.raw(stop).execute(main.db)
  expect((await visitor.ask('DELETE', '/v1/user')).status).toBe(500)
  expect([await shares(), await accounts()]).toEqual([1, 1])
  expect((await visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
  await sql.raw('DROP TRIGGER stop').execute(main.db)
  expect((await visitor.ask('DELETE', '/v1/user')).status).toBe(200)
  expect([await shares(), await accounts(), await unsure()]).toEqual([0, 0, []])
})

it('An account is deleted beside a keeper that is away, and its share goes later', async () => {
  const kept = await start()
  await withWallet(kept, 'eve@shop.example')
  const { visitor } = await withWallet(kept)
  await kept.keeper.close()
  expect((await visitor.ask('DELETE', '/v1/user')).status).toBe(200)
  expect((await visitor.get('/v1/user')).status).toBe(401)
  await kept.restartKeeper()
  expect([await shares(), await accounts()]).toEqual([2, 1])
  await kept.frame.close()
  await startLater(kept)
  await expect.poll(shares).toBe(1)
  await expect.poll(unsure).toEqual([])
})

it('An account is deleted beside a keeper whose answer comes too late', async () => {
  const port = await freePort()
  const serviceKeys = testServiceKeys()
  const keys = testKeys('keeper')
  const keeper = { url: `http://127.0.0.1:${port}`, keys: publicOf(keys.signing), serviceKeys }
  const kept = await start({ frame: { keeper }, keeper: { keys, service: publicOf(serviceKeys) } })
  const slow = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (bytes: Buffer) => parts.push(bytes))
    request.on('end', async () => {
      const signed = String(request.headers[SIGNED_HEADER])
      const answered = await fetch(`${kept.keeper.url}${request.url}`, {
        method: 'POST',
        body: Buffer.concat(parts),
        headers: { 'content-type': 'application/json', [SIGNED_HEADER]: signed },
      })
      const text = await answered.text()
      if (request.url === dropShares.path) return
      response.writeHead(answered.status, {
        [SIGNED_HEADER]: answered.headers.get(SIGNED_HEADER) ?? '',
      })
      response.end(text)
    })
  }).listen(port, '127.0.0.1')
  ending.push(() => {
    slow.closeAllConnections()
    slow.close()
  })
  await withWallet(kept, 'eve@shop.example')
  const { visitor } = await withWallet(kept)
  expect((await visitor.ask('DELETE', '/v1/user')).status).toBe(200)
  expect([await shares(), await accounts()]).toEqual([1, 1])
  expect(await unsure()).toHaveLength(1)
})

it('A keeper of an older backup that lacks shares is told once, at the start and beside the service', async () => {
  const kept = await start()
  await withWallet(kept, 'eve@shop.example')
  await kept.keeper.close()
  const old = await openKeeperStore(at('keeper.db'))
  const rows = await old.db.selectFrom('kept').selectAll().execute()
  await old.close()
  await kept.restartKeeper()
  await withWallet(kept)
  // The look of every two seconds has seen both.
  await new Promise((done) => setTimeout(done, 2_500))
  const told = () => kept.log.of('keeper.fewer_shares')
  expect(told()).toEqual([])
  await kept.keeper.close()
  const store = await openKeeperStore(at('keeper.db'))
  await store.db.deleteFrom('kept').execute()
  await store.db.insertInto('kept').values(rows).execute()
  await store.close()
  await kept.restartKeeper()
  await expect.poll(told, { timeout: 5_000 }).toHaveLength(1)
  expect(told()[0]).toMatchObject({ level: 'error', kept: 1, named: 2 })
  await new Promise((done) => setTimeout(done, 4_500))
  expect(told()).toHaveLength(1)
  await kept.frame.close()
  await startLater(kept)
  await expect.poll(told).toHaveLength(2)
})
