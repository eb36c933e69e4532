import { afterEach, expect, it } from 'vitest'
import { wordsOf } from '../src/mail/texts.js'
import { type TestFrame, ORIGIN, startTestFrame } from './harness.js'
import { newFrameKey, reasonOf } from './visitor.js'

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

it('A new device is approved behind a link, whose page shows the code, and is known from then on', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const first = await frame.start(ada, 'ada@shop.example')
  expect([first.status, first.body.action]).toEqual([200, 'VERIFY_DEVICE'])
  const mail = await frame.nextMail('ada@shop.example')
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/\b\d{6}\b/)
  const { id } = first.body
  const waiting = ada.post('/v1/device/wait', { id, seen: 'sent' })
  const code = await frame.approve(mail)
  expect((await waiting).body).toEqual({ state: 'approved' })
  const signedIn = ada.keep(await ada.post('/v1/email/verify', { id, code }))
  expect(signedIn).toMatchObject({
    status: 200,
    body: { user: { email: 'ada@shop.example', projectId: 'shop', wallet: null } },
  })
  frame.pass(MINUTE)
  const again = await frame.start(ada, 'Ada@Shop.Example')
  expect(again.body.action).toBe('VERIFY_OTP')
  const known = await frame.nextMail('ada@shop.example')
  const [typed = ''] = /^\d{6}$/m.exec(known.text) ?? []
  const second = await ada.post('/v1/email/verify', { id: again.body.id, code: ` ${typed} ` })
  expect(second.body.user.id).toBe(signedIn.body.user.id)
  const grace = await frame.newVisitor()
  expect((await frame.start(grace, 'ada@shop.example')).body.action).toBe('VERIFY_DEVICE')
})

it('The page behind a link names site, browser and time and changes nothing until it is asked to', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const { body } = await frame.start(ada, 'ada@shop.example', { lang: 'ar-EG' })
  const mail = await frame.nextMail('ada@shop.example')
  const [link = ''] = /http\S+\/device\/\S+/.exec(mail.text) ?? []
  const page = await fetch(link)
  const html = await page.text()
  expect(html).toContain('shop.example')
  expect(html).toContain('Firefox on Linux')
  expect(html).toContain(wordsOf('ar').time(body.expiresAt - 10 * MINUTE))
  expect(html).toContain('dir="rtl"')
  expect(html).not.toMatch(/\b\d{6}\b/)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const wait = () => ada.post('/v1/device/wait', { id: body.id })
  expect((await wait()).body.state).toBe('sent')
  const foreign = await fetch(`${link}/approve`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
  expect((await wait()).body.state).toBe('sent')
  await fetch(`${link}/deny`, { method: 'POST' })
  expect((await wait()).body.state).toBe('denied')
  expect((await fetch(`${link}/approve`, { method: 'POST' })).status).toBe(410)
})

it('A code opens nothing for another key, a second time, or after ten minutes', async () => {
  const frame = await start()
  const [ada, eve] = [await frame.newVisitor(), await frame.newVisitor()]
  const { body } = await frame.start(ada, 'ada@shop.example')
  const code = await frame.approve(await frame.nextMail('ada@shop.example'))
  const verify = (who: typeof ada) => who.post('/v1/email/verify', { id: body.id, code })
  expect(reasonOf(await verify(eve))).toEqual([400, 'code'])
  expect((await verify(ada)).status).toBe(200)
  expect(reasonOf(await verify(ada))).toEqual([400, 'code'])
  frame.pass(MINUTE)
  const late = await frame.start(eve, 'eve@shop.example')
  const lateCode = await frame.approve(await frame.nextMail('eve@shop.example'))
  frame.pass(10 * MINUTE)
  const tried = await eve.post('/v1/email/verify', { id: late.body.id, code: lateCode })
  expect(reasonOf(tried)).toEqual([400, 'code'])
})

it.each([
  ['x@', 'email'],
  [`${'a'.repeat(60)}@${'b'.repeat(240)}.example`, 'email'],
  ['ada@shop.example\r\nBcc: eve@evil.example', 'email'],
  ['ada@shop.example,eve@evil.example', 'email'],
  ['"ada eve"@shop.example', 'email'],
  ['Ada <ada@shop.example>', 'email'],
  ['ada@shop..example', 'email'],
])('The address %j is refused before anything is sent', async (email, field) => {
  const frame = await start()
  const ada = await frame.newVisitor()
  expect(reasonOf(await frame.start(ada, email))).toEqual([400, field])
  expect(frame.mails).toEqual([])
})

