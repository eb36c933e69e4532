import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT, importJWK } from 'jose'
import { type TestContext, afterEach, expect, it } from 'vitest'
import { SIGNED_HEADER, releaseShare } from '../src/keeper/contract.js'
import { hashOf } from '../src/secrets.js'
import { openRecoveryStore } from '../src/store/openStore.js'
import { openKeeper } from '../src/vault/keeperClient.js'
import { createMarkers } from '../src/vault/markers.js'
import { newShare } from './harness.js'
import {
  type Kept,
  automatic,
  createLines,
  keeperHealth,
  publicOf,
  startKept,
  testServiceKeys,
} from './keeperBench.js'
import { type Visitor, createVisitor, reasonOf } from './visitor.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const LIMITS = { mailClient: 1_000, mailProject: 1_000 }
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const start = async (changes: Parameters<typeof startKept>[0] = {}): Promise<Kept> => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-keeper-'))
  ending.push(() => rm(folder, { recursive: true }))
  const kept = await startKept({
    ...changes,
    frame: { databaseUrl: `file:${join(folder, 'frame.db')}`, limits: LIMITS, ...changes.frame },
  })
  ending.push(kept.close)
  return kept
}
const report = ({ task }: TestContext, attack: string, tries: number, seen: string): void =>
  void (task.meta.attack = { attack, tries, wanted: '0 out', seen })

interface Signing {
  keys?: ReturnType<typeof testServiceKeys>
  typ?: string
  claims?: object
  headers?: Record<string, string>
  /** The text that is sent in the place of the one that was signed. */
  text?: string
  path?: string
  token?: string
}

/** Asks a keeper as its service does, but for what is changed. */
async function askKeeper(kept: Kept, path: string, body: unknown, changes: Signing = {}) {
  const { keys = kept.serviceKeys, typ = 'latchkey-keeper-request+jwt' } = changes
  const text = JSON.stringify(body)
  const claims = {
    aud: kept.keeperOptions.keys.signing[0]!.kid,
    path,
    body: hashOf(text),
    iat: Math.floor(kept.frame.options.now!() / 1000),
    jti: randomBytes(32).toString('base64url'),
    ...changes.claims,
  }
  const token =
    changes.token ??
    (await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ, kid: keys[0]!.kid })
      .sign(await importJWK({ ...keys[0]! }, 'ES256')))
  const response = await fetch(`${kept.keeper.url}${changes.path ?? path}`, {
    method: 'POST',
    body: changes.text ?? text,
    headers: {
      'content-type': 'application/json',
      ...(token && { [SIGNED_HEADER]: token }),
      ...changes.headers,
    },
  })
  return { token, status: response.status, headers: response.headers, body: await response.json() }
}

/** A person with a wallet, and the statement that releases its share. */
async function scene(kept: Kept, email = 'ada@shop.example') {
  const ada = await kept.frame.newVisitor()
  const { body } = await kept.frame.signIn(ada, email)
  const recovery = automatic()
  const made = await kept.frame.createWallet(ada, { recovery })
  return { ada, account: body.user.id as string, wallet: made.body.id as string, recovery }
}
type Scene = Awaited<ReturnType<typeof scene>>

const jktOf = ({ key: { jwk } }: Visitor): string =>
  hashOf(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }))

const statementOf = async (kept: Kept, { ada, account, wallet }: Scene, more: object = {}) => ({
  account,
  wallet,
  set: await setOf(kept, wallet),
  authTime: kept.frame.options.now!(),
  jkt: jktOf(ada),
  proof: await ada.proofOf('POST', '/v1/wallet/recovery'),
  ath: hashOf(ada.token!),
  address: 'ada@shop.example',
  agent: '',
  lang: 'en',
  ...more,
})

/** The set of a wallet, which the database of the service has: whoever took it over knows it. */
async function setOf({ frame }: Kept, wallet: string): Promise<string> {
  const store = await openRecoveryStore(frame.options.databaseUrl)
  const [set] = await createMarkers(store).setsOf(wallet)
  await store.close()
  return set!
}

const PATH = releaseShare.path
type Attack = (kept: Kept, own: Scene, other: Scene) => Promise<{ status: number; body: object }>

const release = async (kept: Kept, own: Scene, more: object = {}, changes: Signing = {}) =>
  askKeeper(kept, PATH, await statementOf(kept, own, more), changes)

