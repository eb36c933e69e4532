import { afterEach, expect, it } from 'vitest'
import { UNDO_MS } from '../src/contract/index.js'
import { type TestFrame, ORIGIN, startTestFrame } from './harness.js'
import { type Visitor, reasonOf } from './visitor.js'

const ending: TestFrame[] = []
afterEach(async () => {
  for (const frame of ending.splice(0)) await frame.close()
})
const MAIL_PAUSE_MS = 30_000
const HOUR_MS = 60 * 60_000
const OLD = 'ada@shop.example'
const NEW = 'ada@new.example'

/** Ada, signed in with a wallet. */
async function setUp(changes?: Parameters<typeof startTestFrame>[0]) {
  const frame = await startTestFrame(changes)
  ending.push(frame)
  const ada = await frame.newVisitor()
  await frame.signIn(ada, OLD)
  await frame.createWallet(ada)
  const start = (email: string, who: Visitor = ada) =>
    who.post('/v1/email/change/start', { email, origin: ORIGIN, lang: 'en' })
  /** Codes of other mails may be there. */
  const codeOf = async (to: string): Promise<string> => {
    const { text } = await frame.nextMail(to)
    return /^\d{6}$/m.exec(text)?.[0] ?? codeOf(to)
  }
  const step = (name: 'primary' | 'secondary', id: string, code: string, who: Visitor = ada) =>
    who.post(`/v1/email/change/${name}`, { id, code })
  /** The whole change. @returns the link of the mail to the old address */
  const change = async (to = NEW, from = OLD): Promise<string> => {
    const { id } = (await start(to)).body
    await step('primary', id, await codeOf(from))
    const { status } = await step('secondary', id, await codeOf(to))
    expect(status).toBe(200)
    let text = ''
    while (!text.includes('/email-change/')) ({ text } = await frame.nextMail(from))
    return /http\S+\/email-change\/\S+/.exec(text)![0]
  }
  const undo = (link: string) => fetch(`${link}/undo`, { method: 'POST' })
  return { frame, ada, start, codeOf, step, change, undo }
}
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

it('Codes of both addresses change the address, and the new one signs in to the same account', async () => {
  const { frame, ada, start, codeOf, step } = await setUp()
  const before = (await ada.get('/v1/user')).body
  const started = await start('Ada@NEW.example')
  expect(started.body).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
  const { id } = started.body
  expect((await step('primary', id, await codeOf(OLD))).status).toBe(200)
  const finished = await step('secondary', id, await codeOf(NEW))
  expect(finished.body).toEqual({ email: NEW })
  const eve = await frame.newVisitor()
  await frame.signIn(eve, NEW)
  const { email, id: account, wallet } = (await eve.get('/v1/user')).body
  expect({ email, account, wallet }).toEqual({
    email: NEW,
    account: before.id,
    wallet: before.wallet,
  })
})

it('A code of one side changes nothing, and neither does the code of the other stage', async () => {
  const { ada, start, codeOf, step } = await setUp()
  const { id } = (await start(NEW)).body
  const first = await codeOf(OLD)
  expect(reasonOf(await step('secondary', id, first))).toEqual([400, 'code'])
  expect(reasonOf(await step('primary', id, other(first)))).toEqual([400, 'code'])
  expect((await step('primary', id, first)).status).toBe(200)
  expect(reasonOf(await step('primary', id, first))).toEqual([400, 'code'])
  const second = await codeOf(NEW)
  expect(reasonOf(await step('secondary', id, other(second)))).toEqual([400, 'code'])
  expect((await ada.get('/v1/user')).body.email).toBe(OLD)
})

it('A code of a change signs nobody in', async () => {
  const { frame, start, codeOf, step } = await setUp()
  const { id } = (await start(NEW)).body
  await step('primary', id, await codeOf(OLD))
  const eve = await frame.newVisitor()
  const code = await codeOf(NEW)
  expect(reasonOf(await eve.post('/v1/email/verify', { id, code }))).toEqual([400, 'code'])
})

