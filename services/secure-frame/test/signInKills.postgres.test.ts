// Two instances in processes of their own, of which one is killed at each step of a sign-in.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import {
  type MailServer,
  type Postgres,
  type Providers,
  startMail,
  startPostgres,
  startProviders,
} from '@latchkey-tools/localnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../src/operate/commands.js'
import { openStore } from '../src/store/openStore.js'
import { ORIGIN } from './harness.js'
import { freePort } from './keeperBench.js'
import { type Program, buildProgram, startProgram } from './programs.js'
import { browse, resultOf } from './socialBench.js'
import { type Visitor, createVisitor, reasonOf } from './visitor.js'

const MOMENTS = ['before', 'after'] as const
type Moment = (typeof MOMENTS)[number]

let postgres: Postgres
let mail: MailServer
let providers: Providers
let program: string
let folder: string
let env: Record<string, string>
let balancer: Awaited<ReturnType<typeof startBalancer>>
/** The first is killed, and started again for the next test. */
const instances: { port: number; program: Program | undefined }[] = []

/** Hands each request to the first instance that lives. It kills one at a step, whose answer is lost. */
async function startBalancer() {
  const hook: { path?: RegExp; moment?: Moment } = {}
  const forward = async (request: IncomingMessage, body: Buffer) => {
    const { port } = instances.find((one) => one.program)!
    const { connection: _, ...headers } = request.headers as Record<string, string>
    return fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method!,
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
  }
  const kill = async (): Promise<void> => {
    delete hook.path
    await instances[0]!.program!.kill()
    instances[0]!.program = undefined
  }
  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<void> => {
    if (hook.path?.test(request.url!)) {
      if (hook.moment === 'after') await (await forward(request, body)).text()
      await kill()
      return void response.destroy()
    }
    const answered = await forward(request, body)
    response.statusCode = answered.status
    for (const [name, value] of answered.headers)
      if (!/^(?:content-|transfer-|set-cookie)/.test(name)) response.setHeader(name, value)
    response.setHeader('content-type', answered.headers.get('content-type') ?? 'text/plain')
    response.setHeader('set-cookie', answered.headers.getSetCookie())
    response.end(Buffer.from(await answered.arrayBuffer()))
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (bytes: Buffer) => parts.push(bytes))
    request.on('end', () => void handle(request, response, Buffer.concat(parts)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, hook, close: () => server.close() }
}

/** Starts one in the place of one that was killed. */
const start = async (place: number): Promise<void> => {
  const port = await freePort()
  const running = await startProgram(program, [], { ...env, PORT: String(port) })
  instances[place] = { port, program: running }
}

beforeAll(async () => {
  ;[postgres, mail, providers, program, folder, balancer] = await Promise.all([
    startPostgres(),
    startMail(),
    startProviders(),
    buildProgram(),
    mkdtemp(join(tmpdir(), 'latchkey-kills-')),
    startBalancer(),
  ])
  await writeFile(join(folder, 'keys.json'), await runCommand(['keys'], {}), { mode: 0o600 })
  const projects = [{ id: 'shop', origins: [ORIGIN] }]
  await writeFile(join(folder, 'projects.json'), JSON.stringify(projects))
  env = {
    ...providers.env,
    PATH: process.env.PATH!,
    PUBLIC_URL: balancer.url,
    DATABASE_URL: await postgres.create(),
    KEYS: `file:${join(folder, 'keys.json')}`,
    RECOVERY: 'user',
    PROJECTS: join(folder, 'projects.json'),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Shop <mail@shop.example>',
    LIMIT_MAIL_PAUSE: '0',
    LIMIT_MAIL_HOUR: '1000',
    LIMIT_MAIL_DAY: '1000',
    LIMIT_MAIL_CLIENT: '1000',
  }
  for (const place of [0, 1]) await start(place)
})
afterAll(async () => {
  for (const one of instances) await one.program?.kill()
  balancer?.close()
  await providers?.close()
  await mail?.close()
  await postgres?.stop()
  if (program) await rm(dirname(program), { recursive: true })
  if (folder) await rm(folder, { recursive: true })
})

/** A page and a browser ask again where an answer was lost. */
const asked = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(ask)

async function signInAtProvider(visitor: Visitor) {
  const begin = () => visitor.post('/v1/social/github/start', { projectId: 'shop', origin: ORIGIN })
  const { login, uri } = (await asked(begin)).body
  const back = await providers.consent(uri)
  const page = await asked(() => browse(back, visitor))
  const waited = await asked(() => visitor.post('/v1/social/wait', { login }))
  const result = resultOf(page.uri ?? waited.body.uri)
  const verify = () => visitor.post('/v1/social/verify', { projectId: 'shop', ...result })
  return asked(verify)
}

/** Reads the mails to an address up to one that counts: the mail of an instance that died may never come. */
async function codeOf(email: string): Promise<string> {
  for (;;) {
    const { text } = await mail.next(email)
    const known = /^\d{6}$/m.exec(text)?.[0]
    if (known) return known
    const page = balancer.url + /\/device\/[\w-]{43}/.exec(text)![0]
    const approve = async () => (await fetch(`${page}/approve`, { method: 'POST' })).text()
    const code = /<output[^>]*>(\d{6})</.exec(await asked(approve))?.[1]
    if (code) return code
  }
}

async function signInByMail(visitor: Visitor, email: string) {
  const begin = () => visitor.post('/v1/email/start', { projectId: 'shop', email, origin: ORIGIN })
  const { id } = (await asked(begin)).body
  const code = await codeOf(email)
  await asked(() => visitor.post('/v1/device/wait', { id }))
  return asked(() => visitor.post('/v1/email/verify', { id, code }))
}

/** How many accounts and sign-ins there are. */
async function countOf(): Promise<[number, number]> {
  const store = await openStore(env['DATABASE_URL']!, { isReader: true })
  const accounts = await store.db.selectFrom('account').select('id').execute()
  const identities = await store.db.selectFrom('identity').select('subject').execute()
  await store.close()
  return [accounts.length, identities.length]
}

let count = 1_000
const STEPS = [
  ['provider', 'start', /\/social\/github\/start$/],
  ['provider', 'callback', /\/social\/github\/callback/],
  ['provider', 'wait', /\/social\/wait$/],
  ['provider', 'verify', /\/social\/verify$/],
  ['mail', 'start', /\/email\/start$/],
  ['mail', 'approval', /\/device\/.+\/approve$/],
  ['mail', 'wait', /\/device\/wait$/],
  ['mail', 'verify', /\/email\/verify$/],
] as const

it.each(
  STEPS.flatMap(([way, step, path]) => MOMENTS.map((moment) => ({ way, step, moment, path }))),
)(
  'An instance dies in a sign-in by $way, $moment the $step is done: the other goes on, nothing twice',
  async ({ way, step, path, moment }) => {
    if (!instances[0]!.program) await start(0)
    const email = `${way}-${step}-${moment}@shop.example`
    // GitHub's ids are numbers.
    providers.switch('github', { person: { id: String(++count), name: 'Ada' } })
    const before = await countOf()
    const visitor = await createVisitor(balancer.url)
    const signIn = () => (way === 'mail' ? signInByMail(visitor, email) : signInAtProvider(visitor))
    Object.assign(balancer.hook, { path, moment })
    const answer = await signIn()
    expect(balancer.hook.path).toBeUndefined()
    if (answer.status !== 200) {
      // The session of the lost answer is opened by nobody: the person signs in again.
      expect([step, moment]).toEqual(['verify', 'after'])
      expect(reasonOf(answer)[0]).toBe(400)
      expect((await signIn()).status).toBe(200)
    }
    expect(await countOf()).toEqual([before[0] + 1, before[1] + 1])
  },
)
