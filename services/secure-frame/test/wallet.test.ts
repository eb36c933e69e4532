import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startSecureFrame } from '../src/index.js'
import { openRecoveryStore, openStore } from '../src/store/openStore.js'
import {
  EVM,
  type TestFrame,
  kit,
  newShare,
  startTestFrame,
  testKeys,
  testRecoveryKeys,
} from './harness.js'
import { reasonOf } from './visitor.js'

const MINUTE = 60_000
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const start = async (changes: Parameters<typeof startTestFrame>[0] = {}): Promise<TestFrame> => {
  const frame = await startTestFrame(changes)
  ending.push(frame.close)
  return frame
}
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'))
  ending.push(() => rm(folder, { recursive: true }))
  return folder
}
const automatic = async () => ({
  recovery: 'automatic' as const,
  recoveryKeys: testRecoveryKeys(),
  recoveryDatabaseUrl: `file:${join(await newFolder(), 'recovery.db')}`,
})

it('A wallet is made once, and its share comes back to its own person alone', async () => {
  const frame = await start()
  const [ada, eve] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(ada)
  await frame.signIn(eve, 'eve@shop.example')
  const service = newShare()
  const made = await frame.createWallet(ada, { service })
  expect(made.body).toMatchObject({ split: 1, evm: EVM, recovery: ['kit'] })
  expect(reasonOf(await frame.createWallet(ada))).toEqual([409, 'conflict'])
  expect((await ada.post('/v1/wallet/share')).body).toEqual({
    wallet: made.body.id,
    split: 1,
    share: service,
  })
  expect(reasonOf(await eve.post('/v1/wallet/share'))).toEqual([404, 'missing'])
  expect((await ada.get('/v1/user')).body.wallet).toEqual(made.body)
})

it('Of many first wallets at once one is made, with its own recovery share', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const wanted = Array.from({ length: 20 }, () => ({ service: newShare(), recovery: [kit()] }))
  const answers = await Promise.all(wanted.map((one) => frame.createWallet(ada, one)))
  const made = answers.flatMap(({ status }, at) => (status === 200 ? [wanted[at]!] : []))
  expect(made).toHaveLength(1)
  expect((await ada.post('/v1/wallet/share')).body.share).toBe(made[0]!.service)
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(made[0]!.recovery)
})

it('Of many new splits at once one is made, and everything of the split before is gone', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  const old = newShare()
  expect((await ada.ask('PUT', '/v1/wallet/home', { split: 1, share: old })).status).toBe(200)
  const wanted = await Promise.all(Array.from({ length: 20 }, () => frame.signSplit(ada)))
  const answers = await Promise.all(wanted.map((one) => ada.post('/v1/wallet/split', one)))
  const made = answers.flatMap(({ status }, at) => (status === 200 ? [wanted[at]!] : []))
  expect(made).toHaveLength(1)
  expect((await ada.post('/v1/wallet/share')).body).toMatchObject({
    split: 2,
    share: made[0]!.service,
  })
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(made[0]!.recovery)
  expect(reasonOf(await ada.get('/v1/wallet/home'))).toEqual([404, 'missing'])
  const late = await ada.ask('PUT', '/v1/wallet/home', { split: 1, share: old })
  expect(reasonOf(late)).toEqual([409, 'conflict'])
})

it('A home opens for the browser that has its cookie, and for no other', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  const share = newShare()
  await ada.ask('PUT', '/v1/wallet/home', { split: 1, share })
  expect((await ada.get('/v1/wallet/home')).body).toMatchObject({ split: 1, share })
  ada.cookies.clear()
  expect(reasonOf(await ada.get('/v1/wallet/home'))).toEqual([404, 'missing'])
  ada.cookies.set('__Host-latchkey-device', 'x'.repeat(43))
  expect(reasonOf(await ada.get('/v1/wallet/home'))).toEqual([404, 'missing'])
})

