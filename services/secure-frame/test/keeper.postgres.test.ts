import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type MailServer, type Postgres, startMail, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../src/operate/commands.js'
import { openKeeperStore, openRecoveryStore, openStore } from '../src/store/openStore.js'
import { createMarkers } from '../src/vault/markers.js'
import { EVM, ORIGIN, SOLANA, newShare } from './harness.js'
import { automatic, freePort, keeperHealth, startKept } from './keeperBench.js'
import { startBefore, startWithKeeper, writeFiles } from './keeperMoved.js'
import { type Program, buildProgram, startProgram } from './programs.js'
import { createVisitor, reasonOf } from './visitor.js'

let postgres: Postgres
let mail: MailServer
let program: string
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  mail = await startMail()
  program = await buildProgram()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-keeper-'))
})
afterAll(async () => {
  await mail?.close()
  await postgres?.stop()
  if (program) await rm(dirname(program), { recursive: true })
  if (folder) await rm(folder, { recursive: true })
})
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** The releases that stand in the log of a keeper. */
async function releasesOf(url: string): Promise<number> {
  const store = await openKeeperStore(url, { isReader: true })
  const entries = await store.db
    .selectFrom('audit')
    .select('n')
    .where('action', '=', 'recovery.released')
    .execute()
  await store.close()
  return entries.length
}

it('A keeper on PostgreSQL keeps, releases and drops, counts at once, and says when it is away', async () => {
  const url = await postgres.create()
  const kept = await startKept({
    frame: { databaseUrl: await postgres.create(), limits: { recoveries: 100 } },
    keeper: { databaseUrl: url },
  })
  ending.push(kept.close)
  const { frame } = kept
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const recovery = automatic()
  await frame.createWallet(ada, { recovery })
  const ask = async () => (await ada.post('/v1/wallet/recovery')).status
  const statuses = await Promise.all(Array.from({ length: 20 }, ask))
  // On a busy machine some of them may have been given up.
  await expect.poll(ask).toBe(429)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5)
  expect(await releasesOf(url)).toBe(5)
  await postgres.kill()
  try {
    await expect
      .poll(async () => (await fetch(`${kept.keeper.url}/health`)).json())
      .toMatchObject({
        servers: [{ name: 'postgres', state: 'away' }],
      })
  } finally {
    await postgres.start()
  }
  await expect.poll(() => keeperHealth(frame.url)).toBe('ok')
  const next = automatic()
  await expect.poll(async () => (await frame.newSplit(ada, { recovery: next })).status).toBe(200)
  frame.pass(24 * 60 * 60_000)
  await frame.signIn(ada)
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(next)
  const store = await openKeeperStore(url)
  expect(await store.db.selectFrom('kept').selectAll().execute()).toHaveLength(1)
  await store.close()
})

/** Files and settings of both machines, as an operator has them. */
async function prepare() {
  const file = await writeFiles(folder)
  const [port, keeperPort] = [await freePort(), await freePort()]
  const publicUrl = `http://127.0.0.1:${port}`
  const common = {
    PATH: process.env.PATH!,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Shop <mail@shop.example>',
  }
  const keeper = {
    ...common,
    PORT: String(keeperPort),
    FRAME_URL: publicUrl,
    DATABASE_URL: await postgres.create(),
    KEYS: file('keeper-keys.json'),
    SERVICE_KEY: file('service.pub.json'),
  }
  const frame = {
    ...common,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: await postgres.create(),
    KEYS: file('keys.json'),
    RECOVERY: 'automatic',
    KEEPER_KEY: file('keeper.pub.json'),
    SERVICE_KEY: file('service.json'),
    PROJECTS: join(folder, 'projects.json'),
    LIMIT_MAIL_PAUSE: '0',
    LIMIT_MAIL_HOUR: '1000',
    LIMIT_MAIL_DAY: '1000',
    LIMIT_MAIL_CLIENT: '1000',
  }
  return { frame, keeper, publicUrl, keeperUrl: `http://127.0.0.1:${keeperPort}` }
}

