import { afterEach, expect, it } from 'vitest'
import { ORIGIN, kit } from './harness.js'
import { PROVIDERS, type SocialBench, browse, resultOf, startSocialBench } from './socialBench.js'
import { type Visitor, newFrameKey, reasonOf } from './visitor.js'

const ending: SocialBench[] = []
afterEach(async () => {
  for (const bench of ending.splice(0)) await bench.close()
})
const start: typeof startSocialBench = async (changes) => {
  const bench = await startSocialBench(changes)
  ending.push(bench)
  return bench
}
const MINUTE = 60_000

const SEEN = {
  google: { email: 'ada@gmail.example', userName: 'Ada Lovelace' },
  x: { userName: 'ada_x' },
  discord: { email: 'ada@discord.example', userName: 'ada#0' },
  github: { email: 'ada@github.example', userName: 'ada-gh' },
  apple: { email: 'ada@privaterelay.example', userName: 'Ada Lovelace' },
  facebook: { userName: 'Ada Lovelace' },
}

it.each(PROVIDERS)('A person signs in by %s, and again on another device', async (provider) => {
  const bench = await start()
  const [ada, phone] = [await bench.newVisitor(), await bench.newVisitor()]
  const first = await bench.signInBy(ada, provider)
  expect(first.status).toBe(200)
  const { id, email, userName, signIns, wallet } = first.body.user
  expect({ email, userName }).toEqual({ email: undefined, ...SEEN[provider] })
  expect([signIns, wallet]).toEqual([[provider], null])
  const made = await bench.createWallet(ada, { recovery: [kit()] })
  const second = await bench.signInBy(phone, provider)
  // Apple tells the name at the first sign-in alone.
  expect(second.body.user).toMatchObject({ id, wallet: made.body, ...SEEN[provider] })
  const activity = (await ada.get('/v1/activity')).body.entries as { action: string }[]
  expect(activity.map(({ action }) => action)).toEqual([
    'signed_in_on_new_device',
    'wallet.created',
    'signed_in_on_new_device',
    'account.created',
  ])
  const metrics = await (await fetch(`${bench.url}/metrics`)).text()
  expect(metrics).toContain(`sign_ins_total{kind="${provider}",outcome="signed_in"} 2`)
})

it('A sign-in on a new device is told to the address of the account, and the first one is not', async () => {
  const bench = await start()
  await bench.signInBy(await bench.newVisitor(), 'google')
  const phone = await bench.newVisitor()
  await bench.signInBy(phone, 'google')
  const mail = await bench.nextMail('ada@gmail.example')
  expect(mail.subject).toBe('New sign-in to shop.example')
  expect(mail.text).toContain('Firefox on Linux')
  await bench.signInBy(phone, 'google')
  await bench.signInBy(await bench.newVisitor(), 'facebook')
  await bench.signInBy(await bench.newVisitor(), 'facebook')
  await bench.close()
  ending.splice(0)
  expect(bench.mails).toEqual([])
})

it('The wait tells the result to the frame that began, as soon as the person is back in its browser', async () => {
  const bench = await start()
  const [ada, eve] = [await bench.newVisitor(), await bench.newVisitor()]
  const { body } = await bench.begin(ada, 'github')
  const { login } = body
  expect(new URL(body.uri).pathname).toBe('/github/login/oauth/authorize')
  expect((await ada.post('/v1/social/wait', { login })).body).toEqual({ state: 'started' })
  expect(reasonOf(await eve.post('/v1/social/wait', { login }))).toEqual([404, 'missing'])
  const waiting = ada.post('/v1/social/wait', { login, seen: 'started' })
  const page = await browse(await bench.providers.consent(body.uri), ada)
  const told = (await waiting).body
  expect(told).toEqual({ state: 'returned', uri: page.uri })
  expect((await bench.verify(ada, told.uri)).status).toBe(200)
  expect((await ada.post('/v1/social/wait', { login })).body).toEqual({ state: 'expired' })
})

it('The page of the callback runs one script, and hands the result to the origin that began alone', async () => {
  const bench = await start()
  const ada = await bench.newVisitor()
  const { page } = await bench.comeBack(ada, 'google')
  const { headers, html, target } = page
  expect([page.status, target]).toEqual([200, ORIGIN])
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*frame-ancestors 'none'.*; script-src 'sha256-[\w+/=]{44}'$/,
  )
  expect(headers.get('cross-origin-opener-policy')).toBeNull()
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).toContain('Go back to shop.example. This window can be closed.')
  expect(html).not.toContain('<form')
})

