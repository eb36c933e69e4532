import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newKeys, readKeys, startSecureFrame } from '../src/index.js'
import { runCommand } from '../src/operate/commands.js'
import { rotateKeys, rotateRecoveryKeys } from '../src/operate/rotateKeys.js'
import { keyIdsOf } from '../src/store/keyIds.js'
import { openRecoveryStore, openStore } from '../src/store/openStore.js'
import { ORIGIN, newShare, startTestFrame, testKeys, testRecoveryKeys } from './harness.js'
import { ADA, MAIL_PAUSE_MS, startLinkingBench } from './linkingBench.js'
import { startSocialBench } from './socialBench.js'

const ending: (() => unknown)[] = []
let folder = ''
const at = (name: string): string => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-operate-'))
  ending.push(() => rm(folder, { recursive: true }))
  await writeFile(at('keys.json'), newKeys('k1'))
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const start = async (changes: Parameters<typeof startTestFrame>[0] = {}) => {
  const frame = await startTestFrame({
    databaseUrl: `file:${at('frame.db')}`,
    recoveryDatabaseUrl: `file:${at('recovery.db')}`,
    keys: await readKeys(`file:${at('keys.json')}`),
    ...changes,
  })
  ending.push(frame.close)
  return frame
}
const env = (more = {}) => ({
  DATABASE_URL: `file:${at('frame.db')}`,
  RECOVERY_DATABASE_URL: `file:${at('recovery.db')}`,
  KEYS: `file:${at('keys.json')}`,
  ...more,
})

it('A backup of a running service, restored elsewhere with its keys, releases the same share', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const service = newShare()
  const made = await frame.createWallet(ada, { service })
  await runCommand(['backup', at('main.backup')], env())
  await runCommand(['backup', 'recovery', at('recovery.backup')], env())
  const released = (await ada.post('/v1/wallet/recovery')).body
  await frame.close()
  for (const name of ['main.backup', 'recovery.backup']) {
    expect((await readFile(at(name))).includes(service)).toBe(false)
    expect((await stat(at(name))).mode & 0o777).toBe(0o600)
  }
  const moved = env({
    DATABASE_URL: `file:${at('moved.db')}`,
    RECOVERY_DATABASE_URL: `file:${at('moved-recovery.db')}`,
  })
  expect(await runCommand(['restore', at('main.backup')], moved)).toContain('Restored 1 wallets')
  await runCommand(['restore', 'recovery', at('recovery.backup')], moved)
  const again = await startSecureFrame({
    ...frame.options,
    publicUrl: frame.url,
    port: frame.port,
    databaseUrl: moved.DATABASE_URL,
    recoveryDatabaseUrl: moved.RECOVERY_DATABASE_URL,
  })
  ending.push(again.close)
  // A proof of the time before the service began is refused: the clock goes on.
  frame.pass(2_000)
  expect((await ada.get('/v1/user')).body.wallet).toEqual(made.body)
  expect((await ada.post('/v1/wallet/share')).body.share).toBe(service)
  expect((await ada.post('/v1/wallet/recovery')).body).toEqual(released)
})

it('A backup without its keys is not restored, and the place stays empty', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  await runCommand(['backup', at('main.backup')], env())
  await expect(runCommand(['backup', at('main.backup')], env())).rejects.toThrow('there already')
  await writeFile(at('other.json'), newKeys('k2'))
  const moved = env({ DATABASE_URL: `file:${at('moved.db')}`, KEYS: `file:${at('other.json')}` })
  await expect(runCommand(['restore', at('main.backup')], moved)).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
  })
  await expect(readFile(at('moved.db'))).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(runCommand(['restore', at('main.backup')], env())).rejects.toThrow('empty place')
})

it('Keys of the same id that are others are refused by restore and by the start, as is another pepper', async () => {
  const recoveryKeys = testRecoveryKeys('r1')
  const frame = await start({ recovery: 'automatic', recoveryKeys })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada, { recovery: [{ kind: 'automatic', share: newShare() }] })
  await runCommand(['backup', at('main.backup')], env())
  await frame.close()
  const own = frame.options.keys
  const [other, pepper] = [testKeys('k1'), randomBytes(32)]
  const refusal = { code: 'secure-frame.missing_key' }
  for (const changes of [
    { keys: { ...own, wrapping: other.wrapping } },
    { keys: { ...own, pepper } },
    { recoveryKeys: testRecoveryKeys('r1') },
  ])
    await expect(startSecureFrame({ ...frame.options, ...changes })).rejects.toMatchObject(refusal)
  const file = JSON.parse(await readFile(at('keys.json'), 'utf8'))
  const { wrapping } = JSON.parse(newKeys('k1'))
  for (const changes of [{ wrapping }, { pepper: pepper.toString('base64') }]) {
    await writeFile(at('other.json'), JSON.stringify({ ...file, ...changes }))
    const moved = env({ DATABASE_URL: `file:${at('moved.db')}`, KEYS: `file:${at('other.json')}` })
    const restored = runCommand(['restore', at('main.backup')], moved)
    await expect(restored).rejects.toMatchObject(refusal)
    await expect(readFile(at('moved.db'))).rejects.toMatchObject({ code: 'ENOENT' })
  }
  await (await startSecureFrame(frame.options)).close()
})

