import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ORIGIN, startTestFrame } from './harness.js'
import { ADA, MAIL_PAUSE_MS, type LinkingBench, startLinkingBench } from './linkingBench.js'
import { newFrameKey, reasonOf } from './visitor.js'

const ending: LinkingBench[] = []
afterEach(async () => {
  for (const bench of ending.splice(0)) await bench.close()
})
const start: typeof startLinkingBench = async (changes) => {
  const bench = await startLinkingBench(changes)
  ending.push(bench)
  return bench
}
const MINUTE = 60_000

it('A first sign-in with the address of an account is asked, and both open one wallet after a code', async () => {
  const bench = await start()
  const { account, wallet } = await bench.newAda()
  bench.be('google', ADA)
  const phone = await bench.newVisitor()
  const { question } = (await bench.signInBy(phone, 'google')).body
  expect(question).toEqual({
    id: expect.stringMatching(/^[\w-]{43}$/),
    kind: 'google',
    email: ADA,
    proofs: ['email'],
    expiresAt: expect.any(Number),
  })
  bench.pass(MAIL_PAUSE_MS)
  const { user } = (await bench.byMail(phone, question.id)).body
  expect([user.id, user.wallet.id, user.signIns]).toEqual([account, wallet, ['email', 'google']])
  let told = await bench.nextMail(ADA)
  while (!told.text.includes('was added')) told = await bench.nextMail(ADA)
  expect(told.text).toContain('A way to sign in was added to your wallet for shop.example')
  const tablet = await bench.newVisitor()
  expect((await bench.signInBy(tablet, 'google')).body.user.id).toBe(account)
  const metrics = await (await fetch(`${bench.url}/metrics`)).text()
  for (const outcome of ['asked', 'linked'])
    expect(metrics).toContain(`sign_ins_total{kind="google",outcome="${outcome}"} 1`)
  const actions = (await phone.get('/v1/activity')).body.entries as { action: string }[]
  expect(actions.map(({ action }) => action)).toContain('sign_in.added')
})

it('A person who wants a wallet of their own gets one, and is not asked again', async () => {
  const bench = await start()
  const { account } = await bench.newAda()
  bench.be('github', ADA)
  const other = await bench.newVisitor()
  const { question } = (await bench.signInBy(other, 'github')).body
  const declined = other.keep(await bench.answer(other, 'decline', question.id))
  expect(declined.body.user).toMatchObject({ signIns: ['github'], wallet: null })
  expect(declined.body.user.id).not.toBe(account)
  expect((await bench.signInBy(other, 'github')).body.user.id).toBe(declined.body.user.id)
  expect(reasonOf(await bench.answer(other, 'decline', question.id))).toEqual([
    400,
    'question_over',
  ])
})

it('A first sign-in by mail finds the account of a provider with that address, which the provider proves', async () => {
  const bench = await start()
  bench.be('google', ADA)
  const first = await bench.newVisitor()
  const { id } = (await bench.signInBy(first, 'google')).body.user
  const laptop = await bench.newVisitor()
  const { question } = (await bench.signIn(laptop)).body
  expect(question).toMatchObject({ kind: 'email', email: ADA, proofs: ['google'] })
  const { user } = (await bench.bySocial(laptop, question.id, 'google')).body
  expect([user.id, user.signIns]).toEqual([id, ['google', 'email']])
  bench.pass(MAIL_PAUSE_MS)
  expect((await bench.signIn(await bench.newVisitor())).body.user.id).toBe(id)
})

it('Of two providers with one verified address the second finds the account of the first', async () => {
  const bench = await start()
  bench.be('google', ADA)
  const { id } = (await bench.signInBy(await bench.newVisitor(), 'google')).body.user
  bench.be('discord', ADA)
  const visitor = await bench.newVisitor()
  const { question } = (await bench.signInBy(visitor, 'discord')).body
  expect(question.proofs).toEqual(['google'])
  expect((await bench.bySocial(visitor, question.id, 'google')).body.user.id).toBe(id)
})

