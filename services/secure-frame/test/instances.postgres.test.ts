import {
  type Postgres,
  type RedisServer,
  startPostgres,
  startRedis,
} from '@latchkey-tools/localnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type SecureFrameOptions, startSecureFrame } from '../src/index.js'
import { type TestMail, ORIGIN, newShare, kit, testKeys, EVM, SOLANA } from './harness.js'
import { type Answer, type Visitor, createVisitor, reasonOf } from './visitor.js'

let postgres: Postgres
let redis: RedisServer
beforeAll(async () => {
  postgres = await startPostgres()
  redis = await startRedis()
})
afterAll(async () => {
  await redis?.stop()
  await postgres?.stop()
})
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const PUBLIC_URL = 'http://127.0.0.1:9'
const EMAIL = 'ada@shop.example'

/** Two instances over one PostgreSQL, which a visitor reaches in turn. */
async function startTwo(changes: Partial<SecureFrameOptions> = {}) {
  const mails: TestMail[] = []
  const lines: { event: string }[] = []
  const options: SecureFrameOptions = {
    publicUrl: PUBLIC_URL,
    databaseUrl: await postgres.create(),
    redisUrl: redis.url,
    keys: testKeys(),
    recovery: 'user',
    projects: [{ id: 'shop', origins: [ORIGIN] }],
    mail: async (mail) => void mails.push(mail),
    mailFrom: 'Shop <mail@shop.example>',
    limits: { mailPause: 0, mailHour: 1_000, mailDay: 1_000, mailClient: 1_000 },
    log: (_level, event) => void lines.push({ event }),
    ...changes,
  }
  const start = async () => {
    const { port, close } = await startSecureFrame(options)
    ending.push(close)
    return { url: `http://127.0.0.1:${port}`, close }
  }
  const instances = [await start(), await start()]
  let turn = 0
  const reach = () => instances[(turn += 1) % instances.length]!.url
  const newVisitor = () => createVisitor(PUBLIC_URL, Date.now, reach)
  const mailTo = async (to: string): Promise<TestMail> => {
    for (;;) {
      const at = mails.findIndex((mail) => mail.to === to)
      if (at >= 0) return mails.splice(at, 1)[0]!
      await new Promise((done) => setTimeout(done, 5))
    }
  }
  const begin = (visitor: Visitor, email = EMAIL) =>
    visitor.post('/v1/email/start', { projectId: 'shop', email, origin: ORIGIN })
  /** Follows the link of a mail, or reads its code. */
  const codeOf = async (email = EMAIL): Promise<string> => {
    const { text } = await mailTo(email)
    const code = /^\d{6}$/m.exec(text)?.[0]
    if (code) return code
    const path = /\/device\/\S+/.exec(text)![0]
    const page = await (await fetch(`${reach()}${path}/approve`, { method: 'POST' })).text()
    return /<output[^>]*>(\d{6})</.exec(page)![1]!
  }
  const signIn = async (visitor: Visitor, email = EMAIL): Promise<Answer> => {
    const { id } = (await begin(visitor, email)).body
    const code = await codeOf(email)
    return visitor.keep(await visitor.post('/v1/email/verify', { id, code }))
  }
  const health = async (at = 0) => (await fetch(`${instances[at]!.url}/health`)).json()
  return {
    ...{ options, instances, lines, start, newVisitor, begin, codeOf, signIn, health, mails },
  }
}

const createWallet = (visitor: Visitor) =>
  visitor.post('/v1/wallet', {
    ...{ id: 'w'.repeat(22), evm: EVM, solana: SOLANA },
    ...{ service: newShare(), recovery: [kit()] },
  })

it('A sign-in and a wallet go on at whichever instance is asked', async () => {
  const { newVisitor, signIn } = await startTwo()
  const ada = await newVisitor()
  expect((await signIn(ada)).status).toBe(200)
  expect((await createWallet(ada)).status).toBe(200)
  for (let count = 0; count < 4; count += 1)
    expect((await ada.post('/v1/wallet/share')).body.wallet).toBe('w'.repeat(22))
  const resumed = await ada.post('/v1/session/resume', { projectId: 'shop', handle: ada.handle })
  expect(ada.keep(resumed).status).toBe(200)
})

it('A proof that one instance took is refused by the other', async () => {
  const { newVisitor, signIn } = await startTwo()
  const ada = await newVisitor()
  await signIn(ada)
  const proof = await ada.proofOf('GET', '/v1/user')
  expect((await ada.get('/v1/user', { proof })).status).toBe(200)
  for (let count = 0; count < 2; count += 1)
    expect(reasonOf(await ada.get('/v1/user', { proof }))).toEqual([401, 'proof'])
})

it('Of a hundred guesses at two instances at once five are compared', async () => {
  const { newVisitor, begin, codeOf } = await startTwo()
  const ada = await newVisitor()
  const { id } = (await begin(ada)).body
  const code = await codeOf()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const guesses = await Promise.all(
    Array.from({ length: 100 }, () => ada.post('/v1/email/verify', { id, code: wrong })),
  )
  expect(guesses.every(({ status }) => status === 400 || status === 429)).toBe(true)
  expect((await ada.post('/v1/email/verify', { id, code })).status).toBe(400)
})

