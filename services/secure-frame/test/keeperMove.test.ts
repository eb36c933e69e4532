import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startKeeper, startSecureFrame } from '../src/index.js'
import { runKeeperCommand } from '../src/keeper/commands.js'
import { runCommand } from '../src/operate/commands.js'
import { openKeeperStore, openRecoveryStore, openStore } from '../src/store/openStore.js'
import { newShare } from './harness.js'
import { automatic, keeperHealth, startKept } from './keeperBench.js'
import { type Before, startBefore, startWithKeeper } from './keeperMoved.js'

const MINUTE = 60_000
const ending: (() => unknown)[] = []
let folder = ''
const at = (name: string): string => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-move-'))
  ending.push(() => rm(folder, { recursive: true }))
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const start = (count: number): Promise<Before> =>
  startBefore(
    {
      folder,
      databaseUrl: `file:${at('frame.db')}`,
      recoveryDatabaseUrl: `file:${at('recovery.db')}`,
      keeperUrl: `file:${at('keeper.db')}`,
      closes: (close) => void ending.push(close),
    },
    count,
  )

it('Shares move to a keeper beside a service, and those that were replaced meanwhile stay so', async () => {
  const before = await start(4)
  const { frame, persons, env } = before
  const { keeper, again, withKeeper } = await startWithKeeper(before)
  // Those of before are released here until they are moved.
  expect((await persons[0]!.visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(
    persons[0]!.recovery,
  )
  const next = automatic()
  expect((await frame.newSplit(persons[1]!.visitor, { recovery: next })).status).toBe(200)
  persons[1]!.recovery = next
  const said = await runCommand(['move-recovery', '--to', keeper.url], env)
  expect(said).toContain('Moved 3 shares. The keeper has 4, of which 4 are named here.')
  expect(await runCommand(['move-recovery', '--to', keeper.url], env)).toContain('Moved 0 shares')
  await again.close()
  const { recoveryKeys: _, ...alone } = withKeeper
  const last = await startSecureFrame(alone)
  ending.push(last.close)
  frame.pass(2_000)
  for (const { visitor, recovery } of persons)
    expect((await visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
})

it('A service whose shares were not moved yet does not start without the keys of before', async () => {
  const before = await start(1)
  const { again, withKeeper } = await startWithKeeper(before)
  await again.close()
  const { recoveryKeys: _, ...alone } = withKeeper
  await expect(startSecureFrame(alone)).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
    message: expect.stringContaining('move-recovery'),
  })
})

it('A move to a keeper that is away says so, keeps all, and goes on where it ended', async () => {
  const before = await start(2)
  const { persons, env, frame } = before
  const { keeper, keeperOptions } = await startWithKeeper(before)
  await keeper.close()
  await expect(runCommand(['move-recovery', '--to', keeper.url], env)).rejects.toThrow(
    'run this again when it is back',
  )
  expect((await persons[0]!.visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(
    persons[0]!.recovery,
  )
  const back = await startKeeper(keeperOptions)
  ending.push(back.close)
  await expect.poll(() => keeperHealth(frame.url)).toBe('ok')
  expect(await runCommand(['move-recovery', '--to', keeper.url], env)).toContain('Moved 2 shares')
  expect((await persons[1]!.visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(
    persons[1]!.recovery,
  )
})

it('A move leaves and names what does not open or has no wallet, moves the rest, and drops what is named', async () => {
  const before = await start(4)
  const { persons, env } = before
  const { keeper } = await startWithKeeper(before)
  const store = await openRecoveryStore(env.RECOVERY_DATABASE_URL)
  ending.push(store.close)
  const walletOf = async (at: number): Promise<string> =>
    (await persons[at]!.visitor.get('/v1/user')).body.wallet.id
  const [damaged, fine] = [await walletOf(0), await walletOf(1)]
  const rows = await store.db.selectFrom('recovery').selectAll().execute()
  const { sealed } = rows.find(({ wallet }) => wallet === damaged)!
  const turned = sealed.slice(0, -8) + (sealed.at(-8) === 'A' ? 'B' : 'A') + sealed.slice(-7)
  await store.db
    .updateTable('recovery')
    .set({ sealed: turned })
    .where('wallet', '=', damaged)
    .execute()
  const orphan = 'o'.repeat(22)
  await store.db
    .insertInto('recovery')
    .values({ ...rows[0]!, wallet: orphan })
    .execute()
  const main = await openStore(env.DATABASE_URL, { isReader: true })
  const account: string = (await persons[1]!.visitor.get('/v1/user')).body.id
  await main.db
    .updateTable('identity')
    .set(({ ref }) => ({ sealed: sql<string>`${ref('sealed')} || 'AAAA'` }))
    .where('account', '=', account)
    .execute()
  await main.close()
  const args = ['move-recovery', '--to', keeper.url]
  const left = await runCommand(args, env).catch((error: unknown) => error as Error)
  expect(left).toMatchObject({
    code: 'secure-frame.command_failed',
    message: expect.stringMatching(/^Moved 3 shares. The keeper has 3, of which 3 are named here./),
  })
  const told = (left as Error).message
  expect(told).toContain('The move is not finished: 2 were left.')
  expect(told).toContain(`1 of wallets that DATABASE_URL does not have: ${orphan}\n`)
  expect(told).toContain(`1 that RECOVERY_KEYS do not open: ${damaged}\n`)
  expect(told).toContain(`because KEYS do not open their address: ${fine}\n`)
  expect(told).not.toContain(turned)
  // It names again what is left, and deletes what is named alone.
  await expect(runCommand([...args, '--drop', orphan, fine], env)).rejects.toThrow(
    `Deleted 1: ${orphan}\nThe move is not finished: 1 were left.`,
  )
  expect(await runCommand([...args, '--drop', damaged], env)).toContain(`Deleted 1: ${damaged}\n`)
  expect(await runCommand(args, env)).toContain('Moved 0 shares. The keeper has 3')
  for (const { visitor, recovery } of persons.slice(2))
    expect((await visitor.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
  const last = await walletOf(3)
  expect(await store.db.selectFrom('recovery').select('wallet').execute()).toContainEqual({
    wallet: last,
  })
})

it('A move with the keys of another service moves nothing', async () => {
  const before = await start(2)
  const { keeper } = await startWithKeeper(before)
  const foreign = at('foreign.json')
  await writeFile(foreign, await runCommand(['keys'], {}))
  const env = { ...before.env, KEYS: `file:${foreign}` }
  await expect(runCommand(['move-recovery', '--to', keeper.url], env)).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
  })
  const said = await runCommand(['move-recovery', '--to', keeper.url], before.env)
  expect(said).toContain('Moved 2 shares.')
})

it('A move names all settings that are missing, and refuses an address without TLS', async () => {
  await expect(runCommand(['move-recovery', '--to', 'https://x.example'], {})).rejects.toThrow(
    /DATABASE_URL is missing(?:.|\n)*SERVICE_KEY is missing/,
  )
  const { env } = await start(0)
  await expect(
    runCommand(['move-recovery', '--to', 'http://10.0.0.12:8790'], env),
  ).rejects.toMatchObject({ code: 'secure-frame.invalid_option' })
})

it('Backup, restore, rotation and audit of a keeper go by the same commands with its own settings', async () => {
  const kept = await startKept({ keeper: { databaseUrl: `file:${at('keeper.db')}` } })
  ending.push(kept.close)
  const { frame, keeperOptions } = kept
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const share = newShare()
  await frame.createWallet(ada, { recovery: automatic(share) })
  const toText = (all: readonly { id: string; key: Uint8Array }[]) =>
    all.map(({ id, key }) => ({ id, key: Buffer.from(key).toString('base64') }))
  const { wrapping, pepper, signing } = keeperOptions.keys
  const write = (keys: typeof wrapping) =>
    writeFile(
      at('keeper-keys.json'),
      JSON.stringify({ wrapping: toText(keys), pepper: pepper.toString('base64'), signing }),
    )
  const env = { DATABASE_URL: `file:${at('keeper.db')}`, KEYS: `file:${at('keeper-keys.json')}` }
  const newer = [{ id: 'newer', key: randomBytes(32) }, ...wrapping]
  await write(newer)
  // The share and the address.
  expect(await runKeeperCommand(['rotate-keys'], env)).toBe('Sealed 2 anew.\n')
  expect(await runKeeperCommand(['rotate-keys'], env)).toBe('Sealed 0 anew.\n')
  await kept.restartKeeper({ keys: { ...keeperOptions.keys, wrapping: newer.slice(0, 1) } })
  frame.pass(MINUTE)
  await frame.signIn(ada)
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(automatic(share))
  expect(await runKeeperCommand(['audit', 'verify'], env)).toContain('is whole: 1 entries')
  expect(await runKeeperCommand(['backup', at('keeper.backup')], env)).toContain('The backup is')
  const moved = { ...env, DATABASE_URL: `file:${at('moved.db')}` }
  await write(wrapping)
  await expect(runKeeperCommand(['restore', at('keeper.backup')], moved)).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
  })
  await write(newer)
  expect(await runKeeperCommand(['restore', at('keeper.backup')], moved)).toContain(
    'Restored 1 shares',
  )
  const [a, b] = await Promise.all(
    [env, moved].map(async ({ DATABASE_URL }) => {
      const store = await openKeeperStore(DATABASE_URL, { isReader: true })
      const row = await store.db.selectFrom('keeper').select('id').executeTakeFirstOrThrow()
      await store.close()
      return row.id
    }),
  )
  expect(a).toBe(b)
  expect(await runKeeperCommand(['what'], {})).toContain('--role keeper backup FILE')
})

it('A rotation of the recovery keys of before leaves rows of shares that a keeper has', async () => {
  const before = await start(1)
  const { keeper } = await startWithKeeper(before)
  await runCommand(['move-recovery', '--to', keeper.url], before.env)
  expect(await runCommand(['rotate-keys', 'recovery'], before.env)).toContain('Sealed 0 anew')
  const store = await openRecoveryStore(before.env.RECOVERY_DATABASE_URL)
  const rows = await store.db.selectFrom('recovery').select(['kind', 'key_id']).execute()
  await store.close()
  expect(rows).toEqual([{ kind: 'automatic', key_id: null }])
})