it('A recovery share needs a fresh sign-in, is told by mail, and comes five times a day', async () => {
  const frame = await start(await automatic())
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const recovery = [{ kind: 'automatic', share: newShare() }]
  await frame.createWallet(ada, { recovery })
  frame.pass(6 * MINUTE)
  expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([403, 'fresh'])
  await frame.signIn(ada)
  for (let count = 0; count < 5; count += 1) {
    expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
    expect((await frame.nextMail('ada@shop.example')).text).toContain('recovery')
  }
  expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([429, 'too_many_requests'])
})

it('In mode user the service takes no recovery share of its own; a person takes a wallet over by a split', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const mine = [{ kind: 'automatic', share: newShare() }]
  expect(reasonOf(await frame.createWallet(ada, { recovery: mine }))).toEqual([400, 'recovery'])
  const other = await start(await automatic())
  const bob = await other.newVisitor()
  await other.signIn(bob)
  await other.createWallet(bob, { recovery: mine })
  const taken = await other.newSplit(bob)
  expect(taken.body.recovery).toEqual(['kit'])
  const store = await openRecoveryStore(other.options.recoveryDatabaseUrl!)
  ending.push(store.close)
  const rows = await store.db.selectFrom('recovery').selectAll().execute()
  expect(rows.map(({ kind }) => kind)).toEqual(['kit'])
})

