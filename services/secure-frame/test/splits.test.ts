import { afterEach, expect, it } from 'vitest'
import { openRecoveryStore } from '../src/store/openStore.js'
import { createRecoveryVault } from '../src/vault/recovery.js'
import { kit, newShare, startTestFrame, type TestFrame } from './harness.js'
import { reasonOf } from './visitor.js'

const MINUTE = 60_000
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const start = async (): Promise<TestFrame> => {
  const frame = await startTestFrame()
  ending.push(frame.close)
  return frame
}

const openVault = async () => {
  const store = await openRecoveryStore('file::memory:')
  return { store, vault: createRecoveryVault(store, undefined) }
}

it('A split that cleans up after another one has begun leaves the recovery shares of that one', async () => {
  const { store, vault } = await openVault()
  const put = (set: string, at: number) =>
    vault.put({ account: 'a', wallet: 'w', set }, [kit()], at)
  const kindsOf = (set: string) => vault.kinds({ wallet: 'w', set })
  await put('never made', 1)
  await put('before', 2)
  await put('mine', 3)
  await put('the next one', 3)
  await vault.dropSet({ wallet: 'w', set: 'before' })
  await vault.dropOlder('w', 3)
  expect(await kindsOf('never made')).toEqual([])
  expect(await kindsOf('before')).toEqual([])
  expect(await kindsOf('mine')).toEqual(['kit'])
  expect(await kindsOf('the next one')).toEqual(['kit'])
  await vault.dropAll('w')
  expect(await kindsOf('the next one')).toEqual([])
  await store.close()
})

it('A new split is not made by whoever reads the mail alone: the own key of the wallet signs all of it', async () => {
  const frame = await start()
  const [ada, thief] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(ada)
  const service = newShare()
  await frame.createWallet(ada, { service })
  frame.pass(MINUTE)
  await frame.signIn(thief)
  const signed = await frame.signSplit(ada)
  const strangers = Buffer.alloc(64, 7).toString('base64url')
  for (const change of [
    { signature: strangers },
    { service: newShare() },
    { recovery: [kit()] },
    { recovery: [...signed.recovery, { ...kit(), kind: 'password' }] },
    { removes: 'a-device' },
  ])
    expect(reasonOf(await thief.post('/v1/wallet/split', { ...signed, ...change }))).toEqual([
      403,
      'key',
    ])
  const { signature: _, ...unsigned } = signed
  expect((await thief.post('/v1/wallet/split', unsigned)).status).toBe(400)
  expect(
    (await thief.ask('PUT', '/v1/wallet/recovery', { split: 1, recovery: kit() })).status,
  ).toBe(405)
  expect((await ada.post('/v1/wallet/share')).body).toMatchObject({ split: 1, share: service })
  expect((await ada.post('/v1/wallet/split', signed)).body.split).toBe(2)
  // It was for the split before.
  expect(reasonOf(await thief.post('/v1/wallet/split', { ...signed, from: 2 }))).toEqual([
    403,
    'key',
  ])
})

it('A split takes no way of recovery from a person without giving another', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  expect(reasonOf(await frame.newSplit(ada, { recovery: [] }))).toEqual([400, 'recovery'])
})

it('A new split, the words, a removed device and the end of the account are told by mail', async () => {
  const frame = await start()
  const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(phone)
  frame.pass(MINUTE)
  await frame.signIn(ada)
  await frame.createWallet(ada)
  const told = async () => (await frame.nextMail('ada@shop.example')).text
  await frame.newSplit(ada)
  expect(await told()).toContain('The recovery of your wallet for shop.example was changed')
  await ada.post('/v1/wallet/export')
  expect(await told()).toContain('The 24 words of your wallet for shop.example were asked for')
  const [, { id }] = (await ada.get('/v1/devices')).body.devices
  await frame.newSplit(ada, { from: 2, removes: id })
  expect(await told()).toContain('A device was removed from your wallet for shop.example')
  await ada.ask('DELETE', '/v1/user')
  expect(await told()).toContain('Your account for shop.example was deleted')
})