it('A service whose persons all sign in at providers starts again, and not with another pepper', async () => {
  const { signInBy, newVisitor, options, close } = await startSocialBench({
    databaseUrl: `file:${at('social.db')}`,
  })
  expect((await signInBy(await newVisitor(), 'google')).status).toBe(200)
  await close()
  await (await startSecureFrame(options)).close()
  const keys = { ...options.keys, pepper: randomBytes(32) }
  await expect(startSecureFrame({ ...options, keys })).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
    message: expect.stringContaining('its pepper is another one'),
  })
})

it('A second store is restored from a backup alone, and the place stays empty otherwise', async () => {
  const restore = (name: string) => runCommand(['restore', 'recovery', at(name)], env())
  await expect(restore('nothing.backup')).rejects.toThrow('There is no backup at')
  await writeFile(at('text.backup'), 'This is a text and no database. '.repeat(200))
  await expect(restore('text.backup')).rejects.toMatchObject({
    code: 'secure-frame.store_unreachable',
  })
  await expect(stat(at('recovery.db'))).rejects.toMatchObject({ code: 'ENOENT' })
})

it('For PostgreSQL the commands say what to run', async () => {
  const postgres = env({ DATABASE_URL: 'postgres://frame@db.example/frame' })
  expect(await runCommand(['backup', 'x.dump'], postgres)).toContain('pg_dump')
  expect(await runCommand(['restore', 'x.dump'], postgres)).toContain('pg_restore')
})

it('The audit log is verified beside the running service, and a changed entry shows', async () => {
  const frame = await start()
  await frame.signIn(await frame.newVisitor())
  expect(await runCommand(['audit', 'verify'], env())).toContain('is whole: 2 entries')
  await writeFile(at('other.json'), newKeys('k1'))
  const others = env({ KEYS: `file:${at('other.json')}` })
  await expect(runCommand(['audit', 'verify'], others)).rejects.toThrow('or KEYS is not the file')
  const store = await openStore(env().DATABASE_URL, { isReader: true })
  await store.db.updateTable('audit').set({ account: 'somebody' }).where('n', '=', 1).execute()
  await store.close()
  await expect(runCommand(['audit', 'verify'], env())).rejects.toThrow('breaks at entry 1')
})

it('Files of keys are made anew each time, and anything else is answered by help', async () => {
  const [a, b] = await Promise.all([runCommand(['keys'], {}), runCommand(['keys'], {})])
  expect(a).not.toBe(b)
  const [first, second] = [a, b].map((text) => JSON.parse(text).wrapping[0].id)
  expect(first).toMatch(/^\d{4}-\d\d-\d\d-[\da-f]{8}$/)
  expect(first).not.toBe(second)
  expect(Object.keys(JSON.parse(a))).toEqual(['wrapping', 'pepper', 'signing'])
  expect(Object.keys(JSON.parse(await runCommand(['keys', 'recovery'], {})))).toEqual(['wrapping'])
  expect(await runCommand(['what'], {})).toContain('latchkey-secure-frame backup FILE')
})

it('After a new key came first, rotate-keys leaves nothing under the old one', async () => {
  const recoveryKeys = testRecoveryKeys('r1')
  const frame = await start({ recovery: 'automatic', recoveryKeys })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const [service, share] = [newShare(), newShare()]
  const recovery = [{ kind: 'automatic', share }]
  await frame.createWallet(ada, { service, recovery })
  const newer = (old: { id: string; key: Uint8Array }[], id: string) => [
    { id, key: randomBytes(32) },
    ...old,
  ]
  const toText = (all: { id: string; key: Uint8Array }[]) =>
    all.map(({ id, key }) => ({ id, key: Buffer.from(key).toString('base64') }))
  const wrapping = newer([...frame.options.keys.wrapping], 'k2')
  const second = newer(recoveryKeys, 'r2')
  const file = JSON.parse(await readFile(at('keys.json'), 'utf8'))
  await writeFile(at('keys.json'), JSON.stringify({ ...file, wrapping: toText(wrapping) }))
  await writeFile(at('recovery.json'), JSON.stringify({ wrapping: toText(second) }))
  const settings = env({ RECOVERY_KEYS: `file:${at('recovery.json')}` })
  // The share of the service, the address of the person, and the sign-in, which is kept for some minutes.
  expect(await runCommand(['rotate-keys'], settings)).toContain('Sealed 3 anew')
  expect(await runCommand(['rotate-keys', 'recovery'], settings)).toContain('Sealed 1 anew')
  expect(await runCommand(['rotate-keys'], settings)).toContain('Sealed 0 anew')
  await frame.close()
  const again = await startSecureFrame({
    ...frame.options,
    publicUrl: frame.url,
    port: frame.port,
    keys: { ...frame.options.keys, wrapping: wrapping.slice(0, 1) },
    recoveryKeys: second.slice(0, 1),
  })
  ending.push(again.close)
  frame.pass(2_000)
  expect((await ada.get('/v1/user')).body.email).toBe('ada@shop.example')
  expect((await ada.post('/v1/wallet/share')).body.share).toBe(service)
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
})

