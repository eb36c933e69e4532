import { type MailServer, startMail } from '@latchkey-tools/localnet'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LogLevel } from '@latchkey/service-kit'
import { LANGUAGES } from '../src/mail/texts.js'
import { NOTICE_KINDS, codeMail, linkMail, noticeMail } from '../src/mail/mails.js'
import { readSender } from '../src/mail/sender.js'
import { type TestFrame, startTestFrame } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
let mail: MailServer
beforeEach(async () => {
  mail = await startMail()
  ending.push(mail.close)
})
const start = async (changes: Parameters<typeof startTestFrame>[0] = {}): Promise<TestFrame> => {
  const frame = await startTestFrame({ mail: mail.url, ...changes })
  ending.push(frame.close)
  return frame
}

const HOSTILE_AGENT = 'Firefox/1\r\nBcc: eve@evil.example <b>x</b>'

it('A mail goes to its one recipient, from the sender of the project, and no header can be added', async () => {
  const frame = await start({
    projects: [
      { id: 'shop', origins: ['https://shop.example'], from: 'The Shop <sign-in@shop.example>' },
    ],
  })
  const ada = await frame.newVisitor()
  const body = { projectId: 'shop', email: 'ada@shop.example', origin: 'https://shop.example' }
  const headers = { 'user-agent': HOSTILE_AGENT.replaceAll('\r\n', ' ') }
  await ada.post('/v1/email/start', { ...body, lang: 'de' }, { headers })
  const got = await mail.next('ada@shop.example')
  expect(got.recipients).toEqual(['ada@shop.example'])
  expect(got.raw).toMatch(/^From: The Shop <sign-in@shop\.example>\r?$/m)
  expect(got.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(got.raw).not.toContain('evil.example')
  expect([got.text, got.html].every((text) => text.includes('Firefox'))).toBe(true)
  expect(got.subject).toBe('Bei shop.example anmelden')
})

it('Origins and addresses with line breaks or with more than one recipient send nothing', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const origins = ['https://shop.example\r\nBcc: eve@evil.example', 'https://a b', 'data:x']
  for (const origin of origins)
    expect((await frame.start(ada, 'ada@shop.example', { origin })).status).toBe(400)
  const addresses = ['ada@shop.example\nBcc: e@evil.example', 'a@b.example, c@d.example']
  for (const email of addresses) expect((await frame.start(ada, email)).status).toBe(400)
  for (const lang of ['de\r\nX: y', 'd'.repeat(36)])
    expect((await frame.start(ada, 'ada@shop.example', { lang })).status).toBe(400)
  await frame.start(ada, 'bob@shop.example')
  await mail.next('bob@shop.example')
  expect(mail.mails).toHaveLength(1)
})

it.each([
  'mail@shop.example\r\nBcc: x@y.example',
  'Shop <a@b.example',
  'Shop',
  '',
  'A <a@b>, <c@d>',
])('The sender %j is refused at the start', (text) => {
  expect(() => readSender('MAIL_FROM', text)).toThrow('MAIL_FROM must be like')
})

it.each(LANGUAGES)('In %s all mails have text and HTML, and fetch nothing', (lang) => {
  const asked = { origin: 'https://shop.example', agent: '', at: 1_800_000_000_000, lang }
  const link = 'https://wallet.example/device/x'
  const notices = NOTICE_KINDS.map((kind) => noticeMail(kind, asked))
  const mails = [codeMail(asked, '123456'), linkMail(asked, link), ...notices]
  for (const { subject, text, html } of mails) {
    expect(subject).not.toMatch(/[{}\r\n]/)
    expect(text).not.toMatch(/[{}<>]/)
    expect(html).toContain(`lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"`)
    // Colours are the mail program's own, so that it is read in dark ones too.
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).not.toMatch(/(?:^|[^-])color:|background/)
    expect(html).not.toMatch(/<(?:img|link|script|style|iframe|video)\b|url\(|src=/)
  }
  expect(mails[0]!.text).toContain('123456')
  expect(mails[1]!.text).toContain(link)
  expect(mails.every(({ text }) => text.includes('shop.example'))).toBe(true)
})

it('The log has no address, no code, no token and no mail, whatever happens', async () => {
  const lines: string[] = []
  const log = (level: LogLevel, event: string, fields?: object): void =>
    void lines.push(JSON.stringify({ level, event, ...fields }))
  const frame = await start({ log })
  const ada = await frame.newVisitor()
  const { body } = await frame.start(ada, 'ada@shop.example')
  const code = await frame.approve(await mail.next('ada@shop.example'))
  ada.keep(await ada.post('/v1/email/verify', { id: body.id, code }))
  await frame.createWallet(ada)
  await ada.post('/v1/wallet/share')
  mail.refuse(true)
  frame.pass(60_000)
  const failed = await frame.start(ada, 'ada@shop.example')
  const wait = await ada.post('/v1/device/wait', { id: failed.body.id, seen: 'sending' })
  expect(wait.body.state).toBe('mail_failed')
  await frame.close()
  const text = lines.join('\n')
  expect(text).toContain('mail.failed')
  for (const secret of ['ada', 'shop.example', code, ada.token!, ada.handle!, '127.0.0.1:'])
    expect(text).not.toContain(secret)
})
