import { createServer } from 'node:http'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSecureFrame } from '../src/index.js'
import { runCommand } from '../src/operate/commands.js'
import { createAudit } from '../src/operate/audit.js'
import { inCommon } from '../src/keeper/inCommon.js'
import { openKeeperStore, openRecoveryStore } from '../src/store/openStore.js'
import { createMarkers } from '../src/vault/markers.js'
import { kit, newShare, testKeys } from './harness.js'
import { type Kept, automatic, changeEmail, keeperHealth, startKept } from './keeperBench.js'
import { reasonOf } from './visitor.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ending: (() => unknown)[] = []
let folder = ''
const at = (name: string): string => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-keeper-'))
  ending.push(() => rm(folder, { recursive: true }))
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** Both on files, so that either can end and start again. */
const start = async (changes: Parameters<typeof startKept>[0] = {}): Promise<Kept> => {
  const kept = await startKept({
    frame: { databaseUrl: `file:${at('frame.db')}`, ...changes.frame },
    keeper: { databaseUrl: `file:${at('keeper.db')}`, ...changes.keeper },
  })
  ending.push(kept.close)
  return kept
}

const signedIn = async ({ frame }: Kept, email?: string) => {
  const visitor = await frame.newVisitor()
  await frame.signIn(visitor, email)
  return visitor
}

/** The service once more, two hours later. */
const restarted = async (frame: Kept['frame']) => {
  frame.pass(2 * HOUR)
  return startSecureFrame(frame.options)
}

const readKeeper = async <Answer>(
  read: (store: Awaited<ReturnType<typeof openKeeperStore>>) => Promise<Answer>,
): Promise<Answer> => {
  const store = await openKeeperStore(`file:${at('keeper.db')}`, { isReader: true })
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}
const shares = () =>
  readKeeper(async ({ db }) => (await db.selectFrom('kept').select('wallet').execute()).length)

it('A share is kept at the keeper, released on a new device, counted and told by the keeper alone', async () => {
  const kept = await start()
  const { frame, mails } = kept
  const ada = await signedIn(kept)
  const recovery = automatic()
  const made = await frame.createWallet(ada, { recovery })
  expect(made.body.recovery).toEqual(['automatic'])
  frame.pass(MINUTE)
  const phone = await signedIn(kept)
  const released = await phone.post('/v1/wallet/recovery')
  expect([released.status, released.body.recovery]).toEqual([200, recovery])
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]).toMatchObject({
    to: 'ada@shop.example',
    from: { address: 'keeper@shop.example' },
    subject: 'Your wallet was recovered on a device',
  })
  expect(frame.mails.map(({ subject }) => subject)).not.toContain(mails[0]!.subject)
  const { audit, entries } = await readKeeper(async (store) => ({
    audit: await createAudit(store.engine, kept.keeperOptions.keys.pepper).verify(
      inCommon(store.db),
    ),
    entries: await store.db.selectFrom('audit').select('action').execute(),
  }))
  expect(audit).toMatchObject({ entries: 1 })
  expect(entries).toEqual([{ action: 'recovery.released' }])
  const metrics = await (await fetch(`${kept.keeper.url}/metrics`)).text()
  expect(metrics).toMatch(/^latchkey_keeper_releases_total 1$/m)
})

it('Database, backups and keys of the machine of the service hold nothing to take a share from', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  const share = newShare()
  await frame.createWallet(ada, { recovery: automatic(share) })
  await frame.close()
  const store = await openRecoveryStore(`file:${at('frame.db')}`)
  const rows = await store.db.selectFrom('recovery').selectAll().execute()
  await store.close()
  expect(rows).toEqual([
    expect.objectContaining({
      kind: 'automatic',
      key_id: null,
      sealed: expect.stringMatching(/^keeper [\w-]{22}$/),
    }),
  ])
  const bytes = Buffer.from(share, 'base64url')
  for (const name of await readdir(folder)) {
    const file = await readFile(at(name))
    expect(file.includes(share)).toBe(false)
    expect(file.includes(bytes)).toBe(false)
  }
})

