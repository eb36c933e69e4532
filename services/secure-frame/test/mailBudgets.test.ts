import { afterEach, expect, it } from 'vitest'
import { type TestFrame, ORIGIN, startTestFrame } from './harness.js'

const ending: TestFrame[] = []
afterEach(async () => {
  for (const frame of ending.splice(0)) await frame.close()
})
const start: typeof startTestFrame = async (changes) => {
  const frame = await startTestFrame(changes)
  ending.push(frame)
  return frame
}

const MINUTE = 60_000

it('A stranger keeps no new device of an address out, and all networks together have a bound', async () => {
  const frame = await start({ trustedProxies: ['127.0.0.1', '::1'], limits: { mailHour: 2 } })
  const eve = await frame.newVisitor()
  const ask = async (from: string) => {
    const body = { projectId: 'shop', email: 'ada@shop.example', origin: ORIGIN }
    const { status } = await eve.post('/v1/email/start', body, {
      headers: { 'x-forwarded-for': from },
    })
    return status
  }
  const askTwice = async (from: string) => [await ask(from), await ask(from)]
  expect(await askTwice('2001:db8:1:1::1')).toEqual([200, 429])
  frame.pass(MINUTE)
  // Another /64 of one /48, and the second and last mail of this network in an hour.
  expect(await askTwice('2001:db8:1:2::1')).toEqual([200, 429])
  frame.pass(MINUTE)
  expect(await ask('2001:db8:1:ffff::1')).toBe(429)
  expect(await askTwice('2001:db8:2:1::1')).toEqual([200, 429])
  for (const last of [1, 2, 3, 4, 5, 6, 7])
    expect(await askTwice(`203.0.113.${last}`)).toEqual([200, 429])
  // Two mails of each of five networks are the sum, however many networks ask.
  expect(await ask('203.0.113.8')).toBe(429)
})

it('Mails that a stranger asks for do not use up those of a device that is known', async () => {
  const frame = await start()
  const [ada, eve] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(ada)
  frame.pass(MINUTE)
  expect((await frame.start(eve, 'ada@shop.example')).status).toBe(200)
  expect((await frame.start(eve, 'ada@shop.example')).status).toBe(429)
  expect((await frame.start(ada, 'ada@shop.example')).status).toBe(200)
})

it('Mails to strangers that use up what a project may send keep no device out that is known', async () => {
  const frame = await start({ limits: { mailProject: 3 } })
  const [ada, eve] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(ada)
  frame.pass(MINUTE)
  for (const name of ['a', 'b'])
    expect((await frame.start(eve, `${name}@shop.example`)).status).toBe(200)
  expect((await frame.start(eve, 'c@shop.example')).status).toBe(429)
  expect((await frame.start(ada, 'ada@shop.example')).status).toBe(200)
})

it('Of itself the service sends an address one mail in 30 s, five an hour and ten a day', async () => {
  const frame = await start({ limits: { mailClient: 1_000 } })
  const ada = await frame.newVisitor()
  const isSent = async () => (await frame.start(ada, 'ada@shop.example')).status === 200
  expect([await isSent(), await isSent()]).toEqual([true, false])
  frame.pass(29_000)
  expect(await isSent()).toBe(false)
  let sent = 1
  for (const [hour, most] of [5, 10, 10].entries()) {
    for (let count = 0; count < 8; count += 1) {
      frame.pass(31_000)
      if (await isSent()) sent += 1
    }
    expect([hour, sent]).toEqual([hour, most])
    frame.pass(60 * MINUTE)
  }
  frame.pass(24 * 60 * MINUTE)
  expect(await isSent()).toBe(true)
})