it('A code that is a number is refused, and one in digits of another script is read', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const { body } = await frame.start(ada, 'ada@shop.example')
  const code = await frame.approve(await frame.nextMail('ada@shop.example'))
  const verify = (typed: unknown) => ada.post('/v1/email/verify', { id: body.id, code: typed })
  expect(reasonOf(await verify(12345))).toEqual([400, 'code'])
  expect(reasonOf(await verify('12345'))).toEqual([400, 'code'])
  const arabic = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(' ')
  expect((await verify(arabic)).status).toBe(200)
})

it('Projects and origins that are not on the list are refused with the reason', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const ask = (more: object) => frame.start(ada, 'ada@shop.example', more)
  expect(reasonOf(await ask({ projectId: 'other' }))).toEqual([403, 'projectId'])
  expect(reasonOf(await ask({ origin: 'https://evil.example' }))).toEqual([403, 'origin'])
  expect((await ask({ origin: 'https://eu.shop.example' })).status).toBe(200)
})

it('An address has so many mails, and one client so many, and both are told when to come again', async () => {
  const frame = await start({ limits: { mailClient: 7, mailHour: 3, mailDay: 4 } })
  const ada = await frame.newVisitor()
  const ask = (email = 'ada@shop.example') => frame.start(ada, email)
  expect((await ask()).status).toBe(200)
  const soon = await ask()
  expect(reasonOf(soon)).toEqual([429, 'too_many_requests'])
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(20)
  for (let count = 1; count < 3; count += 1) {
    frame.pass(MINUTE)
    expect((await ask()).status).toBe(200)
  }
  frame.pass(MINUTE)
  expect((await ask()).status).toBe(429)
  frame.pass(60 * MINUTE)
  expect((await ask()).status).toBe(200)
  frame.pass(MINUTE)
  expect((await ask()).status).toBe(429)
  for (let count = 0; count < 6; count += 1)
    expect((await ask(`person${count}@shop.example`)).status).toBe(200)
  expect((await ask('another@shop.example')).status).toBe(429)
})

it('A mail server that is away is told, locks nobody out, and gets no mail twice', async () => {
  let sent = 0
  let isAway = true
  const frame = await start({
    mail: async () => {
      sent += 1
      if (isAway) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    },
  })
  const ada = await frame.newVisitor()
  const { body } = await frame.start(ada, 'ada@shop.example')
  const state = await ada.post('/v1/device/wait', { id: body.id, seen: 'sending' })
  expect(state.body.state).toBe('mail_failed')
  expect(sent).toBe(1)
  isAway = false
  const again = await frame.start(ada, 'ada@shop.example')
  expect(again.status).toBe(200)
  const second = await ada.post('/v1/device/wait', { id: again.body.id, seen: 'sending' })
  expect([second.body.state, sent]).toEqual(['sent', 2])
})

it('After ten wrong codes there is a pause that grows, and the right code works after it', async () => {
  const frame = await start({ limits: { mailHour: 50, mailDay: 50, mailClient: 50 } })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const wrong = async (times: number) => {
    frame.pass(MINUTE)
    const { body } = await frame.start(ada, 'ada@shop.example')
    const mail = await frame.nextMail('ada@shop.example')
    const [code = ''] = /^\d{6}$/m.exec(mail.text) ?? []
    const other = code === '000000' ? '000001' : '000000'
    const answers = []
    for (let count = 0; count < times; count += 1)
      answers.push(await ada.post('/v1/email/verify', { id: body.id, code: other }))
    return { answers, verify: () => ada.post('/v1/email/verify', { id: body.id, code }) }
  }
  const before = await wrong(0)
  await wrong(5)
  const { answers } = await wrong(5)
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(reasonOf(await before.verify())).toEqual([429, 'too_many_requests'])
  // The pause of a minute is over when the next mail may be asked for; five more make one of five.
  await wrong(5)
  frame.pass(4 * MINUTE)
  expect(reasonOf(await before.verify())).toEqual([429, 'too_many_requests'])
  frame.pass(MINUTE)
  expect((await before.verify()).status).toBe(200)
})

it('A handle opens a session with the key or the cookie of its device, and with nothing else', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const handle = ada.handle!
  const resume = async (who: typeof ada) => {
    who.token = undefined
    return who.post('/v1/session/resume', { projectId: 'shop', handle })
  }
  const withKey = await frame.newVisitor()
  withKey.key = ada.key
  expect((await resume(withKey)).status).toBe(200)
  const withCookie = await frame.newVisitor()
  for (const [name, value] of ada.cookies) withCookie.cookies.set(name, value)
  const resumed = withCookie.keep(await resume(withCookie))
  expect([resumed.status, resumed.body.handle]).toEqual([200, handle])
  expect((await withCookie.get('/v1/user')).status).toBe(200)
  expect(reasonOf(await resume(await frame.newVisitor()))).toEqual([401, 'session'])
  const thief = await frame.newVisitor()
  thief.token = withCookie.token
  expect(reasonOf(await thief.get('/v1/user'))).toEqual([401, 'session'])
})