it('A new split replaces the share at the keeper, and a person who takes over or leaves has none there', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  await frame.createWallet(ada, { recovery: automatic() })
  const next = automatic()
  expect((await frame.newSplit(ada, { recovery: next })).status).toBe(200)
  expect(await shares()).toBe(1)
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(next)
  expect((await frame.newSplit(ada, { from: 2, recovery: [kit()] })).status).toBe(200)
  expect(await shares()).toBe(0)
  const eve = await signedIn(kept, 'eve@shop.example')
  await frame.createWallet(eve, { recovery: automatic() })
  expect(await shares()).toBe(1)
  expect((await eve.ask('DELETE', '/v1/user')).status).toBe(200)
  expect(await shares()).toBe(0)
  expect(await readKeeper(({ db }) => db.selectFrom('owner').selectAll().execute())).toEqual([])
})

it('While the keeper is away a known device goes on, others are told to try again, until it is back', async () => {
  const kept = await start()
  const { frame, log } = kept
  const ada = await signedIn(kept)
  const recovery = automatic()
  await frame.createWallet(ada, { recovery })
  await kept.keeper.close()
  await expect.poll(() => keeperHealth(frame.url)).toBe('away')
  frame.pass(MINUTE)
  await frame.signIn(ada)
  expect((await ada.get('/v1/user')).body.wallet.recovery).toEqual(['automatic'])
  expect((await ada.post('/v1/wallet/share')).status).toBe(200)
  // More often than a person may recover in a day: none of these counts.
  for (let count = 0; count < 7; count += 1) {
    const refused = await ada.post('/v1/wallet/recovery')
    expect(reasonOf(refused)).toEqual([503, 'keeper'])
    expect(refused.body.reasons[0].description).toContain('Try again')
  }
  const eve = await signedIn(kept, 'eve@shop.example')
  expect(reasonOf(await frame.createWallet(eve, { recovery: automatic() }))).toEqual([
    503,
    'keeper',
  ])
  expect((await eve.get('/v1/user')).body.wallet).toBe(null)
  await kept.restartKeeper()
  await expect.poll(() => keeperHealth(frame.url)).toBe('ok')
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
  expect((await frame.createWallet(eve, { recovery: automatic() })).status).toBe(200)
  expect([log.of('keeper.away').length, log.of('keeper.back').length]).toEqual([1, 1])
})

it('A new split beside a keeper that is away is made, and its old share is dropped later', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  await frame.createWallet(ada, { recovery: automatic() })
  await kept.keeper.close()
  expect((await frame.newSplit(ada, { recovery: [kit()] })).body).toMatchObject({
    split: 2,
    recovery: ['kit'],
  })
  await kept.restartKeeper()
  expect(await shares()).toBe(1)
  await frame.close()
  const again = await restarted(frame)
  ending.push(again.close)
  await expect.poll(shares).toBe(0)
  // The row goes after the keeper has answered.
  const unsure = async () => {
    const store = await openRecoveryStore(`file:${at('frame.db')}`)
    const rows = await createMarkers(store).unsure(Number.MAX_SAFE_INTEGER)
    await store.close()
    return rows
  }
  await expect.poll(unsure).toEqual([])
  await again.close()
})

it('A wallet that was never made leaves no share at the keeper, and one that was made keeps it', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  const recovery = automatic()
  await frame.createWallet(ada, { recovery })
  // A second one is refused after the keeper has its share.
  expect(reasonOf(await frame.createWallet(ada, { recovery: automatic() }))).toEqual([
    409,
    'conflict',
  ])
  expect(await shares()).toBe(1)
  const store = await openRecoveryStore(`file:${at('frame.db')}`)
  // As a process leaves it that ends between the two.
  const lost = { account: 'a'.repeat(22), wallet: 'w'.repeat(22), set: 's'.repeat(22) }
  await createMarkers(store).add(lost, Date.now())
  await store.close()
  await frame.close()
  const again = await restarted(frame)
  ending.push(again.close)
  const left = async () => {
    const read = await openRecoveryStore(`file:${at('frame.db')}`)
    const rows = await read.db.selectFrom('recovery').select('wallet').execute()
    await read.close()
    return rows.map(({ wallet }) => wallet)
  }
  await expect.poll(left).not.toContain(lost.wallet)
  expect([await shares(), (await left()).length]).toEqual([1, 1])
})