/** Requests that are not the service's, or not of this moment. */
const FOREIGN: Readonly<Record<string, Attack>> = {
  'without a signature': (kept, own) => release(kept, own, {}, { token: '' }),
  'signed by an unknown key': (kept, own) =>
    release(kept, own, {}, { keys: testServiceKeys('s9') }),
  'signed by another key of that name': (kept, own) =>
    release(kept, own, {}, { keys: testServiceKeys('s1') }),
  'signed by the keeper itself': (kept, own) =>
    release(kept, own, {}, { keys: [...kept.keeperOptions.keys.signing] }),
  'a token of an answer': (kept, own) =>
    release(kept, own, {}, { typ: 'latchkey-keeper-answer+jwt' }),
  'not signed at all, and said to be': async (kept, own) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = JSON.stringify(await statementOf(kept, own))
    const iat = Math.floor(kept.frame.options.now!() / SECOND)
    const claims = { aud: 'keeper', path: PATH, body: hashOf(text), iat, jti: 'j'.repeat(43) }
    const head = { alg: 'none', typ: 'latchkey-keeper-request+jwt', kid: 's1' }
    return askKeeper(kept, PATH, {}, { text, token: `${part(head)}.${part(claims)}.` })
  },
  'used before': async (kept, own) => {
    const statement = await statementOf(kept, own, { account: 'x'.repeat(22) })
    const { token } = await askKeeper(kept, PATH, statement)
    return askKeeper(kept, PATH, statement, { token })
  },
  'of two minutes ago': (kept, own) =>
    release(kept, own, {}, { claims: { iat: Math.floor(Date.now() / SECOND) - 120 } }),
  'of the time in two minutes': (kept, own) =>
    release(kept, own, {}, { claims: { iat: Math.floor(Date.now() / SECOND) + 120 } }),
  'for another keeper': (kept, own) => release(kept, own, {}, { claims: { aud: 'other' } }),
  'for another path': (kept, own) => release(kept, own, {}, { claims: { path: '/v1/state' } }),
  'with another body': async (kept, own, other) => {
    const text = JSON.stringify(await statementOf(kept, other))
    return release(kept, own, {}, { text })
  },
  'from a page': (kept, own) => release(kept, own, {}, { headers: { origin: kept.frame.url } }),
  'from a page that hides its origin': (kept, own) =>
    release(kept, own, {}, { headers: { 'sec-fetch-site': 'same-site' } }),
}

/** Statements that a service which was taken over could make. */
const FALSE: Readonly<Record<string, Attack>> = {
  'a sign-in of six minutes ago': async (kept, own) =>
    release(kept, own, { authTime: kept.frame.options.now!() - 6 * MINUTE }),
  'a sign-in that is yet to come': async (kept, own) =>
    release(kept, own, { authTime: kept.frame.options.now!() + MINUTE + 2 * SECOND }),
  'the proof of another frame': async (kept, own, { ada: eve }) =>
    release(kept, own, { proof: await eve.proofOf('POST', '/v1/wallet/recovery') }),
  'the key of another frame': (kept, own, { ada: eve }) => release(kept, own, { jkt: jktOf(eve) }),
  'a proof of another path': async (kept, own) =>
    release(kept, own, { proof: await own.ada.proofOf('POST', '/v1/wallet/share') }),
  'a proof of another method': async (kept, own) =>
    release(kept, own, { proof: await own.ada.proofOf('GET', '/v1/wallet/recovery') }),
  'a proof for another origin': async (kept, own) => {
    const elsewhere = await createVisitor('https://wallet.evil.example', kept.frame.options.now!)
    elsewhere.key = own.ada.key
    elsewhere.token = own.ada.token
    return release(kept, own, { proof: await elsewhere.proofOf('POST', '/v1/wallet/recovery') })
  },
  'a proof of two minutes ago': async (kept, own) =>
    release(kept, own, {
      proof: await own.ada.proofOf('POST', '/v1/wallet/recovery', { later: -120 }),
    }),
  'a proof of another session': (kept, own) => release(kept, own, { ath: 'a'.repeat(43) }),
  'a proof that was used': async (kept, own) => {
    const proof = await own.ada.proofOf('POST', '/v1/wallet/recovery')
    await release(kept, own, { proof, account: 'x'.repeat(22) })
    return release(kept, own, { proof })
  },
  'the account of another person': (kept, own, other) =>
    release(kept, own, { account: other.account }),
  'the set of another wallet': async (kept, own, other) =>
    release(kept, own, { set: await setOf(kept, other.wallet) }),
}

it('Nothing leaves a keeper by requests that are not of its service, or of this moment', async (context) => {
  const kept = await start()
  const [own, other] = [await scene(kept), await scene(kept, 'eve@shop.example')]
  const out: string[] = []
  for (const [name, attack] of Object.entries(FOREIGN)) {
    const { status, body } = await attack(kept, own, other)
    if (status === 200 || 'share' in body) out.push(name)
    expect([name, [401, 403].includes(status)]).toEqual([name, true])
  }
  report(context, 'keeper: requests of others', Object.keys(FOREIGN).length, `${out.length} out`)
  expect(out).toEqual([])
  // The same without any of these is answered.
  expect(await release(kept, own)).toMatchObject({
    status: 200,
    body: { share: own.recovery[0]!.share },
  })
})

