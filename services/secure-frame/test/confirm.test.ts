import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestFrame, newShare, startTestFrame } from './harness.js'
import { type Visitor, reasonOf } from './visitor.js'

const MINUTE = 60_000
let frame: TestFrame
beforeEach(async () => {
  frame = await startTestFrame()
})
afterEach(() => frame.close())

/** Asks for a code on a device that is known. */
const codeFor = async (visitor: Visitor, email: string) => {
  const { body } = await frame.start(visitor, email)
  const { text } = await frame.nextMail(email)
  return { id: body.id as string, code: /^\d{6}$/m.exec(text)![0] }
}

it('A code makes a sign-in fresh again, once, and its token and handle stay', async () => {
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  frame.pass(6 * MINUTE)
  expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([403, 'fresh'])
  const asked = await codeFor(ada, 'ada@shop.example')
  const before = (await ada.get('/v1/user')).body
  const { status, body } = await ada.post('/v1/session/confirm', asked)
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, signedInAt: expect.any(Number) })
  expect(body.signedInAt - before.signedInAt).toBeGreaterThanOrEqual(6 * MINUTE)
  expect((await ada.post('/v1/wallet/recovery')).status).toBe(200)
  expect((await ada.get('/v1/activity')).body.entries[1].action).toBe('sign_in.confirmed')
  expect(reasonOf(await ada.post('/v1/session/confirm', asked))).toEqual([400, 'code'])
})

it("Neither a wrong code nor another person's makes a sign-in fresh", async () => {
  const ada = await frame.newVisitor()
  // Both persons sign in on one device, so that the key of the attempt fits.
  await frame.signIn(ada, 'eve@shop.example')
  frame.pass(MINUTE)
  await frame.signIn(ada)
  await frame.createWallet(ada)
  frame.pass(6 * MINUTE)
  const others = await codeFor(ada, 'eve@shop.example')
  expect(reasonOf(await ada.post('/v1/session/confirm', others))).toEqual([400, 'code'])
  const { id, code } = await codeFor(ada, 'ada@shop.example')
  const wrong = { id, code: code === '000000' ? '000001' : '000000' }
  expect(reasonOf(await ada.post('/v1/session/confirm', wrong))).toEqual([400, 'code'])
  expect(reasonOf(await ada.post('/v1/wallet/recovery'))).toEqual([403, 'fresh'])
  ada.token = undefined
  expect(reasonOf(await ada.post('/v1/session/confirm', { id, code }))).toEqual([401, 'session'])
})

it('The share of a device in the service is dropped where it was put elsewhere', async () => {
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  await ada.ask('PUT', '/v1/wallet/home', { split: 1, share: newShare() })
  expect((await ada.ask('DELETE', '/v1/wallet/home')).body).toEqual({ dropped: true })
  expect(reasonOf(await ada.get('/v1/wallet/home'))).toEqual([404, 'missing'])
})