it.each([
  ['discord', { unverifiedEmail: true }],
  ['google', { unverifiedEmail: true }],
  ['github', { unverifiedEmail: true }],
  ['apple', { unverifiedEmail: true }],
  ['google', { noEmail: true }],
] as const)('%s with %j leads to no question', async (provider, quirk) => {
  const bench = await start()
  const { account } = await bench.newAda()
  bench.be(provider, ADA, '41', quirk)
  const { body } = await bench.signInBy(await bench.newVisitor(), provider)
  expect(body.question).toBeUndefined()
  expect(body.user.id).not.toBe(account)
})

it('A question is of the frame and project that was asked, of ten minutes, and is answered once', async () => {
  const projects = ['shop', 'other'].map((id) => ({ id, origins: [ORIGIN] }))
  const bench = await start({ projects })
  await bench.newAda()
  bench.be('google', ADA)
  const ada = await bench.newVisitor()
  const ask = async () => (await bench.signInBy(ada, 'google')).body.question.id as string
  const first = await ask()
  const over = [400, 'question_over']
  bench.pass(MAIL_PAUSE_MS)
  const proof = await bench.askCode(ada)
  const eve = await newFrameKey()
  const stolen = { projectId: 'shop', link: first, ...proof }
  expect(reasonOf(await ada.post('/v1/link/email', stolen, { key: eve }))).toEqual(over)
  expect(reasonOf(await ada.post('/v1/link/decline', stolen, { key: eve }))).toEqual(over)
  const foreign = await ada.post('/v1/link/email', { ...stolen, projectId: 'other' })
  expect(reasonOf(foreign)).toEqual(over)
  bench.pass(10 * MINUTE)
  expect(reasonOf(await bench.answer(ada, 'decline', first))).toEqual(over)
  // The answer may have been lost: the same sign-in asks anew, and nothing is there twice.
  const [second, third] = [await ask(), await ask()]
  expect((await bench.byMail(ada, second)).status).toBe(200)
  const late = await bench.answer(ada, 'decline', third)
  expect(late.body.user.signIns).toEqual(['email', 'google'])
  expect(reasonOf(await bench.answer(ada, 'decline', second))).toEqual(over)
})

it('A wrong code counts, and so does the right one of another address; the question stays', async () => {
  const bench = await start()
  const { account } = await bench.newAda()
  bench.be('google', ADA)
  const ada = await bench.newVisitor()
  const { question } = (await bench.signInBy(ada, 'google')).body
  const bob = await bench.askCode(ada, 'bob@shop.example')
  const refused = await bench.answer(ada, 'email', question.id, bob)
  expect(reasonOf(refused)).toEqual([400, 'code'])
  bench.pass(MAIL_PAUSE_MS)
  const { id, code } = await bench.askCode(ada)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let count = 0; count < 5; count += 1)
    await bench.answer(ada, 'email', question.id, { id, code: wrong })
  expect(reasonOf(await bench.answer(ada, 'email', question.id, { id, code }))).toEqual([
    400,
    'code',
  ])
  bench.pass(MAIL_PAUSE_MS)
  expect((await bench.byMail(ada, question.id)).body.user.id).toBe(account)
})

it('Another person at the provider proves nothing, and the question stays', async () => {
  const bench = await start()
  bench.be('google', ADA)
  const { id } = (await bench.signInBy(await bench.newVisitor(), 'google')).body.user
  const ada = await bench.newVisitor()
  const { question } = (await bench.signIn(ada)).body
  bench.be('google', 'eve@evil.example', '666')
  const refused = await bench.bySocial(ada, question.id, 'google')
  expect(reasonOf(refused)).toEqual([403, 'other_person'])
  bench.be('google', ADA)
  expect((await bench.bySocial(ada, question.id, 'google')).body.user.id).toBe(id)
})

it('The address of a provider is found from the first sign-in after it was seen verified', async () => {
  const bench = await start()
  bench.be('google', ADA, '41', { unverifiedEmail: true })
  const ada = await bench.newVisitor()
  const { id } = (await bench.signInBy(ada, 'google')).body.user
  const asks = async () => {
    bench.pass(MAIL_PAUSE_MS)
    bench.be('discord', ADA, '90')
    return (await bench.signInBy(await bench.newVisitor(), 'discord')).body
  }
  bench.be('google', ADA)
  expect((await bench.signInBy(ada, 'google')).body.user.id).toBe(id)
  expect((await asks()).question.proofs).toEqual(['google'])
})

