// PostgreSQL that is away at the start, goes away in use, comes back, or has no connection left.
import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type BlockchainApiOptions, startBlockchainApi } from '../../src/index.js'
import { openStore } from '../../src/store/openStore.js'
import { chain } from '../harness.js'
import { CHAIN, fillStore, person } from './fill.js'

/** A request waits 2 s for the database; the rest is for a busy machine. */
const SOON_MS = 5_000
let server: Postgres
const ending: (() => unknown)[] = []
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const start = async (url: string, options: BlockchainApiOptions = {}) => {
  const lines: { level: string; event: string; message?: unknown }[] = []
  const api = await startBlockchainApi({
    chains: [chain()],
    role: 'api',
    store: { url },
    limits: { addressRequests: 1_000_000 },
    log: (level, event, fields) => void lines.push({ level, event, ...fields }),
    ...options,
  })
  ending.push(api.close)
  const get = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${api.url}${path}`)
    const body = await answer.json()
    return { status: answer.status, body, headers: answer.headers, ms: performance.now() - began }
  }
  return {
    ...{ get, lines, url: api.url },
    history: () => get(`/v1/account/${CHAIN}:${person(1)}/history`),
    server: async () => (await get('/health')).body.servers,
    told: (event: string) => lines.filter((line) => line.event === event),
  }
}
/** A line to a server that goes dead without a word: bytes are neither carried nor refused. */
const startLine = async (target: number) => {
  let isCut = false
  const ends: Socket[] = []
  const line = createServer((socket) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [socket, far],
      [far, socket],
    ] as const) {
      ends.push(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.on('data', (bytes) => isCut || to.write(bytes))
    }
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  return {
    port: (line.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    /** New connections are carried again; what was lost on the old ones stays lost. */
    mend: () => void (isCut = false),
    close() {
      for (const end of ends) end.destroy()
      line.close()
    },
  }
}
const known = (state: string) => [{ name: 'postgres', state, since: expect.any(Number) }]

it('A service that starts while PostgreSQL is away answers 503, says so once, and goes on by itself', async () => {
  const url = (await server.create()).replace('latchkey@', 'latchkey:geheim@')
  await fillStore({ url }, 1_000)
  await server.kill()
  const api = await start(url)
  expect(await api.server()).toEqual(known('away'))
  for (let at = 0; at < 3; at += 1)
    expect(await api.history()).toMatchObject({
      status: 503,
      body: {
        reasons: [
          { name: 'store', description: 'The database does not answer now. Ask again later.' },
        ],
      },
    })
  expect((await api.history()).headers.get('retry-after')).toBe('2')
  expect((await api.get('/v1/supported-chains')).status).toBe(200)
  await server.start()
  await expect.poll(async () => (await api.history()).status).toBe(200)
  expect((await api.history()).body.data.length).toBe(1)
  expect(await api.server()).toEqual(known('ok'))
  expect([api.told('postgres.away').length, api.told('postgres.back').length]).toEqual([1, 1])
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  expect(metrics).toContain('server_up{server="postgres"} 1')
  for (const said of [JSON.stringify(api.lines), metrics, JSON.stringify(await api.get('/health'))])
    expect(said).not.toContain('geheim')
  expect(api.told('postgres.away')[0]).toMatchObject({
    level: 'error',
    message:
      'PostgreSQL does not answer, or is a replica. Requests that need it get 503 until it is back.',
  })
})

it('A PostgreSQL that crashes in use is told once, and answers after it are those of before', async () => {
  const url = await server.create()
  await fillStore({ url }, 1_000)
  const api = await start(url)
  const before = (await api.history()).body
  const answers: Awaited<ReturnType<typeof api.history>>[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) answers.push(await api.history())
  })()
  await server.kill()
  await expect.poll(() => answers.some(({ status }) => status === 503)).toBe(true)
  await server.start()
  await expect.poll(async () => (await api.history()).status).toBe(200)
  isOver = true
  await asking
  for (const { status, body, ms } of answers) {
    expect([200, 503]).toContain(status)
    if (status === 200) expect(body).toEqual(before)
    expect(ms).toBeLessThan(SOON_MS)
  }
  expect(api.told('postgres.away').length).toBe(1)
  await expect.poll(api.server).toEqual(known('ok'))
})

it('With no connection left requests wait, then get 503, and go on when there is one', async () => {
  const url = await server.create()
  await fillStore({ url }, 1_000)
  const api = await start(url)
  expect((await api.history()).status).toBe(200)
  // A lock on the tables keeps all connections of the service waiting.
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('begin; lock table entry, watched in access exclusive mode')
  const answers = await Promise.all(Array.from({ length: 30 }, api.history))
  for (const { status, ms } of answers) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(SOON_MS)
  }
  expect(api.told('postgres.away').length).toBe(1)
  await other.query('rollback')
  await other.end()
  await expect.poll(async () => (await api.history()).status).toBe(200)
})

it('A PostgreSQL that vanishes without a word is given up, and its connections are not used again', async () => {
  const url = await server.create()
  await fillStore({ url }, 1_000)
  const line = await startLine(Number(new URL(url).port))
  ending.push(line.close)
  const api = await start(url.replace(/:\d+\//, `:${line.port}/`))
  expect((await api.history()).status).toBe(200)
  line.cut()
  const { status, ms } = await api.history()
  expect([status, ms < SOON_MS]).toEqual([503, true])
  line.mend()
  await expect.poll(async () => (await api.history()).status).toBe(200)
})

it('A newer version of the tables that is found later is told once', async () => {
  const url = await server.create()
  const store = await openStore({ url })
  await store.close()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query("insert into kysely_migration (name, timestamp) values ('999-later', '')")
  await admin.end()
  await server.kill()
  const api = await start(url)
  await server.start()
  await expect.poll(() => api.told('postgres.refused').length).toBe(1)
  expect(api.told('postgres.refused')[0]?.message).toMatch(/^A newer version /)
  await new Promise((done) => setTimeout(done, 2_500))
  expect(api.told('postgres.refused').length).toBe(1)
  expect((await api.history()).status).toBe(503)
})

it('Tables of another program in a schema of its own are not taken for those of the service', async () => {
  const url = await server.create()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(
    'create schema ponder_sync; create table ponder_sync.kysely_migration (name text)',
  )
  await admin.query("insert into ponder_sync.kysely_migration values ('theirs')")
  await admin.end()
  await fillStore({ url }, 1_000)
  expect((await (await start(url)).history()).status).toBe(200)
})

it('A replica that lags is not believed: 503 until it is the primary', async () => {
  const url = await server.create()
  await fillStore({ url }, 1_000)
  const api = await start(url)
  expect((await api.history()).status).toBe(200)
  await server.kill()
  await server.start({ asReplica: true })
  await expect.poll(() => api.told('postgres.away').length).toBe(1)
  for (let at = 0; at < 3; at += 1) expect((await api.history()).status).toBe(503)
  expect(await api.server()).toEqual(known('away'))
  // One that starts beside a replica waits too.
  const late = await start(url)
  expect((await late.history()).status).toBe(503)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  for (const one of [api, late])
    await expect.poll(async () => (await one.history()).status).toBe(200)
})

it('A password that PostgreSQL refuses ends the start with one sentence without it', async () => {
  const url = (await server.create()).replace('latchkey@', 'nobody:geheim@')
  await expect(startBlockchainApi({ store: { url } })).rejects.toMatchObject({
    code: 'store.unreachable',
    message: expect.not.stringContaining('geheim'),
  })
})