type Moment = 'before' | 'after'

/** Stands between the two, and does something before a request goes on or after its answer has come. */
async function startBetween(target: string) {
  const hook: { path?: string; moment?: Moment; act?: () => Promise<void> } = {}
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (bytes: Buffer) => parts.push(bytes))
    request.on('end', async () => {
      const act = request.url === hook.path ? hook.act : undefined
      const { moment } = hook
      if (act) delete hook.act
      if (moment === 'before') await act?.()
      const answered = await fetch(`${target}${request.url}`, {
        method: 'POST',
        body: Buffer.concat(parts),
        headers: {
          'content-type': 'application/json',
          'x-latchkey-signed': String(request.headers['x-latchkey-signed']),
        },
      }).catch(() => undefined)
      if (moment === 'after') await act?.()
      if (!answered) return response.destroy()
      response.writeHead(answered.status, {
        'x-latchkey-signed': answered.headers.get('x-latchkey-signed') ?? '',
      })
      return response.end(await answered.text().catch(() => ''))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, hook }
}

/** Mails that were read. */
const read = new Set<object>()

async function startBoth() {
  const settings = await prepare()
  const { url, hook } = await startBetween(settings.keeperUrl)
  const running: Partial<Record<'frame' | 'keeper', Program>> = {}
  const start = async (role: 'frame' | 'keeper') => {
    const env = role === 'frame' ? { ...settings.frame, KEEPER_URL: url } : settings.keeper
    running[role] = await startProgram(program, role === 'frame' ? [] : ['--role', role], env)
  }
  ending.push(() => Promise.all(Object.values(running).map((one) => one.kill())))
  await start('keeper')
  await start('frame')
  const mailTo = async (to: string): Promise<string> => {
    for (;;) {
      const found = mail.mails.find(
        (one) => one.to === to && !read.has(one) && /device\/|^\d{6}$/m.test(one.text),
      )
      if (found) read.add(found)
      if (found) return found.text
      await new Promise((done) => setTimeout(done, 10))
    }
  }
  const signIn = async (visitor: Awaited<ReturnType<typeof createVisitor>>, email: string) => {
    const asked = { projectId: 'shop', email, origin: ORIGIN }
    const { id } = (await visitor.post('/v1/email/start', asked)).body
    const text = await mailTo(email)
    const link = /http\S+\/device\/\S+/.exec(text)?.[0]
    const page = link && (await (await fetch(`${link}/approve`, { method: 'POST' })).text())
    const code = page ? /<output[^>]*>(\d{6})</.exec(page)![1] : /^\d{6}$/m.exec(text)![0]
    return visitor.keep(await visitor.post('/v1/email/verify', { id, code }))
  }
  return { ...settings, running, start, hook, signIn }
}

const wallet = (id: string, share: string) => ({
  ...{ id, evm: EVM, solana: SOLANA, service: newShare() },
  recovery: automatic(share),
})

const STEPS = (['frame', 'keeper'] as const).flatMap((role) =>
  (['before', 'after'] as const).map((moment) => [role, moment] as const),
)

