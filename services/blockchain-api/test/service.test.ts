import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@latchkey/service-kit/store/sqlite'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { blockscout, openStore, optionsFromEnv, startBlockchainApi } from '../src/index.js'
import { chain } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const start: typeof startBlockchainApi = async (options) => {
  const api = await startBlockchainApi(options)
  ending.push(api.close)
  return api
}

/** How many sockets of this process wait for connections. */
const listening = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length

it('The service answers over a socket, ends in order and frees its port', async () => {
  const before = listening()
  const api = await start()
  expect(listening()).toBe(before + 1)
  expect((await (await fetch(`${api.url}/health`)).json()).status).toBe('ok')
  expect((await (await fetch(`${api.url}/openapi.json`)).json()).openapi).toBe('3.1.0')
  await fetch(`${api.url}/v1/config`)
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  expect(metrics).toContain('requests_total{path="/v1/config",status="200"} 1')
  await Promise.all([api.close(), api.close()])
  // Another process may take the port at once, so the sockets of this one are counted.
  await expect.poll(listening).toBe(before)
  const another = await start()
  await expect(startBlockchainApi({ port: another.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

it('A service that ends serves on for the time given, and says so to its balancer', async () => {
  const api = await start({ drainSeconds: 1 })
  const closed = api.close()
  const health = await fetch(`${api.url}/health`)
  expect([health.status, (await health.json()).status]).toEqual([503, 'closing'])
  const served = await fetch(`${api.url}/v1/config`)
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
  await closed
  await expect(fetch(`${api.url}/v1/config`)).rejects.toThrow()
  await expect(start({ drainSeconds: -1 })).rejects.toThrow('DRAIN_SECONDS')
})

/** Writes bytes to a socket and reads the answer until the connection ends. */
const sendRaw = async (port: number, text: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) }
}

it.each([
  [431, 'headers', `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  [431, 'headers', `GET /health?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  [400, 'request', 'GET / HTTP/9.9\r\n\r\n'],
  [400, 'request', 'GET /health HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
  [408, 'timeout', 'POST /e HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{'],
])(
  'A request that Node itself refuses by %i is answered in the shape of all failures',
  async (status, name, text) => {
    const api = await start({ limits: status === 408 ? { arrival: 2 } : {} })
    const answer = await sendRaw(api.port, text)
    expect(answer).toMatchObject({ status, body: { status: 'FAILED', reasons: [{ name }] } })
    expect(answer.body).toEqual({
      status: 'FAILED',
      reasons: [{ name, description: expect.stringMatching(/^[A-Z][^<>]+\.$/) }],
    })
    // Any page may read it: Node does not say which origin asked.
    expect(answer.head).toContain('access-control-allow-origin: *')
  },
)

it('A body that is too large is refused, and the refusal reaches whoever sent all of it', async () => {
  const api = await start()
  const head = 'POST /v1/fungible/price HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  for (const text of [
    `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(200)}0\r\n\r\n`,
    `${head}content-length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`,
  ]) {
    const answer = await sendRaw(api.port, text)
    expect(answer).toMatchObject({ status: 413, body: { reasons: [{ name: 'body' }] } })
    // The next request needs another connection, so none is sent into the end of this one.
    expect(answer.head.toLowerCase()).toContain('connection: close')
  }
})

it('A page that is left sends its last event as text over a socket', async () => {
  const store = await openStore()
  ending.push(store.close)
  const api = await start({ store })
  const answer = await fetch(`${api.url}/e?projectId=p&st=js&sv=1`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: '{"eventId":"last"}',
  })
  expect(answer.status).toBe(202)
})

it('Sessions that were over a day ago are dropped at the start', async () => {
  const store = await openStore()
  ending.push(store.close)
  const row = { address: `eip155:1:0x${'a'.repeat(40)}`, permissions: [], signature: '0x' }
  const hours = (count: number): number => Math.floor(Date.now() / 1000) - count * 3600
  for (const [pci, expiry] of [
    ['long over', hours(48)],
    ['just over', hours(1)],
  ] as const)
    await store.sessions.put(
      { ...row, pci, expiry, issuedAt: 1, createdAt: 1 },
      { limit: 100, now: 0 },
    )
  await start({ store })
  await expect
    .poll(async () => (await store.sessions.ofAddress(row.address, 0)).map(({ pci }) => pci))
    .toEqual(['just over'])
})

it('Only trusted proxies may say where a request came from', async () => {
  const limits = { addressRequests: 1 }
  const from = (url: string, address: string) =>
    fetch(`${url}/health`, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
  const open = await start({ limits })
  expect([await from(open.url, '1.1.1.1'), await from(open.url, '2.2.2.2')]).toEqual([200, 429])
  const behind = await start({ limits, trustedProxies: ['127.0.0.0/8'] })
  expect([
    await from(behind.url, '1.1.1.1'),
    await from(behind.url, '2.2.2.2'),
    await from(behind.url, '9.9.9.9, 1.1.1.1'),
  ]).toEqual([200, 200, 429])
})

it('The command line is read from the environment', async () => {
  expect(await optionsFromEnv({})).toEqual({
    port: 8787,
    drainSeconds: 0,
    host: '127.0.0.1',
    chains: [],
    projects: [],
    allowedOrigins: [],
    trustedProxies: [],
    limits: {},
    store: { file: 'blockchain-api.db' },
    role: 'all',
    follow: {},
  })
  expect(
    await optionsFromEnv({
      PORT: '0',
      RPC_URLS: 'eip155:137=https://a.example|https://b.example, solana:x=https://s.example',
      PROJECT_IDS: 'p,q',
      ALLOWED_ORIGINS: 'https://a.example',
      TRUSTED_PROXIES: '10.0.0.0/8',
      LIMIT_BODY_BYTES: '1000',
      DATABASE_FILE: '/data/api.db',
      MAX_ENTRIES: '500',
      SECRET: 'a secret of the host',
      DOMAIN: 'api.shop.example',
      REDIS_URL: 'redis://127.0.0.1:6379',
      KEEP_EVENT_ADDRESSES: 'true',
      ANALYTICS_TOKEN: 'a token of the operator',
    }),
  ).toMatchObject({
    keepEventAddresses: true,
    analyticsToken: 'a token of the operator',
    domain: 'api.shop.example',
    redisUrl: 'redis://127.0.0.1:6379',
    port: 0,
    follow: { maxEntries: 500 },
    chains: [
      {
        id: 'eip155:137',
        rpcUrls: ['https://a.example', 'https://b.example'],
        nativeCurrency: { symbol: 'POL' },
      },
      { id: 'solana:x', nativeCurrency: { symbol: 'SOL', decimals: 9 } },
    ],
    projects: [{ id: 'p' }, { id: 'q' }],
    limits: { bodyBytes: 1000 },
    store: { file: '/data/api.db' },
    secret: 'a secret of the host',
  })
})

it('A Redis that does not answer at the start is waited for, and the log and /health say so', async () => {
  const lines: unknown[][] = []
  const api = await start({
    redisUrl: 'redis://127.0.0.1:1',
    log: (...line) => void lines.push(line),
  })
  const servers = async () => (await (await fetch(`${api.url}/health`)).json()).servers
  await expect.poll(servers).toEqual([{ name: 'redis', state: 'away', since: expect.any(Number) }])
  expect(lines.filter(([, event]) => event === 'redis.away')).toEqual([
    [
      'error',
      'redis.away',
      {
        message:
          'Redis does not answer. Requests go on without a common cache, and each instance counts for itself.',
        code: 'ECONNREFUSED',
      },
    ],
  ])
})

it('Of two processes that would follow chains into one file the second is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-file-'))
  ending.push(() => rm(folder, { recursive: true }))
  const store = { file: join(folder, 'api.db') }
  const api = await start({ chains: [chain()], store })
  await expect(startBlockchainApi({ chains: [chain()], store })).rejects.toMatchObject({
    code: 'store.in_use',
    message: expect.stringMatching(/ROLE=api/),
  })
  await start({ chains: [chain()], store, role: 'api' })
  await api.close()
  await start({ chains: [chain()], store })
})