it('A sign-in, a question and a change begun before a rotation end after it, with the new key alone', async () => {
  const bench = await startLinkingBench({ databaseUrl: `file:${at('frame.db')}` })
  ending.push(() => bench.close())
  const { ada, account } = await bench.newAda()
  bench.pass(MAIL_PAUSE_MS)
  const bob = await bench.newVisitor()
  const proof = await bench.askCode(bob, 'bob@shop.example')
  bench.be('google', ADA)
  const phone = await bench.newVisitor()
  const { question } = (await bench.signInBy(phone, 'google')).body
  bench.be('discord', 'eve@shop.example')
  const eve = await bench.newVisitor()
  const { uri } = await bench.comeBack(eve, 'discord')
  const asked = { email: 'ada@new.example', origin: ORIGIN, lang: 'en' }
  const change = (await ada.post('/v1/email/change/start', asked)).body
  const codeTo = async (address: string): Promise<string> =>
    /^\d{6}$/m.exec((await bench.nextMail(address)).text)?.[0] ?? codeTo(address)
  const { databaseUrl, keys } = bench.options
  const newer = [{ id: 'k2', key: randomBytes(32) }]
  // Beside the service, which has the old key alone until it is started again.
  await rotateKeys(databaseUrl, [...newer, ...keys.wrapping])
  const store = await openStore(databaseUrl, { isReader: true })
  const ids = await keyIdsOf(store)
  await store.close()
  expect(ids).toEqual(['k2'])
  await bench.closeFrame()
  const again = await startSecureFrame({
    ...bench.options,
    ...{ publicUrl: bench.url, port: bench.port, keys: { ...keys, wrapping: newer } },
  })
  ending.push(again.close)
  bench.pass(2_000)
  expect((await bob.post('/v1/email/verify', proof)).body.user.email).toBe('bob@shop.example')
  expect((await bench.verify(eve, uri)).body.user.email).toBe('eve@shop.example')
  const primary = { id: change.id, code: await codeTo(ADA) }
  expect((await ada.post('/v1/email/change/primary', primary)).status).toBe(200)
  const joined = await bench.byMail(phone, question.id)
  expect([joined.body.user.id, joined.body.user.signIns]).toEqual([account, ['email', 'google']])
  const secondary = { id: change.id, code: await codeTo('ada@new.example') }
  expect((await ada.post('/v1/email/change/secondary', secondary)).body.email).toBe(
    'ada@new.example',
  )
})

it('A recovery share whose account is gone does not keep an old key needed for ever', async () => {
  const recoveryKeys = testRecoveryKeys('r1')
  const frame = await start({ recovery: 'automatic', recoveryKeys })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada, { recovery: [{ kind: 'automatic', share: newShare() }] })
  await frame.close()
  const { databaseUrl, recoveryDatabaseUrl = '' } = frame.options
  const orphan = async (wallet: string, created: number) => {
    const store = await openRecoveryStore(recoveryDatabaseUrl)
    const [row] = await store.db.selectFrom('recovery').selectAll().execute()
    await store.db
      .insertInto('recovery')
      .values({ ...row!, wallet, created })
      .execute()
    await store.close()
  }
  await orphan('of a deleted account', Date.now() - 2 * 60 * 60_000)
  // Its wallet may be about to be made.
  await orphan('of a moment ago', Date.now())
  const keys = [{ id: 'r2', key: randomBytes(32) }, ...recoveryKeys]
  expect(await rotateRecoveryKeys(databaseUrl, recoveryDatabaseUrl, keys)).toBe(1)
  const store = await openRecoveryStore(recoveryDatabaseUrl)
  const rows = await store.db.selectFrom('recovery').select(['wallet', 'key_id']).execute()
  await store.close()
  expect(rows.map(({ wallet }) => wallet)).not.toContain('of a deleted account')
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ wallet: 'of a moment ago', key_id: 'r1' })
})
