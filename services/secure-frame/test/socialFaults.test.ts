import { afterEach, expect, it } from 'vitest'
import { type LogLevel } from '@latchkey/service-kit'
import { kit } from './harness.js'
import { PROVIDERS, type SocialBench, startSocialBench } from './socialBench.js'
import { reasonOf } from './visitor.js'

const ending: SocialBench[] = []
afterEach(async () => {
  for (const bench of ending.splice(0)) await bench.close()
})
const start: typeof startSocialBench = async (changes) => {
  const bench = await startSocialBench(changes)
  ending.push(bench)
  return bench
}

const FAULTS = ['away', 'slow', 'html', 'long', 'redirect', '429', '500', '503'] as const
const AT = ['token', 'profile'] as const
const isOidc = (provider: string): boolean => provider === 'google' || provider === 'apple'

it.each(PROVIDERS)(
  'A failure of %s is one sentence, signs nobody in, and the account stays what it was',
  async (provider) => {
    const lines: string[] = []
    const log = (level: LogLevel, event: string, fields?: object) =>
      void lines.push(JSON.stringify({ level, event, ...fields }))
    const bench = await start({ limits: { provider: 1 }, log })
    const ada = await bench.newVisitor()
    const first = await bench.signInBy(ada, provider)
    const wallet = await bench.createWallet(ada, { recovery: [kit()] })
    const places = AT.filter((at) => at === 'token' || !isOidc(provider))
    for (const faultAt of places)
      for (const fault of FAULTS) {
        bench.providers.switch(provider, { fault, faultAt })
        const { uri } = await bench.comeBack(ada, provider)
        const failed = await bench.verify(ada, uri)
        expect(reasonOf(failed), `${fault} at ${faultAt}`).toEqual([502, 'provider_failed'])
        expect(failed.body.reasons[0].description).toBe(
          'The provider did not answer as it should. Try again.',
        )
        // The code is gone: the same result does not become good once the provider is back.
        bench.providers.switch(provider, {})
        expect(reasonOf(await bench.verify(ada, uri))).toEqual([400, 'expired'])
      }
    const again = await bench.signInBy(ada, provider)
    expect(again.body.user).toMatchObject({ id: first.body.user.id, wallet: wallet.body })
    const failures = lines.filter((line) => line.includes('social.failed'))
    expect(failures).toHaveLength(places.length * FAULTS.length)
    const metrics = await (await fetch(`${bench.url}/metrics`)).text()
    const { options } = bench.providers
    const secrets = [
      ...PROVIDERS.filter((name) => name !== 'apple').map(
        (name) => (options[name] as { clientSecret: string }).clientSecret,
      ),
      options.apple.key.split('\n')[1]!,
    ]
    for (const secret of secrets) expect(`${lines.join()} ${metrics}`).not.toContain(secret)
    for (const line of failures) expect(line).toMatch(/"reason":"[a-z_]+"\}$/)
  },
)

it.each(PROVIDERS)('A person who refuses at %s signs in at the second try', async (provider) => {
  const bench = await start()
  const ada = await bench.newVisitor()
  const { login, uri, page } = await bench.comeBack(ada, provider, 'no')
  expect([page.status, page.html.includes('<form')]).toEqual([200, false])
  expect((await ada.post('/v1/social/wait', { login })).body).toEqual({ state: 'denied', uri })
  expect(reasonOf(await bench.verify(ada, uri))).toEqual([403, 'denied'])
  expect((await bench.signInBy(ada, provider)).status).toBe(200)
})

it('Another person at the second try has another account, and the first one keeps theirs', async () => {
  const bench = await start()
  const [ada, other] = [await bench.newVisitor(), await bench.newVisitor()]
  const first = await bench.signInBy(ada, 'google')
  bench.providers.switch('google', { person: { id: '2', name: 'Eve', email: 'eve@gmail.example' } })
  const second = await bench.signInBy(other, 'google')
  bench.providers.switch('google', {})
  expect(second.body.user.id).not.toBe(first.body.user.id)
  expect((await ada.get('/v1/user')).body.userName).toBe('Ada Lovelace')
})

it('A provider is asked with its own headers, and its token is kept nowhere', async () => {
  const bench = await start()
  await bench.signInBy(await bench.newVisitor(), 'discord')
  const agents = bench.providers
    .requests('discord')
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ headers }) => headers['user-agent'])
  expect(agents).toHaveLength(2)
  for (const agent of agents) expect(agent).toMatch(/^DiscordBot \(https:/)
  await bench.signInBy(await bench.newVisitor(), 'x')
  const [token, user] = bench.providers.requests('x').filter(({ path }) => path.startsWith('/2/'))
  expect([token?.headers.authorization, user?.headers.authorization]).toEqual([
    expect.stringMatching(/^Basic /),
    expect.stringMatching(/^Bearer /),
  ])
})