it('A keeper with another database or key than before is found out, at the start and later', async () => {
  const kept = await start()
  const { frame, log } = kept
  const ada = await signedIn(kept)
  await frame.createWallet(ada, { recovery: automatic() })
  await kept.restartKeeper({ databaseUrl: `file:${at('other.db')}` })
  await expect.poll(() => log.of('keeper.database').length).toBe(1)
  expect(await keeperHealth(frame.url)).toBe('away')
  expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([503, 'keeper'])
  await frame.close()
  await expect(startSecureFrame(frame.options)).rejects.toMatchObject({
    code: 'secure-frame.keeper_refused',
    message: expect.stringContaining('another database'),
  })
  await kept.restartKeeper({ keys: testKeys('other'), databaseUrl: `file:${at('third.db')}` })
  await expect(startSecureFrame(frame.options)).rejects.toMatchObject({
    code: 'secure-frame.keeper_refused',
  })
  await expect(
    kept.restartKeeper({
      keys: { ...testKeys('keeper'), signing: kept.keeperOptions.keys.signing },
    }),
  ).rejects.toMatchObject({ code: 'secure-frame.missing_key' })
  await kept.restartKeeper()
  await (await startSecureFrame(frame.options)).close()
})

it('A service without its keeper does not start once shares are there', async () => {
  const kept = await start()
  const { frame } = kept
  await frame.createWallet(await signedIn(kept), { recovery: automatic() })
  await frame.close()
  const { keeper: _, ...rest } = frame.options
  await expect(startSecureFrame({ ...rest, recovery: 'user' })).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
    message: expect.stringContaining('set KEEPER_URL'),
  })
})

it('A person with other ways of recovery gets these while the keeper is away', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  const own = kit()
  await frame.createWallet(ada, { recovery: [...automatic(newShare()), own] })
  await kept.keeper.close()
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual([own])
  await kept.restartKeeper()
})

it('A keeper that is lost for good is forgotten by a command, and persons choose another recovery', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  await frame.createWallet(ada, { recovery: automatic() })
  await frame.close()
  const env = { RECOVERY_DATABASE_URL: `file:${at('frame.db')}` }
  expect(await runCommand(['forget-keeper'], env)).toContain('forget-keeper --yes')
  expect(await runCommand(['forget-keeper', '--yes'], env)).toContain('Forgot 1 shares')
  await kept.restartKeeper({ databaseUrl: `file:${at('new.db')}` })
  const again = await restarted(frame)
  ending.push(again.close)
  await frame.signIn(ada)
  expect((await ada.get('/v1/user')).body.wallet.recovery).toEqual([])
  expect((await frame.newSplit(ada, { recovery: automatic() })).body.recovery).toEqual([
    'automatic',
  ])
})

it('A change of email is told to the keeper, and its undo ends the wait', async () => {
  const kept = await start()
  const { frame, mails } = kept
  const ada = await signedIn(kept)
  await frame.createWallet(ada, { recovery: automatic() })
  const link = await changeEmail(kept, ada)
  await expect.poll(() => mails.map(({ to }) => to)).toEqual(['ada@shop.example'])
  expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([403, 'changed'])
  expect((await fetch(`${link}/undo`, { method: 'POST' })).status).toBe(200)
  const isWaiting = () =>
    readKeeper(async ({ db }) => {
      const [owner] = await db.selectFrom('owner').select('before').execute()
      return owner?.before !== null
    })
  await expect.poll(isWaiting).toBe(false)
  await frame.signIn(ada)
  expect((await ada.post('/v1/wallet/recovery')).status).toBe(200)
})

it('A keeper that answers nothing is given up after two seconds', async () => {
  const kept = await start()
  const { frame } = kept
  const ada = await signedIn(kept)
  await frame.createWallet(ada, { recovery: automatic() })
  const { port } = kept.keeper
  await kept.keeper.close()
  const silent = createServer(() => undefined).listen(port, '127.0.0.1')
  try {
    const began = performance.now()
    expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([503, 'keeper'])
    expect(performance.now() - began).toBeLessThan(2_500)
  } finally {
    silent.close()
    silent.closeAllConnections()
  }
  await kept.restartKeeper()
})
