import { afterEach, expect, it } from 'vitest'
import { createFrameSide, done } from './frameSide.js'
import { ORIGIN } from './harness.js'
import { PROVIDERS, browse, startSocialBench } from './socialBench.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const start = async (changes: Parameters<typeof startSocialBench>[0] = {}) => {
  const bench = await startSocialBench(changes)
  ending.push(bench.close)
  const frame = await createFrameSide(bench.url)
  ending.push(frame.close)
  return { bench, frame }
}
/** A person consents, and their browser goes back to the service. */
const comeBack = async (
  { bench, frame }: Awaited<ReturnType<typeof start>>,
  uri: string,
  word?: 'yes' | 'no',
) => browse(await bench.providers.consent(uri, word), frame)

it('[VALID-24] Each of the six providers is answered its uri, and farcaster and foo an error', async () => {
  const { frame } = await start()
  for (const provider of PROVIDERS) {
    const { uri } = done(await frame.ask('get social redirect uri', { provider }))
    expect(new URL(uri).pathname.split('/')[1]).toBe(provider)
  }
  for (const provider of ['farcaster', 'foo', 'constructor', '']) {
    const message = { type: 'get social redirect uri', id: `x${provider}`, payload: { provider } }
    expect(await frame.post(message, message.id)).toEqual({
      isDone: false,
      failure: { message: 'There is no such provider.', code: -32_602 },
    })
  }
})

it('[FRAME-31] The redirect uri is the page of the provider, with a state and a challenge of its own', async () => {
  const github = { clientId: 'shop-client', clientSecret: 'never-shown' }
  const { bench, frame } = await start({ socials: { github } })
  const ask = async () =>
    new URL(done(await frame.ask('get social redirect uri', { provider: 'github' })).uri)
  const [first, second] = [await ask(), await ask()]
  expect(first.origin + first.pathname).toBe('https://github.com/login/oauth/authorize')
  expect(Object.fromEntries(first.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'shop-client',
    redirect_uri: `${bench.url}/v1/social/github/callback`,
    scope: 'read:user user:email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  for (const name of ['state', 'code_challenge'])
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
})

it('[FRAME-16] [FRAME-29] A valid result signs the person in, and a tampered one does not', async () => {
  const { bench, frame } = await start()
  const { uri } = done(await frame.ask('get social redirect uri', { provider: 'google' }))
  const noticed = frame.nextNotice()
  const page = await comeBack({ bench, frame }, uri)
  expect(await noticed).toEqual({ type: 'social result', uri: page.uri })
  const connect = (result: string) =>
    frame.ask('connect social', { uri: result, preferredAccountType: 'eoa', chainId: 137 })
  const result = page.uri ?? ''
  const tampered = [
    result.replace(/result=./, (text) => `result=${text.endsWith('A') ? 'B' : 'A'}`),
    result.replace(/login=./, (text) => `login=${text.endsWith('A') ? 'B' : 'A'}`),
    result.replace(bench.url, 'https://evil.example'),
    result.replace('/v1/social/result', '/v1/social/other'),
    result.split('&')[0]!,
  ]
  for (const uri of tampered)
    expect(await connect(uri)).toMatchObject({ isDone: false, failure: { reason: 'expired' } })
  const { user } = done(await connect(result))
  expect(user).toEqual({
    email: 'ada@gmail.example',
    userName: 'Ada Lovelace',
    address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
    chainId: 137,
    accounts: [{ address: user.address, type: 'eoa' }],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  })
  const again = await frame.ask('get user', { chainId: 137, preferredAccountType: 'eoa' })
  expect(done(again).user).toEqual(user)
  expect(await connect(result)).toMatchObject({ isDone: false, failure: { reason: 'expired' } })
})

it('The user is asked for by the uri of a result too', async () => {
  const { bench, frame } = await start()
  const { uri } = done(await frame.ask('get social redirect uri', { provider: 'x' }))
  const { uri: socialUri } = await comeBack({ bench, frame }, uri)
  const { user } = done(
    await frame.ask('get user', {
      chainId: 1,
      preferredAccountType: 'eoa',
      ...(socialUri !== undefined && { socialUri }),
    }),
  )
  expect([user.userName, user.email]).toEqual(['ada_x', undefined])
})

it('A refusal comes back in the same way, and connect social tells it', async () => {
  const { bench, frame } = await start()
  for (const provider of PROVIDERS) {
    const { uri } = done(await frame.ask('get social redirect uri', { provider }))
    const noticed = frame.nextNotice()
    const page = await comeBack({ bench, frame }, uri, 'no')
    expect(await noticed).toEqual({ type: 'social result', uri: page.uri })
    const asked = { uri: page.uri ?? '', preferredAccountType: 'eoa', chainId: 1 } as const
    expect(await frame.ask('connect social', asked)).toMatchObject({
      isDone: false,
      failure: { reason: 'denied', message: 'The sign-in was refused at the provider.' },
    })
  }
  expect(frame.session.user()).toBeUndefined()
})

it('A login that another one has followed is not told of any more', async () => {
  const { bench, frame } = await start()
  const first = done(await frame.ask('get social redirect uri', { provider: 'github' }))
  const second = done(await frame.ask('get social redirect uri', { provider: 'x' }))
  await comeBack({ bench, frame }, first.uri)
  const noticed = frame.nextNotice()
  const page = await comeBack({ bench, frame }, second.uri)
  expect(await noticed).toEqual({ type: 'social result', uri: page.uri })
  expect(frame.notices).toHaveLength(1)
})

it('A page that is redirected gets its result in its own address, and no notice', async () => {
  const { bench, frame } = await start()
  const returnTo = `${ORIGIN}/shop`
  const asked = { provider: 'google', returnTo } as const
  const { uri } = done(await frame.ask('get social redirect uri', asked))
  const page = await comeBack({ bench, frame }, uri)
  const back = new URL(page.headers.get('location') ?? '')
  const result = back.searchParams.get('result_uri') ?? ''
  const connect = { uri: result, preferredAccountType: 'eoa', chainId: 1 } as const
  expect(done(await frame.ask('connect social', connect)).user.userName).toBe('Ada Lovelace')
  expect(frame.notices).toEqual([])
  const foreign = { provider: 'google', returnTo: 'https://evil.example/' } as const
  expect(await frame.ask('get social redirect uri', foreign)).toMatchObject({
    isDone: false,
    failure: { reason: 'origin' },
  })
})

it('A provider that is not set up is told by its reason', async () => {
  const { frame } = await start({ socials: {} })
  expect(await frame.ask('get social redirect uri', { provider: 'apple' })).toEqual({
    isDone: false,
    failure: {
      reason: 'not_configured',
      message: 'The operator of this service has not set up apple.',
    },
  })
})