it('A result that came to a browser which nothing knows is told to nobody before the person says so', async () => {
  const bench = await start()
  const ada = await bench.newVisitor()
  const { body } = await bench.begin(ada, 'apple', { lang: 'de' })
  const page = await browse(await bench.providers.consent(body.uri), undefined)
  expect(page.html).toContain('Firefox on Linux')
  expect(page.html).toContain('shop.example')
  const wait = () => ada.post('/v1/social/wait', { login: body.login })
  expect((await wait()).body).toEqual({ state: 'returned' })
  const fields = { state: /name="state" value="([^"]+)"/.exec(page.html)?.[1] ?? '' }
  const say = (word: string, headers = {}) =>
    browse(
      { method: 'POST', url: `${bench.url}/v1/social/apple/${word}`, fields },
      undefined,
      headers,
    )
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await say('approve', foreign)).status).toBe(403)
  expect((await wait()).body).toEqual({ state: 'returned' })
  const said = await say('approve')
  expect(said.html).toContain('Gehen Sie zurück zu shop.example.')
  const { uri } = (await wait()).body
  expect(uri).toBe(page.uri)
  expect((await bench.verify(ada, uri)).status).toBe(200)
  expect((await say('approve')).status).toBe(410)
})

it('A person who did not begin stops the sign-in', async () => {
  const bench = await start()
  const eve = await bench.newVisitor()
  const { body } = await bench.begin(eve, 'google')
  const page = await browse(await bench.providers.consent(body.uri), undefined)
  const fields = { state: /name="state" value="([^"]+)"/.exec(page.html)?.[1] ?? '' }
  const url = `${bench.url}/v1/social/google/deny`
  expect((await browse({ method: 'POST', url, fields }, undefined)).status).toBe(200)
  const told = (await eve.post('/v1/social/wait', { login: body.login })).body
  expect(told.state).toBe('denied')
  expect(reasonOf(await bench.verify(eve, told.uri))).toEqual([403, 'denied'])
})

it('A redirect leads back to the page that asked, with the result in its query', async () => {
  const bench = await start()
  const ada = await bench.newVisitor()
  const returnTo = `${ORIGIN}/cart?a=%20b&c#pay`
  const { body } = await bench.begin(ada, 'discord', { returnTo })
  const page = await browse(await bench.providers.consent(body.uri), undefined)
  const location = page.headers.get('location') ?? ''
  const encoded = /^https:\/\/shop\.example\/cart\?a=%20b&c&result_uri=([^#&]+)#pay$/.exec(location)
  expect(page.status).toBe(303)
  const uri = decodeURIComponent(encoded?.[1] ?? '')
  // The page was loaded again, in a browser that keeps no key: its cookie counts.
  ada.key = await newFrameKey()
  expect((await bench.verify(ada, uri)).status).toBe(200)
  for (const other of [
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'javascript:1',
  ])
    expect((await bench.begin(ada, 'discord', { returnTo: other })).status).not.toBe(200)
})

it('A fresh sign-in comes of the same person at the provider, and of no other', async () => {
  const bench = await start()
  const ada = await bench.newVisitor()
  await bench.signInBy(ada, 'x')
  await bench.createWallet(ada, { recovery: [kit()] })
  bench.pass(6 * MINUTE)
  expect(reasonOf(await ada.post('/v1/wallet/export'))).toEqual([403, 'fresh'])
  const confirm = async () => {
    const { body } = await bench.begin(ada, 'x', { isOwnWindow: true })
    const page = await browse(await bench.providers.consent(body.uri), ada)
    expect(page.target).toBe(bench.url)
    return ada.post('/v1/social/confirm', resultOf(page.uri))
  }
  bench.providers.switch('x', { person: { id: '999', name: 'eve_x' } })
  expect(reasonOf(await confirm())).toEqual([403, 'other_person'])
  expect(reasonOf(await ada.post('/v1/wallet/export'))).toEqual([403, 'fresh'])
  bench.providers.switch('x', {})
  expect((await confirm()).body).toMatchObject({ userName: 'ada_x' })
  expect((await ada.post('/v1/wallet/export')).status).toBe(200)
})

it('The account is the provider’s person, and never the address', async () => {
  const bench = await start()
  const email = 'ada@gmail.example'
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => bench.newVisitor()))
  const byMail = await bench.signIn(one!, email)
  // A person with the address of another account is asked, and wants one of their own.
  const declined = async (visitor: Visitor, provider: string) => {
    const { question } = (await bench.signInBy(visitor, provider)).body
    return visitor.post('/v1/link/decline', { projectId: 'shop', link: question.id })
  }
  const byGoogle = await declined(two!, 'google')
  bench.providers.switch('github', { person: { id: '7', email } })
  const byGithub = await declined(three!, 'github')
  const ids = [byMail, byGoogle, byGithub].map(({ body }) => body.user.id)
  expect(new Set(ids).size).toBe(3)
  bench.providers.switch('google', { person: { id: '108417', email: 'new@gmail.example' } })
  const again = await bench.signInBy(two!, 'google')
  expect(again.body.user).toMatchObject({ id: ids[1], email: 'new@gmail.example' })
})