it('Another session of the person cannot go on with a change, and five wrong codes end it', async () => {
  const { frame, start, codeOf, step } = await setUp()
  const { id } = (await start(NEW)).body
  const code = await codeOf(OLD)
  const second = await frame.newVisitor()
  frame.pass(MAIL_PAUSE_MS)
  await frame.signIn(second, OLD)
  expect(reasonOf(await step('primary', id, code, second))).toEqual([400, 'code'])
  for (let count = 0; count < 5; count += 1) await step('primary', id, other(code))
  expect(reasonOf(await step('primary', id, code))).toEqual([400, 'code'])
})

it('A code that is ten minutes old is over', async () => {
  const { frame, start, codeOf, step } = await setUp()
  const { id } = (await start(NEW)).body
  frame.pass(10 * 60_000)
  expect(reasonOf(await step('primary', id, await codeOf(OLD)))).toEqual([400, 'code'])
})

it('A session of an hour ago changes nothing without the code of the old address, which makes it fresh', async () => {
  const { frame, ada, start, codeOf, step } = await setUp()
  frame.pass(HOUR_MS)
  expect(reasonOf(await ada.post('/v1/wallet/export'))).toEqual([403, 'fresh'])
  const { id } = (await start(NEW)).body
  expect(reasonOf(await step('secondary', id, '000000'))).toEqual([400, 'code'])
  expect((await step('primary', id, await codeOf(OLD))).status).toBe(200)
  expect((await ada.post('/v1/wallet/export')).status).toBe(200)
})

it.each([OLD, 'ADA@shop.example'])('The same address is refused as such: %s', async (email) => {
  const { start } = await setUp()
  expect(reasonOf(await start(email))).toEqual([400, 'same_email'])
})

it.each(['x@', '', 'a@b', 'a@b.co, c@d.co'])(
  'No address is refused before a mail: %j',
  async (email) => {
    const { frame, start } = await setUp()
    const before = frame.mails.length
    expect((await start(email)).status).toBe(400)
    expect(frame.mails.length).toBe(before)
  },
)

it('An address that another account has is told to nobody but the reader of its mails', async () => {
  const { frame, ada, start, codeOf, step } = await setUp()
  const bob = await frame.newVisitor()
  await frame.signIn(bob, 'bob@shop.example')
  const free = await start(NEW)
  const taken = await start('bob@shop.example')
  expect(Object.keys(taken.body).sort()).toEqual(Object.keys(free.body).sort())
  await codeOf(OLD)
  const { id } = taken.body
  expect((await step('primary', id, await codeOf(OLD))).status).toBe(200)
  const code = await codeOf('bob@shop.example')
  expect(reasonOf(await step('secondary', id, other(code)))).toEqual([400, 'code'])
  expect(reasonOf(await step('secondary', id, code))).toEqual([409, 'email_taken'])
  expect((await ada.get('/v1/user')).body.email).toBe(OLD)
  expect((await bob.get('/v1/user')).body.email).toBe('bob@shop.example')
})

it('While the old address can undo it, nothing is exported or deleted, and no newer device recovers', async () => {
  const { frame, ada, start, change } = await setUp()
  await change()
  const newer = await frame.newVisitor()
  frame.pass(1_000)
  await frame.signIn(newer, NEW)
  expect(reasonOf(await ada.post('/v1/wallet/export'))).toEqual([403, 'changed'])
  expect(reasonOf(await ada.ask('DELETE', '/v1/user'))).toEqual([403, 'changed'])
  expect(reasonOf(await start('third@new.example'))).toEqual([403, 'changed'])
  expect(reasonOf(await newer.post('/v1/wallet/recovery'))).toEqual([403, 'changed'])
  // The device of before goes on as it was.
  expect((await ada.post('/v1/wallet/recovery')).status).toBe(200)
  expect((await ada.post('/v1/wallet/share')).status).toBe(200)
  frame.pass(UNDO_MS)
  await frame.signIn(newer, NEW)
  expect((await newer.post('/v1/wallet/recovery')).status).toBe(200)
  expect((await newer.post('/v1/wallet/export')).status).toBe(200)
})