it.each(STEPS)(
  'The %s dies %s the keeper has answered: a first wallet and a recovery finish when asked again, nothing twice',
  async (role, moment) => {
    const both = await startBoth()
    const { hook, running, start, publicUrl, signIn } = both
    /** Dies at the next request of that path, and starts again afterwards. */
    const dying = async (path: string, ask: () => Promise<{ status: number }>) => {
      Object.assign(hook, { path, moment, act: () => running[role]!.kill() })
      const died = await ask().catch(() => ({ status: 0 }))
      expect(hook.act).toBeUndefined()
      await running[role]!.kill()
      await start(role)
      await expect.poll(() => keeperHealth(publicUrl)).toBe('ok')
      return died.status
    }
    const ada = await createVisitor(publicUrl)
    await signIn(ada, 'ada@shop.example')
    const ids = ['1', '2'].map((digit) => digit.repeat(22))
    const [lost, share] = [newShare(), newShare()]
    const first = await dying('/v1/shares/keep', () =>
      ada.post('/v1/wallet', wallet(ids[0]!, lost)),
    )
    // A keeper that dies after its answer is on the way has done its part.
    const isMade = first === 200
    expect([0, 200, 503]).toContain(first)
    expect(isMade).toBe(role === 'keeper' && moment === 'after')
    // A proof of the second in which the service began may be taken for one of before.
    await new Promise((done) => setTimeout(done, 1_100))
    expect((await ada.get('/v1/user')).body.wallet?.id).toBe(isMade ? ids[0] : undefined)
    const again = await ada.post('/v1/wallet', wallet(ids[1]!, share))
    if (isMade) expect(reasonOf(again)).toEqual([409, 'conflict'])
    else expect(again.status).toBe(200)

    const phone = await createVisitor(publicUrl)
    await signIn(phone, 'ada@shop.example')
    const asked = () => phone.post('/v1/wallet/recovery')
    const released = await dying('/v1/shares/release', asked)
    expect([0, 200, 503]).toContain(released)
    await new Promise((done) => setTimeout(done, 1_100))
    const answer = await asked()
    expect([answer.status, answer.body.recovery]).toEqual([200, automatic(isMade ? lost : share)])

    const store = await openKeeperStore(both.keeper.DATABASE_URL)
    const owner = await store.db.selectFrom('owner').select('wallet').execute()
    await store.close()
    const count = await releasesOf(both.keeper.DATABASE_URL)
    // Each release that the keeper was asked for is in its log, whoever died meanwhile.
    expect(count).toBe(role === 'keeper' && moment === 'before' ? 1 : 2)
    expect(owner.map((one) => one.wallet)).toContain(isMade ? ids[0] : ids[1])
    const main = await openStore(both.frame.DATABASE_URL, { isReader: true })
    expect(await main.db.selectFrom('wallet').select('id').execute()).toHaveLength(1)
    await main.close()
  },
)

it('Shares move to a keeper while persons sign in and split anew: none fails, and all are those of now', async () => {
  const [databaseUrl, recoveryDatabaseUrl, keeperUrl] = [
    await postgres.create(),
    await postgres.create(),
    await postgres.create(),
  ] as [string, string, string]
  const closes = (close: () => unknown) => void ending.push(close)
  const place = { folder, databaseUrl, recoveryDatabaseUrl, keeperUrl, closes }
  const before = await startBefore(place, 12)
  const { frame, persons, addPerson, env } = before
  const { keeper } = await startWithKeeper(before)
  const statuses: number[] = []
  const splitAnew = async (one: (typeof persons)[number]): Promise<void> => {
    const recovery = automatic()
    const { status } = await frame.newSplit(one.visitor, { from: one.split, recovery })
    statuses.push(status)
    Object.assign(one, { recovery, split: one.split + 1 })
  }
  const add = async (n: number): Promise<void> => {
    const one = await addPerson(n)
    statuses.push(one.status)
    persons.push(one)
  }
  const said = runCommand(['move-recovery', '--to', keeper.url], env)
  await Promise.all([...persons.slice(0, 6).map(splitAnew), ...[20, 21, 22].map(add)])
  expect(await said).toMatch(/^Moved \d+ shares/)
  expect(statuses).toEqual(statuses.map(() => 200))
  for (const { visitor, recovery } of persons) {
    const answer = await visitor.post('/v1/wallet/recovery')
    expect([answer.status, answer.body.recovery]).toEqual([200, recovery])
  }
  const there = await openKeeperStore(keeperUrl)
  expect(await there.db.selectFrom('kept').selectAll().execute()).toHaveLength(persons.length)
  await there.close()
  const here = await openRecoveryStore(recoveryDatabaseUrl)
  expect(await createMarkers(here).count()).toBe(persons.length)
  await here.close()
})