it.each([
  ['google', { unverifiedEmail: true }],
  ['google', { noEmail: true }],
  ['discord', { unverifiedEmail: true }],
  ['discord', { noEmail: true }],
  ['github', { unverifiedEmail: true }],
  ['github', { noEmail: true }],
  ['apple', { unverifiedEmail: true }],
  ['apple', { noEmail: true }],
  ['google', { person: { id: '1', name: 'Ada', email: 'ada@shop.example,eve@evil.example' } }],
] as const)('%s with %j signs in a person without an address', async (provider, switches) => {
  const bench = await start()
  bench.providers.switch(provider, switches)
  const ada = await bench.newVisitor()
  const { status, body } = await bench.signInBy(ada, provider)
  expect([status, body.user.email]).toEqual([200, undefined])
  const { token } = (await ada.post('/v1/identity-token', {})).body
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
  expect([claims.sub, claims.email, claims.email_verified]).toEqual([
    body.user.id,
    undefined,
    undefined,
  ])
})

it('A name is one line of a hundred signs', async () => {
  const bench = await start()
  const name = `Ada\u0000 \u202e<b>\n${'x'.repeat(300)}`
  bench.providers.switch('facebook', { person: { id: '5', name } })
  const { body } = await bench.signInBy(await bench.newVisitor(), 'facebook')
  expect(body.user.userName).toBe(`Ada <b> ${'x'.repeat(92)}`)
})

it('First sign-ins of one person at once make one account', async () => {
  const bench = await start()
  const all = await Promise.all(
    Array.from({ length: 6 }, async () => bench.signInBy(await bench.newVisitor(), 'github')),
  )
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  expect(new Set(all.map(({ body }) => body.user.id)).size).toBe(1)
})

it('A deleted account is another one at the next sign-in', async () => {
  const bench = await start()
  const ada = await bench.newVisitor()
  const first = await bench.signInBy(ada, 'facebook')
  expect((await ada.ask('DELETE', '/v1/user')).status).toBe(200)
  const second = await bench.signInBy(ada, 'facebook')
  expect(second.body.user.id).not.toBe(first.body.user.id)
})

it('An address begins thirty sign-ins in ten minutes', async () => {
  const bench = await start()
  const ada = await bench.newVisitor()
  for (let count = 0; count < 30; count += 1)
    expect((await bench.begin(ada, 'google')).status).toBe(200)
  const refused = await bench.begin(ada, 'x')
  expect(reasonOf(refused)).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  bench.pass(10 * MINUTE)
  expect((await bench.begin(ada, 'x')).status).toBe(200)
})

it('A provider that is not set up says so, and one that does not exist is refused', async () => {
  const bench = await start({ socials: {} })
  const ada = await bench.newVisitor()
  for (const provider of PROVIDERS)
    expect(reasonOf(await bench.begin(ada, provider))).toEqual([404, 'not_configured'])
  for (const provider of ['farcaster', 'foo', 'constructor'])
    expect(reasonOf(await bench.begin(ada, provider))).toEqual([400, 'provider'])
  const body = { projectId: 'shop', origin: ORIGIN }
  expect(reasonOf(await ada.post('/v1/farcaster/start', body))).toEqual([404, 'not_configured'])
})