it('A handle opens nothing in the frame of another project, with the same key and cookie', async () => {
  const projects = ['shop', 'other'].map((id) => ({ id, origins: [ORIGIN] }))
  const frame = await start({ projects })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const resume = (projectId: string) =>
    ada.post('/v1/session/resume', { projectId, handle: ada.handle })
  expect((await resume('other')).status).toBe(401)
  expect((await resume('nobody')).status).toBe(401)
  expect((await resume('shop')).status).toBe(200)
})

it('Signing out ends all tabs of a sign-in, and signing out everywhere ends all devices', async () => {
  const frame = await start()
  const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(ada)
  frame.pass(MINUTE)
  await frame.signIn(phone)
  const tab = await frame.newVisitor()
  tab.key = ada.key
  tab.keep(await tab.post('/v1/session/resume', { projectId: 'shop', handle: ada.handle }))
  expect((await ada.post('/v1/session/end')).body).toEqual({ ended: 2 })
  expect(reasonOf(await tab.get('/v1/user'))).toEqual([401, 'session'])
  const late = await frame.newVisitor()
  late.key = ada.key
  expect(
    (await late.post('/v1/session/resume', { projectId: 'shop', handle: ada.handle })).status,
  ).toBe(401)
  frame.pass(MINUTE)
  await frame.signIn(ada)
  expect((await ada.post('/v1/session/end-all')).body).toEqual({ ended: 2 })
  expect((await phone.get('/v1/user')).status).toBe(401)
})

it('Devices are listed and removed, and an account is deleted, after a fresh sign-in only', async () => {
  const frame = await start()
  const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
  await frame.signIn(phone)
  frame.pass(MINUTE)
  await frame.signIn(ada)
  const { devices } = (await ada.get('/v1/devices')).body
  expect(devices.map(({ isThisOne }: { isThisOne: boolean }) => isThisOne)).toEqual([true, false])
  frame.pass(6 * MINUTE)
  const path = `/v1/devices/${devices[1].id}`
  expect(reasonOf(await ada.ask('DELETE', path))).toEqual([403, 'fresh'])
  expect(reasonOf(await ada.ask('DELETE', '/v1/user'))).toEqual([403, 'fresh'])
  await frame.signIn(ada)
  expect((await ada.ask('DELETE', path)).status).toBe(200)
  expect((await phone.get('/v1/user')).status).toBe(401)
  expect((await ada.get('/v1/activity')).body.entries[0].action).toBe('device.removed')
  await frame.createWallet(ada, { recovery: [] })
  const { id } = (await ada.get('/v1/user')).body
  expect((await ada.ask('DELETE', '/v1/user')).body).toEqual({ deleted: true })
  expect((await ada.get('/v1/user')).status).toBe(401)
  frame.pass(MINUTE)
  const anew = await frame.signIn(ada)
  expect(anew.body.user).toMatchObject({ wallet: null })
  expect(anew.body.user.id).not.toBe(id)
})

it('Proofs that are replayed, of another key, path, method or time, or missing open nothing', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const proof = await ada.proofOf('GET', '/v1/user')
  expect((await ada.get('/v1/user', { proof })).status).toBe(200)
  const refused = [
    await ada.get('/v1/user', { proof }),
    await ada.get('/v1/user', { key: await newFrameKey() }),
    await ada.get('/v1/user', { path: '/v1/devices' }),
    await ada.get('/v1/user', { method: 'POST' }),
    await ada.get('/v1/user', { later: -90 }),
    await ada.get('/v1/user', { later: 90 }),
    await ada.get('/v1/user', { later: 5 }),
    await ada.get('/v1/user', { ath: 'x'.repeat(43) }),
    await ada.get('/v1/user', { proof: '' }),
    await ada.get('/v1/user', { proof: 'a.b.c' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  const late = refused[4]!
  expect(reasonOf(late)).toEqual([401, 'proof.time'])
  expect(Number(late.headers.get('x-latchkey-time'))).toBeGreaterThan(0)
  expect((await ada.get('/v1/user')).status).toBe(200)
})

it('Pages of other origins cannot ask, whatever cookie the browser sends along', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  for (const headers of [{ origin: ORIGIN }, { 'sec-fetch-site': 'cross-site' }])
    expect(reasonOf(await ada.get('/v1/user', { headers }))).toEqual([403, 'origin'])
  const { headers } = await ada.get('/v1/user', { headers: { origin: frame.url } })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