it('Nothing leaves a keeper by a false statement of its own service', async (context) => {
  const kept = await start()
  const [own, other] = [await scene(kept), await scene(kept, 'eve@shop.example')]
  const out: string[] = []
  for (const [name, attack] of Object.entries(FALSE)) {
    const { status, body } = await attack(kept, own, other)
    if (status === 200 || 'share' in body) out.push(name)
    expect([name, [401, 403, 404].includes(status)]).toEqual([name, true])
  }
  report(context, 'keeper: false statements', Object.keys(FALSE).length, `${out.length} out`)
  expect(out).toEqual([])
  expect((await release(kept, own)).status).toBe(200)
})

it('A service that was taken over empties a keeper by its limits at most, and each person is told', async (context) => {
  const limits = { releasesHour: 8 }
  const kept = await start({ keeper: { limits } })
  const persons = []
  for (let n = 0; n < 4; n += 1) persons.push(await scene(kept, `p${n}@shop.example`))
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn += 1)
    statuses.push((await release(kept, persons[0]!, { address: 'p0@shop.example' })).status)
  // Five a day of one person.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  let out = 5
  for (let turn = 0; turn < 2; turn += 1)
    for (const [n, one] of persons.slice(1).entries()) {
      const { status, headers } = await release(kept, one, { address: `p${n + 1}@shop.example` })
      if (status === 200) out += 1
      else expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    }
  report(context, 'keeper: releases beyond the hour', 12, `${out - limits.releasesHour} out`)
  expect(out).toBe(limits.releasesHour)
  await expect.poll(() => kept.mails.length).toBe(limits.releasesHour)
  kept.frame.pass(HOUR + MINUTE)
  expect((await release(kept, persons[1]!, { address: 'p1@shop.example' })).status).toBe(200)
})

it('A service that names another address waits 72 hours, while the address of before is told', async (context) => {
  const kept = await start()
  const own = await scene(kept)
  const eves = { address: 'eve@evil.example' }
  const first = await release(kept, own, eves)
  expect(reasonOf(first)).toEqual([403, 'changed'])
  expect(Number(first.headers.get('retry-after'))).toBe(72 * 60 * 60)
  await expect
    .poll(() => kept.mails.map(({ to, subject }) => [to, subject]))
    .toEqual([['ada@shop.example', 'Your wallet for shop.example was changed']])
  const tries = [
    await release(kept, own, eves),
    await release(kept, own, { address: undefined }),
    await release(kept, own, { address: 'third@evil.example' }),
  ]
  kept.frame.pass(71 * HOUR)
  tries.push(await release(kept, own, { address: 'third@evil.example' }))
  const out = tries.filter(({ status }) => status === 200).length
  report(context, 'keeper: another address', tries.length + 1, `${out} out`)
  expect(out).toBe(0)
  // Back at the address of before nothing waits, and it alone is told.
  kept.mails.length = 0
  expect((await release(kept, own)).status).toBe(200)
  await expect.poll(() => kept.mails.map(({ to }) => to)).toEqual(['ada@shop.example'])
})

it('After 72 hours another address is the one that is told', async () => {
  const kept = await start()
  const own = await scene(kept)
  const next = { address: 'ada@new.example' }
  expect((await release(kept, own, next)).status).toBe(403)
  kept.frame.pass(72 * HOUR + SECOND)
  kept.mails.length = 0
  expect((await release(kept, own, next)).status).toBe(200)
  await expect.poll(() => kept.mails.map(({ to }) => to)).toEqual(['ada@new.example'])
})

it('A body that is too large, and one that is none of the contract, is refused', async () => {
  const kept = await start()
  const large = await askKeeper(kept, PATH, { text: 'x'.repeat(70_000) })
  expect(large.status).toBe(413)
  expect((await askKeeper(kept, PATH, { account: 'x' })).status).toBe(400)
  expect((await askKeeper(kept, '/v1/shares/keep', { shares: [] })).status).toBe(400)
  const text = '{"wallet":'
  expect((await askKeeper(kept, PATH, {}, { text })).status).toBe(400)
})