it('An account has one sign-in of each kind: another one of a kind leads to no question', async () => {
  const bench = await start()
  bench.be('google', ADA)
  await bench.signInBy(await bench.newVisitor(), 'google')
  bench.be('google', ADA, '42')
  const { body } = await bench.signInBy(await bench.newVisitor(), 'google')
  expect(body.user.signIns).toEqual(['google'])
})

it('Sign-ins are listed, added and removed; the last one stays, and each change is told by mail', async () => {
  const bench = await start()
  const { ada, account } = await bench.newAda()
  expect((await ada.get('/v1/sign-ins')).body).toEqual({
    signIns: [{ kind: 'email', name: 'a•••@shop.example', stays: 'address' }],
    canAdd: ['google', 'x', 'discord', 'github', 'apple', 'facebook'],
  })
  expect(reasonOf(await bench.remove(ada, 'email'))).toEqual([409, 'address_stays'])
  bench.be('x', undefined)
  expect((await bench.add(ada, 'x')).body.signIns).toEqual([
    { kind: 'email', name: 'a•••@shop.example', stays: 'address' },
    { kind: 'x', name: 'ada' },
  ])
  expect((await bench.nextMail(ADA)).text).toContain('A way to sign in was added')
  const phone = await bench.newVisitor()
  expect((await bench.signInBy(phone, 'x')).body.user.id).toBe(account)
  expect((await bench.nextMail(ADA)).subject).toContain('New sign-in')
  expect((await bench.remove(ada, 'x')).status).toBe(200)
  expect((await bench.nextMail(ADA)).text).toContain('A way to sign in was removed')
  // The session that it opened is over, and that of the other sign-in is not.
  expect((await phone.get('/v1/user')).status).toBe(401)
  expect((await ada.get('/v1/user')).body.signIns).toEqual(['email'])
  expect(reasonOf(await bench.remove(ada, 'x'))).toEqual([404, 'missing'])
  expect((await bench.remove(ada, 'foo')).status).toBe(400)
  expect((await bench.signInBy(phone, 'x')).body.user.id).not.toBe(account)
})

it('A sign-in that is resumed ends with the sign-in that opened it', async () => {
  const bench = await start()
  const { ada } = await bench.newAda()
  bench.be('x', undefined)
  await bench.add(ada, 'x')
  const phone = await bench.newVisitor()
  await bench.signInBy(phone, 'x')
  const resume = () => phone.post('/v1/session/resume', { projectId: 'shop', handle: phone.handle })
  phone.keep(await resume())
  expect((await phone.get('/v1/user')).status).toBe(200)
  await bench.remove(ada, 'x')
  expect((await phone.get('/v1/user')).status).toBe(401)
  expect((await resume()).status).toBe(401)
})

it('A sign-in that opens another account is refused without telling whose', async () => {
  const bench = await start()
  const { ada } = await bench.newAda()
  bench.be('github', 'bob@shop.example')
  const bob = await bench.newVisitor()
  const { id } = (await bench.signInBy(bob, 'github')).body.user
  const refused = await bench.add(ada, 'github')
  expect(reasonOf(refused)).toEqual([409, 'sign_in_taken'])
  expect(JSON.stringify(refused.body)).not.toMatch(/bob|@/)
  expect((await ada.get('/v1/user')).body.signIns).toEqual(['email'])
  expect((await bench.signInBy(bob, 'github')).body.user.id).toBe(id)
})

it('A second sign-in of one kind is refused, and the same one again changes nothing', async () => {
  const bench = await start()
  const { ada } = await bench.newAda()
  bench.be('github', undefined)
  await bench.add(ada, 'github')
  const again = await bench.add(ada, 'github')
  expect(again.body.signIns).toHaveLength(2)
  bench.be('github', undefined, '42')
  expect(reasonOf(await bench.add(ada, 'github'))).toEqual([409, 'has_kind'])
})