it('The service share is released so often in a minute', async () => {
  const frame = await start({ limits: { shares: 3 } })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  const statuses = []
  for (let count = 0; count < 4; count += 1)
    statuses.push((await ada.post('/v1/wallet/share')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  frame.pass(MINUTE)
  expect((await ada.post('/v1/wallet/share')).status).toBe(200)
})

it('A share of another person, another split or with one bit changed does not open', async () => {
  const folder = await newFolder()
  const databaseUrl = `file:${join(folder, 'frame.db')}`
  const frame = await start({ databaseUrl })
  const people = []
  for (const email of ['ada@shop.example', 'eve@shop.example', 'bob@shop.example']) {
    const visitor = await frame.newVisitor()
    await frame.signIn(visitor, email)
    await frame.createWallet(visitor)
    people.push(visitor)
  }
  const [ada, eve, bob] = people
  await frame.close()
  const store = await openStore(databaseUrl)
  const wallets = await store.db.selectFrom('wallet').selectAll().orderBy('created').execute()
  const shares = await store.db.selectFrom('share').selectAll().execute()
  const sealedOf = (at: number) => shares.find(({ wallet }) => wallet === wallets[at]!.id)!.sealed
  const put = (at: number, change: object) =>
    store.db.updateTable('share').set(change).where('wallet', '=', wallets[at]!.id).execute()
  await put(0, { sealed: sealedOf(1) })
  const flipped = Buffer.from(sealedOf(1).split('.')[2]!, 'base64url')
  flipped[flipped.length >> 1]! ^= 1
  const parts = sealedOf(1).split('.').slice(0, 2)
  await put(1, { sealed: [...parts, flipped.toString('base64url')].join('.') })
  await put(2, { split: 2 })
  await store.db.updateTable('wallet').set({ split: 2 }).where('id', '=', wallets[2]!.id).execute()
  await store.close()
  const again = await startSecureFrame({ ...frame.options, publicUrl: frame.url, port: frame.port })
  ending.push(again.close)
  frame.pass(2_000)
  for (const visitor of [ada!, eve!, bob!])
    expect(reasonOf(await visitor.post('/v1/wallet/share'))).toEqual([503, 'sealed'])
})

it('A database whose wrapping key is not there does not start, and says which', async () => {
  const databaseUrl = `file:${join(await newFolder(), 'frame.db')}`
  const frame = await start({ databaseUrl, keys: testKeys('old') })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  await frame.close()
  const other = startSecureFrame({ ...frame.options, keys: testKeys('new') })
  await expect(other).rejects.toMatchObject({
    code: 'secure-frame.missing_key',
    message: expect.stringContaining('"old"'),
  })
})

it('A database with an address under a key that is not there does not start either', async () => {
  const databaseUrl = `file:${join(await newFolder(), 'frame.db')}`
  const frame = await start({ databaseUrl, keys: testKeys('old') })
  await frame.signIn(await frame.newVisitor())
  await frame.close()
  await expect(startSecureFrame({ ...frame.options, keys: testKeys('new') })).rejects.toMatchObject(
    {
      code: 'secure-frame.missing_key',
    },
  )
})

it('A device goes together with the new split that makes its share void, or not at all', async () => {
  const frame = await start()
  const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(phone)
  frame.pass(MINUTE)
  await frame.signIn(ada)
  await frame.createWallet(ada)
  await phone.ask('PUT', '/v1/wallet/home', { split: 1, share: newShare() })
  const devices = async () => (await ada.get('/v1/devices')).body.devices as { id: string }[]
  const [, { id }] = (await devices()) as [object, { id: string }]
  const split = (more: object) => frame.newSplit(ada, more)

  expect(reasonOf(await ada.ask('DELETE', `/v1/devices/${id}`))).toEqual([409, 'conflict'])
  expect(reasonOf(await split({ removes: 'of-nobody' }))).toEqual([404, 'missing'])
  expect(reasonOf(await split({ from: 2, removes: id }))).toEqual([409, 'conflict'])
  expect((await ada.post('/v1/wallet/share')).body.split).toBe(1)
  expect((await phone.get('/v1/wallet/home')).status).toBe(200)
  expect(await devices()).toHaveLength(2)

  expect((await split({ removes: id })).body.split).toBe(2)
  expect(await devices()).toHaveLength(1)
  expect((await phone.get('/v1/user')).status).toBe(401)
  const actions = (await ada.get('/v1/activity')).body.entries.map(
    ({ action }: { action: string }) => action,
  )
  expect(actions.slice(0, 2)).toEqual(['wallet.new_split', 'device.removed'])
})

it('A device is not removed without a split while it may have the only share of a wallet', async () => {
  const frame = await start()
  const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(phone)
  frame.pass(MINUTE)
  await frame.signIn(ada)
  await frame.createWallet(phone, { recovery: [] })
  const { devices } = (await ada.get('/v1/devices')).body
  const { id } = devices.find(({ isThisOne }: { isThisOne: boolean }) => !isThisOne)
  expect(reasonOf(await ada.ask('DELETE', `/v1/devices/${id}`))).toEqual([409, 'conflict'])
  expect((await phone.get('/v1/user')).status).toBe(200)
})

it("Another person's device is not removed by a split", async () => {
  const frame = await start()
  const [ada, eve] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(eve, 'eve@shop.example')
  await frame.signIn(ada)
  await frame.createWallet(ada)
  const [{ id }] = (await eve.get('/v1/devices')).body.devices
  expect(reasonOf(await frame.newSplit(ada, { removes: id }))).toEqual([404, 'missing'])
  expect((await eve.get('/v1/user')).status).toBe(200)
})

it('The share for the words needs a fresh sign-in, is noted, and comes five times a day', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const service = newShare()
  await frame.createWallet(ada, { service })
  frame.pass(6 * MINUTE)
  expect(reasonOf(await ada.post('/v1/wallet/export'))).toEqual([403, 'fresh'])
  await frame.signIn(ada)
  for (let count = 0; count < 5; count += 1)
    expect((await ada.post('/v1/wallet/export')).body).toMatchObject({ split: 1, share: service })
  expect(reasonOf(await ada.post('/v1/wallet/export'))).toEqual([429, 'too_many_requests'])
  const { entries } = (await ada.get('/v1/activity')).body
  const exported = entries.filter(({ action }: { action: string }) => action === 'wallet.exported')
  expect(exported).toHaveLength(5)
})
