import { afterEach, expect, it } from 'vitest'
import { type TestFrame, kit, newShare, startTestFrame } from './harness.js'
import { reasonOf } from './visitor.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const start = async (): Promise<TestFrame> => {
  const frame = await startTestFrame()
  ending.push(frame.close)
  return frame
}
it('A wallet comes with the share of the device for the cookie of the browser, or not at all', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const home = newShare()
  const made = await frame.createWallet(ada, { recovery: [], home })
  expect(made.status).toBe(200)
  expect((await ada.get('/v1/wallet/home')).body).toMatchObject({
    wallet: made.body.id,
    share: home,
  })
  expect(reasonOf(await frame.createWallet(ada, { recovery: [], home: newShare() }))).toEqual([
    409,
    'conflict',
  ])
  expect((await ada.get('/v1/wallet/home')).body.share).toBe(home)
})

it('A wallet whose only share no browser could keep gives way to another one', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  ada.cookies.clear()
  const first = await frame.createWallet(ada, { recovery: [], home: newShare() })
  ada.cookies.clear()
  const second = await frame.createWallet(ada, { recovery: [], home: newShare() })
  expect(second.status).toBe(200)
  expect(second.body.id).not.toBe(first.body.id)
  expect((await ada.get('/v1/user')).body.wallet).toEqual(second.body)
  // The browser sends the cookie of the answer before: it has the share now.
  const home = newShare()
  const third = await frame.createWallet(ada, { recovery: [], home })
  expect(third.status).toBe(200)
  expect(reasonOf(await frame.createWallet(ada, { recovery: [] }))).toEqual([409, 'conflict'])
  expect((await ada.get('/v1/wallet/home')).body.share).toBe(home)
})

it.each([
  ['that has a recovery', { recovery: [kit()], home: newShare() }],
  ['that the browser has kept', { recovery: [] }],
])('A first wallet %s stays, also without a cookie', async (_, wanted) => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  ada.cookies.clear()
  const made = await frame.createWallet(ada, wanted)
  ada.cookies.clear()
  expect(reasonOf(await frame.createWallet(ada))).toEqual([409, 'conflict'])
  expect((await ada.get('/v1/user')).body.wallet).toEqual(made.body)
})

it('A wallet that is unkept stays once a split gave it a recovery', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  ada.cookies.clear()
  await frame.createWallet(ada, { recovery: [], home: newShare() })
  expect((await frame.newSplit(ada)).status).toBe(200)
  expect(reasonOf(await frame.createWallet(ada))).toEqual([409, 'conflict'])
})

it('Nobody takes the id of another person’s wallet', async () => {
  const frame = await start()
  const [ada, eve] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(ada)
  await frame.signIn(eve, 'eve@shop.example')
  const { id } = (await frame.createWallet(ada)).body
  expect(reasonOf(await frame.createWallet(eve, { id }))).toEqual([409, 'conflict'])
  expect((await eve.get('/v1/user')).body.wallet).toBeNull()
})