/** Stands between a service and its keeper, or in the keeper's place. */
async function startImpostor(
  answer: (path: string, token: string, body: string) => Promise<Response>,
) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes) => (body += bytes))
    request.on('end', async () => {
      const token = String(request.headers[SIGNED_HEADER])
      const answered = await answer(request.url!, token, body)
      response.writeHead(answered.status, Object.fromEntries(answered.headers))
      response.end(await answered.text())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}

it('A service takes no answer of an impostor, of another request, or one that was changed', async (context) => {
  const kept = await start()
  const pass = async (path: string, token: string, body: string): Promise<Response> =>
    fetch(`${kept.keeper.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [SIGNED_HEADER]: token },
    })
  let last: { text: string; headers: Headers } | undefined
  const lies: Readonly<Record<string, typeof pass>> = {
    'an answer without a signature': async () => Response.json({ kept: 1 }),
    'the answer to another request': async (...asked) => {
      const fresh = await pass(...asked)
      const now = { text: await fresh.text(), headers: fresh.headers }
      const { text, headers } = last ?? now
      last = now
      return new Response(text, { headers: { [SIGNED_HEADER]: headers.get(SIGNED_HEADER)! } })
    },
    'another body': async (...asked) => {
      const { headers } = await pass(...asked)
      const signed = headers.get(SIGNED_HEADER)!
      return Response.json(
        { kept: 7, share: newShare(), shares: 7 },
        { headers: { [SIGNED_HEADER]: signed } },
      )
    },
    'a refusal that is made a success': async (path, token, body) => {
      const answered = await pass(path, token, body)
      const headers = { [SIGNED_HEADER]: answered.headers.get(SIGNED_HEADER) ?? '' }
      return new Response(await answered.text(), { status: path === PATH ? 200 : 201, headers })
    },
    'a redirect': async () =>
      new Response(null, { status: 307, headers: { location: kept.keeper.url } }),
    'a request that is kept back': () => new Promise(() => undefined),
  }
  let lie: typeof pass = pass
  const url = await startImpostor((...asked) => lie(...asked))
  await kept.frame.close()
  const between = await start({
    frame: {
      keeper: {
        url,
        keys: publicOf(kept.keeperOptions.keys.signing),
        serviceKeys: kept.serviceKeys,
      },
    },
  })
  const { frame } = between
  const made: string[] = []
  for (const [name, one] of Object.entries(lies)) {
    lie = pass
    await expect.poll(() => keeperHealth(frame.url)).toBe('ok')
    const visitor = await frame.newVisitor()
    await frame.signIn(visitor, `p${made.length}-${randomBytes(4).toString('hex')}@shop.example`)
    lie = one
    // The first answer is kept for the lie of another request.
    if (name.includes('another request')) await expect.poll(() => last).toBeDefined()
    const answer = await frame.createWallet(visitor, { recovery: automatic() })
    if (answer.status === 200) made.push(name)
    else expect([name, ...reasonOf(answer)]).toEqual([name, 503, 'keeper'])
  }
  report(context, 'keeper: answers of an impostor', Object.keys(lies).length, `${made.length} out`)
  expect(made).toEqual([])
})

const NO_MARKERS = { database: async () => undefined, count: async () => 0 }

it('A proof that the service took and the keeper finds late is refused as such, and the keeper is there', async () => {
  const kept = await start()
  const own = await scene(kept)
  const { log, of } = createLines()
  const client = await openKeeper({
    ...kept.frame.options.keeper!,
    ...{ log, now: kept.frame.options.now!, markers: NO_MARKERS },
  })
  ending.push(client.close)
  const asked = async (later: number) => {
    const proof = await own.ada.proofOf('POST', '/v1/wallet/recovery', { later })
    return client.release(await statementOf(kept, own, { proof }))
  }
  await expect(asked(-62)).rejects.toMatchObject({ status: 401, reason: 'proof.time' })
  expect([of('keeper.failed'), client.health().state]).toEqual([[], 'ok'])
  expect(await asked(0)).toBe(own.recovery[0]!.share)
})

it('A sign-in that another instance has seen, whose clock is some seconds ahead, is taken', async () => {
  const kept = await start()
  const own = await scene(kept)
  const authTime = kept.frame.options.now!() + 50 * SECOND
  expect((await release(kept, own, { authTime })).status).toBe(200)
})

it('A clock that is off is told once, and nothing is released by it', async () => {
  const kept = await start()
  const own = await scene(kept)
  await kept.restartKeeper({ databaseUrl: 'file::memory:', now: () => Date.now() + 2 * MINUTE })
  await expect.poll(() => kept.log.of('keeper.clock').length).toBe(1)
  expect(kept.log.of('keeper.clock')[0]).toMatchObject({
    message: expect.stringContaining('The clocks of this machine and of the keeper differ'),
  })
  expect(reasonOf(await own.ada.post('/v1/wallet/recovery'))).toEqual([503, 'keeper'])
})