it.each([
  ['Redis carries the word', true, 900],
  ['there is no Redis, and it looks once a second', false, 2_500],
])(
  'A wait at one instance ends by an approval at the other where %s',
  async (_, hasRedis, most) => {
    const { newVisitor, begin, codeOf, instances } = await startTwo(
      hasRedis ? {} : { redisUrl: undefined as never },
    )
    const ada = await newVisitor()
    const { id } = (await begin(ada)).body
    const here = await createVisitor(PUBLIC_URL, Date.now, () => instances[0]!.url)
    here.key = ada.key
    const sent = await here.post('/v1/device/wait', { id, seen: 'sending' })
    expect(sent.body.state).toBe('sent')
    const waiting = here.post('/v1/device/wait', { id, seen: 'sent' })
    // Not before it waits.
    await new Promise((done) => setTimeout(done, 200))
    await codeOf()
    const began = performance.now()
    expect((await waiting).body.state).toBe('approved')
    expect(performance.now() - began).toBeLessThan(most)
  },
)

it('Requests of one address count together, and apart while Redis is away', async () => {
  const { instances, health } = await startTwo({ limits: { addressRequests: 20 } })
  const ask = async (at: number) => (await fetch(`${instances[at]!.url}/health`)).status
  const all = []
  for (let count = 0; count < 30; count += 1) all.push(await ask(count % 2))
  expect(all.filter((status) => status === 200)).toHaveLength(20)
  await redis.kill()
  try {
    expect(await ask(0)).toBe(200)
    expect((await health(1)).servers).toContainEqual(
      expect.objectContaining({ name: 'redis', state: 'away' }),
    )
  } finally {
    await redis.start()
  }
})

it('Redis dies during a sign-in: it goes on, and a proof is still taken once', async () => {
  const { newVisitor, begin, codeOf, lines } = await startTwo()
  const ada = await newVisitor()
  const { id } = (await begin(ada)).body
  await redis.kill()
  try {
    const code = await codeOf()
    expect(ada.keep(await ada.post('/v1/email/verify', { id, code })).status).toBe(200)
    const proof = await ada.proofOf('GET', '/v1/user')
    expect((await ada.get('/v1/user', { proof })).status).toBe(200)
    expect((await ada.get('/v1/user', { proof })).status).toBe(401)
    expect(lines.filter(({ event }) => event === 'redis.away')).toHaveLength(2)
  } finally {
    await redis.start()
  }
})

it('PostgreSQL dies during a sign-in: 503 says what to do, and it goes on when it is back', async () => {
  const { newVisitor, begin, codeOf, lines, health } = await startTwo()
  const ada = await newVisitor()
  const { id } = (await begin(ada)).body
  const code = await codeOf()
  await postgres.kill()
  try {
    const began = performance.now()
    const answer = await ada.post('/v1/email/verify', { id, code })
    expect(reasonOf(answer)).toEqual([503, 'store'])
    expect(performance.now() - began).toBeLessThan(2_500)
    // The other one sees it at its next look.
    for (const at of [0, 1])
      await expect
        .poll(async () => (await health(at)).servers, { timeout: 5_000 })
        .toContainEqual(expect.objectContaining({ name: 'postgres', state: 'away' }))
  } finally {
    await postgres.start()
  }
  for (const at of [0, 1])
    await expect
      .poll(async () => (await health(at)).servers, { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ name: 'postgres', state: 'ok' }))
  expect((await ada.post('/v1/email/verify', { id, code })).status).toBe(200)
  // Nothing twice.
  expect((await ada.post('/v1/email/verify', { id, code })).status).toBe(400)
  expect(lines.filter(({ event }) => event === 'postgres.away')).toHaveLength(2)
  expect(lines.filter(({ event }) => event === 'recovery.away')).toHaveLength(0)
})

it('A service that starts while PostgreSQL is away waits for it, and refuses keys of another database', async () => {
  const { newVisitor, signIn, lines, start, options } = await startTwo()
  await signIn(await newVisitor())
  await postgres.kill()
  const late = await start()
  expect((await fetch(`${late.url}/ready`)).status).toBe(503)
  await postgres.start()
  await expect
    .poll(async () => (await fetch(`${late.url}/ready`)).json(), { timeout: 10_000 })
    .toMatchObject({ database: true })
  expect(lines.some(({ event }) => event === 'postgres.away')).toBe(true)
  const foreign = startSecureFrame({ ...options, keys: testKeys() })
  await expect(foreign).rejects.toMatchObject({ code: 'secure-frame.missing_key' })
})

it.each(['start', 'approve', 'verify'])(
  'An instance that ends at the step %s leaves a sign-in that the other one finishes',
  async (step) => {
    const { newVisitor, begin, codeOf, instances } = await startTwo()
    const ada = await newVisitor()
    const leave = async (at: string) => {
      if (at === step) await instances.splice(0, 1)[0]!.close()
    }
    const { id } = (await begin(ada)).body
    await leave('start')
    const code = await codeOf()
    await leave('approve')
    const verified = ada.keep(await ada.post('/v1/email/verify', { id, code }))
    expect(verified.status).toBe(200)
    await leave('verify')
    expect((await ada.get('/v1/user')).body.email).toBe(EMAIL)
    expect((await ada.post('/v1/email/verify', { id, code })).status).toBe(400)
  },
)