it('The old address undoes a change after 71 hours: its devices stay, newer ones and all sessions go', async () => {
  const { frame, ada, change, undo } = await setUp()
  const before = (await ada.get('/v1/user')).body
  const link = await change()
  frame.pass(1_000)
  const thief = await frame.newVisitor()
  await frame.signIn(thief, NEW)
  frame.pass(71 * HOUR_MS)
  expect(await (await fetch(link)).text()).toContain('Do you want the old address back?')
  expect((await undo(link)).status).toBe(200)
  expect((await undo(link)).status).toBe(410)
  expect((await thief.get('/v1/user')).status).toBe(401)
  expect((await ada.get('/v1/user')).status).toBe(401)
  await frame.signIn(ada, OLD)
  const after = (await ada.get('/v1/user')).body
  expect([after.id, after.email, after.wallet]).toEqual([before.id, OLD, before.wallet])
  const { devices } = (await ada.get('/v1/devices')).body
  expect(devices).toHaveLength(1)
  // The new address is nobody's again.
  await frame.signIn(thief, NEW)
  expect((await thief.get('/v1/user')).body.wallet).toBeNull()
})

it('After 73 hours the link is over, and the change stays', async () => {
  const { frame, ada, change, undo } = await setUp()
  const link = await change()
  frame.pass(73 * HOUR_MS)
  expect((await fetch(link)).status).toBe(410)
  expect((await undo(link)).status).toBe(410)
  expect((await ada.get('/v1/user')).body.email).toBe(NEW)
})

it('The old address gets no account of its own while it can undo the change', async () => {
  const { frame, change } = await setUp()
  await change()
  const late = await frame.newVisitor()
  frame.pass(MAIL_PAUSE_MS)
  expect(reasonOf(await frame.signIn(late, OLD))).toEqual([409, 'changed'])
  frame.pass(UNDO_MS)
  await frame.signIn(late, OLD)
  expect((await late.get('/v1/user')).body.wallet).toBeNull()
})

it('Of two changes at once one is made, and of an undo twice at once one', async () => {
  const { ada, start, codeOf, step, frame, change, undo } = await setUp()
  const [one, two] = [(await start(NEW)).body.id, (await start('ada@other.example')).body.id]
  const codes = [await codeOf(OLD), await codeOf(OLD)]
  await Promise.all([step('primary', one, codes[0]!), step('primary', two, codes[1]!)])
  const [first, second] = [await codeOf(NEW), await codeOf('ada@other.example')]
  const ended = await Promise.all([step('secondary', one, first), step('secondary', two, second)])
  expect(ended.map(({ status }) => status).sort()).toEqual([200, 400])
  const { email } = (await ada.get('/v1/user')).body
  frame.pass(UNDO_MS)
  await frame.signIn(ada, email)
  const link = await change('ada@last.example', email)
  const undone = await Promise.all([undo(link), undo(link)])
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 410])
})

it('A page of another site undoes nothing, and looking at the link changes nothing', async () => {
  const { ada, change } = await setUp()
  const link = await change()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await fetch(`${link}/undo`, { method: 'POST', headers })).status).toBe(403)
  await fetch(link)
  expect((await ada.get('/v1/user')).body.email).toBe(NEW)
})

it('A mail that is refused ends in a sentence, and five changes a day are enough', async () => {
  let isAway = false
  const mails: { to: string; text: string }[] = []
  const away = await startTestFrame({
    mail: async (mail) => {
      if (isAway) throw new Error('away')
      mails.push(mail)
    },
  })
  ending.push(away)
  const visitor = await away.newVisitor()
  const begun = await away.start(visitor, OLD)
  while (!mails.length) await new Promise((done) => setTimeout(done, 5))
  const code = await away.approve(mails[0]!)
  visitor.keep(await visitor.post('/v1/email/verify', { id: begun.body.id, code }))
  isAway = true
  const ask = () => visitor.post('/v1/email/change/start', { email: NEW, origin: ORIGIN })
  for (let count = 0; count < 5; count += 1)
    expect(reasonOf(await ask())).toEqual([503, 'mail_failed'])
  expect(reasonOf(await ask())).toEqual([429, 'too_many_requests'])
})