it('A database of a newer version is refused at the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-newer-'))
  ending.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'api.db')
  await (await openStore({ file })).close()
  const { db } = openSqlite(file, true)
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(db)
  await db.destroy()
  await expect(startBlockchainApi({ store: { file } })).rejects.toMatchObject({
    code: 'store.newer_schema',
    message: expect.stringMatching(/^A newer version /),
  })
})

it('Settings that cannot be meant are refused with a sentence that names them', async () => {
  const refused = [
    () => optionsFromEnv({ PORT: 'http' }),
    () => optionsFromEnv({ RPC_URLS: 'https://a.example' }),
    () => optionsFromEnv({ CONFIG: '/nowhere/config.mjs' }),
    () => startBlockchainApi({ chains: [{ ...chain(), id: 'cosmos:x' }] }),
    () => startBlockchainApi({ chains: [{ ...chain(), rpcUrls: ['ws://x'] }] }),
    () => startBlockchainApi({ chains: [chain(), chain()] }),
    () => startBlockchainApi({ trustedProxies: ['proxy'] }),
    () => startBlockchainApi({ secret: 'short' }),
    () => startBlockchainApi({ analyticsToken: 'short' }),
    () => startBlockchainApi({ domain: 'https://api.shop.example/' }),
    ...[
      'ipfs.example',
      'http://ipfs.example/',
      'https://ipfs.example:8443/',
      'https://x/?cid=',
    ].map((ipfsGateway) => () => startBlockchainApi({ ipfsGateway })),
    () => startBlockchainApi({ prices: { currency: 'usd', table: { 'eip155:1': 0 } } }),
    () => startBlockchainApi({ sources: [blockscout({ chain: 'eip155:1', url: 'https://x' })] }),
  ]
  for (const attempt of refused)
    await expect(attempt()).rejects.toMatchObject({ code: 'blockchain-api.invalid_option' })
})

it.each([
  ['POLL_MS', '0'],
  ['POLL_MS', '9'],
  ['MAX_ENTRIES', '0'],
  ['FORGET_AFTER_DAYS', '0'],
  ['LIMIT_ANSWER', '0'],
  ['EVERYTHING', '1'],
  ['KEEP_EVENT_ADDRESSES', 'no'],
])('A %s of %s, with which nothing would work, is refused in words', async (name, value) => {
  const start = async () =>
    startBlockchainApi({ ...(await optionsFromEnv({ [name]: value })), port: 0, store: {} })
  await expect(start()).rejects.toMatchObject({
    code: 'blockchain-api.invalid_option',
    message: expect.stringMatching(new RegExp(`${name}.* must be .*It is "?${value}`)),
  })
})
