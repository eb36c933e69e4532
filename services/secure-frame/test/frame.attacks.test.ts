import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createCipheriv, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, afterEach, expect, it } from 'vitest'
import { openStore } from '../src/store/openStore.js'
import { createFileProvider, createVault } from '../src/vault/seal.js'
import { shareContext } from '../src/vault/wallets.js'
import { type TestFrame, newShare, startTestFrame, testKeys, testRecoveryKeys } from './harness.js'
import { newFrameKey } from './visitor.js'

/** `attacks` runs them at full size, and every run of the tests at a part of it. */
const isFull = process.env.LATCHKEY_SOAK !== undefined
const MINUTE = 60_000
const UNLIMITED = {
  addressRequests: 10_000_000,
  mailClient: 10_000_000,
  mailProject: 10_000_000,
  mailHour: 10_000,
  mailDay: 10_000,
}

const report = (
  { task }: TestContext,
  attack: string,
  tries: number,
  wanted: string,
  seen: string,
): void => void (task.meta.attack = { attack, tries, wanted, seen })

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const start = async (changes: Parameters<typeof startTestFrame>[0] = {}): Promise<TestFrame> => {
  const frame = await startTestFrame({ limits: UNLIMITED, ...changes })
  ending.push(frame.close)
  return frame
}

it('Of a thousand guesses at once at a code five are compared, and the right one is refused then', async (context) => {
  const [codes, guesses] = isFull ? [20, 1_000] : [2, 100]
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  let signedIn = 0
  let refusedAfter = 0
  for (let count = 0; count < codes; count += 1) {
    // Pauses after wrong codes would keep most guesses away: they are waited for.
    frame.pass(31 * MINUTE)
    const { body } = await frame.start(ada, 'ada@shop.example')
    const mail = await frame.nextMail('ada@shop.example')
    const [code = ''] = /^\d{6}$/m.exec(mail.text) ?? []
    const wrong = Array.from({ length: guesses }, (_, at) =>
      String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'),
    )
    const answers = await Promise.all(
      wrong.map((guess) => ada.post('/v1/email/verify', { id: body.id, code: guess })),
    )
    signedIn += answers.filter(({ status }) => status === 200).length
    frame.pass(6 * MINUTE)
    const last = await ada.post('/v1/email/verify', { id: body.id, code })
    refusedAfter += last.status === 200 ? 0 : 1
  }
  const metrics = await (await fetch(`${frame.url}/metrics`)).text()
  const compared = Number(/outcome="wrong"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  report(
    context,
    `${guesses} parallel guesses at a code, x ${codes} codes`,
    codes * guesses,
    'at most 5 evaluated a code',
    `${compared} evaluated, ${signedIn} signed in`,
  )
  expect(compared).toBeLessThanOrEqual(5 * codes)
  expect(compared).toBeGreaterThan(0)
  expect([signedIn, refusedAfter]).toEqual([0, codes])
})

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1]!

it('Known and unknown addresses get the same answers', async (context) => {
  const each = isFull ? 200 : 10
  const frame = await start()
  const known = Array.from({ length: each }, (_, at) => `known${at}@shop.example`)
  for (const email of known) await frame.signIn(await frame.newVisitor(), email)
  frame.pass(24 * 60 * MINUTE)
  const stranger = await frame.newVisitor()
  const times: Record<'known' | 'other', number[]> = { known: [], other: [] }
  const seen = new Set<string>()
  for (let at = 0; at < each; at += 1)
    for (const kind of ['known', 'other'] as const) {
      const began = performance.now()
      const { status, body, headers } = await frame.start(stranger, `${kind}${at}@shop.example`)
      times[kind].push(performance.now() - began)
      const { id, expiresAt, resendAt, ...rest } = body
      const shape = [status, id.length, expiresAt - resendAt, rest, [...headers.keys()]]
      seen.add(JSON.stringify(shape))
    }
  const apart = Math.abs(median(times.known) - median(times.other))
  report(
    context,
    `${each} known and ${each} unknown addresses`,
    2 * each,
    'same answers; medians within 5 ms',
    `${seen.size} kind of answer, medians ${apart.toFixed(2)} ms apart`,
  )
  expect(seen.size).toBe(1)
  // A clock proves nothing on a machine that does other things: only the full run reads it.
  if (isFull) expect(apart).toBeLessThanOrEqual(5)
})