it('An account without an address adds one by a code to it, which is told', async () => {
  const bench = await start()
  bench.be('google', 'ada@gmail.example')
  const ada = await bench.newVisitor()
  const { id } = (await bench.signInBy(ada, 'google')).body.user
  const asked = { email: ADA, origin: ORIGIN, lang: 'en' }
  const begun = (await ada.post('/v1/email/change/start', asked)).body
  expect(begun.action).toBe('VERIFY_SECONDARY_OTP')
  const code = /^\d{6}$/m.exec((await bench.nextMail(ADA)).text)![0]
  expect((await ada.post('/v1/email/change/secondary', { id: begun.id, code })).status).toBe(200)
  expect((await bench.nextMail('ada@gmail.example')).text).toContain('A way to sign in was added')
  bench.pass(MAIL_PAUSE_MS)
  expect((await bench.signIn(await bench.newVisitor())).body.user.id).toBe(id)
})

it('Adding and removing need a fresh sign-in, and consume nothing without', async () => {
  const bench = await start()
  const { ada } = await bench.newAda()
  bench.be('x', undefined)
  await bench.add(ada, 'x')
  bench.pass(6 * MINUTE)
  expect(reasonOf(await bench.remove(ada, 'x'))).toEqual([403, 'fresh'])
  bench.be('github', undefined)
  const result = await bench.resultBy(ada, 'github')
  expect(reasonOf(await ada.post('/v1/sign-ins', result))).toEqual([403, 'fresh'])
  await ada.post('/v1/session/confirm', await bench.askCode(ada))
  expect((await ada.post('/v1/sign-ins', result)).status).toBe(200)
  expect((await bench.remove(ada, 'x')).status).toBe(200)
})

it('Of two removals at once of the last two sign-ins one is done', async () => {
  const bench = await start()
  bench.be('x', undefined)
  bench.be('github', undefined)
  const ada = await bench.newVisitor()
  await bench.signInBy(ada, 'x')
  await bench.add(ada, 'github')
  const both = await Promise.all([bench.remove(ada, 'github'), bench.remove(ada, 'x')])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('A deleted account is joined by nobody: its question ends with it', async () => {
  const bench = await start()
  const { ada } = await bench.newAda()
  bench.be('google', ADA)
  const phone = await bench.newVisitor()
  const { question } = (await bench.signInBy(phone, 'google')).body
  await ada.ask('DELETE', '/v1/user')
  bench.pass(MAIL_PAUSE_MS)
  const proof = await bench.askCode(phone)
  const refused = await bench.answer(phone, 'email', question.id, proof)
  expect(reasonOf(refused)).toEqual([400, 'question_over'])
})

it('A sign-in of a provider that the operator has taken away does not count as one that opens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-linking-'))
  const databaseUrl = `file:${join(folder, 'frame.db')}`
  const bench = await start({ databaseUrl })
  bench.be('x', undefined)
  bench.be('github', undefined)
  const ada = await bench.newVisitor()
  await bench.signInBy(ada, 'x')
  await bench.add(ada, 'github')
  const { github: _, ...socials } = bench.providers.options
  await bench.closeFrame()
  const later = await startTestFrame({ databaseUrl, keys: bench.options.keys, socials })
  try {
    const phone = await later.newVisitor()
    await bench.signInBy(phone, 'x')
    expect((await phone.get('/v1/sign-ins')).body.signIns).toEqual([
      { kind: 'x', name: 'ada', stays: 'last' },
      { kind: 'github', name: 'ada' },
    ])
    expect(reasonOf(await bench.remove(phone, 'x'))).toEqual([409, 'last_sign_in'])
    expect((await bench.remove(phone, 'github')).status).toBe(200)
  } finally {
    await later.close()
    await rm(folder, { recursive: true })
  }
})

it('An addition whose session ended while the provider was asked is refused', async () => {
  const bench = await start()
  const { ada, account } = await bench.newAda()
  bench.be('x', undefined)
  const result = await bench.resultBy(ada, 'x')
  bench.be('x', undefined, '41', { lateMs: 500 })
  const adding = ada.post('/v1/sign-ins', result)
  await new Promise((done) => setTimeout(done, 200))
  expect((await ada.post('/v1/session/end-all')).status).toBe(200)
  expect(reasonOf(await adding)).toEqual([401, 'session'])
  bench.be('x', undefined)
  expect((await bench.signInBy(await bench.newVisitor(), 'x')).body.user.id).not.toBe(account)
})