it('A stolen handle or token, and a proof that is replayed or of another request, get 401', async (context) => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const thief = await frame.newVisitor()
  const resumed = await thief.post('/v1/session/resume', { projectId: 'shop', handle: ada.handle })
  thief.token = ada.token
  const proof = await ada.proofOf('GET', '/v1/user')
  await ada.get('/v1/user', { proof })
  const answers = [
    resumed,
    await thief.get('/v1/user'),
    await ada.get('/v1/user', { proof }),
    await ada.get('/v1/user', { key: await newFrameKey() }),
    await ada.get('/v1/user', { path: '/v1/wallet/share' }),
    await ada.get('/v1/user', { method: 'DELETE' }),
    await ada.get('/v1/user', { later: -61 }),
    await ada.get('/v1/user', { later: 62 }),
  ]
  const refused = answers.filter(({ status }) => status === 401).length
  const attack =
    'handle or token stolen from the page; proof replayed, other key, path, method, late'
  report(context, attack, answers.length, '401', `${refused} of ${answers.length}`)
  expect(refused).toBe(answers.length)
})

/** As the page seals a recovery share: under a key that never leaves it. */
const sealByPage = (share: string): string => {
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), Buffer.alloc(12))
  const plain = Buffer.from(share, 'base64url')
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

it('The databases with all wrapping keys have fewer than two shares of every wallet in mode user', async (context) => {
  const wallets = isFull ? 1_000 : 20
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-stolen-'))
  ending.push(() => rm(folder, { recursive: true }))
  const databaseUrl = `file:${join(folder, 'frame.db')}`
  const keys = testKeys()
  const recoveryDatabaseUrl = `file:${join(folder, 'recovery.db')}`
  const frame = await start({ databaseUrl, recoveryDatabaseUrl, keys })
  const made: { id: string; shares: string[] }[] = []
  for (let count = 0; count < wallets; count += 1) {
    const visitor = await frame.newVisitor()
    await frame.signIn(visitor, `person${count}@shop.example`)
    const [device, service, recovery] = [newShare(), newShare(), newShare()]
    const answer = await frame.createWallet(visitor, {
      service,
      recovery: [{ kind: 'password', sealed: sealByPage(recovery), salt: 'c2FsdA' }],
    })
    await visitor.ask('PUT', '/v1/wallet/home', { split: 1, share: device })
    made.push({ id: answer.body.id as string, shares: [device, service, recovery] })
  }
  await frame.close()
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name))),
  )
  const stolen = Buffer.concat(files)
  const store = await openStore(databaseUrl)
  ending.push(store.close)
  const rows = await store.db
    .selectFrom('share')
    .innerJoin('wallet', 'wallet.id', 'share.wallet')
    .select(['share.sealed', 'wallet.id', 'wallet.account'])
    .execute()
  const isInFiles = (share: string): boolean =>
    stolen.includes(share) || stolen.includes(Buffer.from(share, 'base64url'))
  const opensBy = async (provider: typeof keys.wrapping) => {
    const vault = createVault(createFileProvider(provider))
    let most = 0
    for (const { id, shares } of made) {
      const row = rows.find((one) => one.id === id)!
      const service = await vault.open(row.sealed, shareContext(row.account, id, 1, 2)).then(
        (plain) => plain.toString('base64url'),
        () => undefined,
      )
      const found = shares.filter((share) => share === service || isInFiles(share)).length
      most = Math.max(most, found)
    }
    return most
  }
  const [without, withKeys] = [await opensBy(testRecoveryKeys()), await opensBy(keys.wrapping)]
  report(
    context,
    'the database and its backups; with the wrapping key, mode user',
    wallets,
    '0 opened',
    `${withKeys >= 2 ? 'some' : 0} opened; ${without} shares of a wallet without keys, ${withKeys} with them`,
  )
  expect([without, withKeys]).toEqual([0, 1])
})
