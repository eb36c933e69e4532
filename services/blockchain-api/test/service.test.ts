import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { blockscout, optionsFromEnv, startBlockchainApi } from '../src/index.js'
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

it('The service answers over a socket, ends in order and frees its port', async () => {
  const api = await start()
  expect((await (await fetch(`${api.url}/health`)).json()).status).toBe('ok')
  expect((await (await fetch(`${api.url}/openapi.json`)).json()).openapi).toBe('3.1.0')
  await fetch(`${api.url}/v1/config`)
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  expect(metrics).toContain('requests_total{path="/v1/config",status="200"} 1')
  await Promise.all([api.close(), api.close()])
  const again = await start({ port: api.port })
  await expect(startBlockchainApi({ port: again.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

it('A header that is too large and a body that is too large are refused', async () => {
  const api = await start()
  const large = await fetch(`${api.url}/health`, { headers: { 'x-long': 'x'.repeat(20_000) } })
  expect(large.status).toBe(431)
  const body = await fetch(`${api.url}/v1/fungible/price`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ addresses: ['x'.repeat(70_000)] }),
  })
  expect([body.status, (await body.json()).status]).toEqual([413, 'FAILED'])
})

it('A request that does not arrive in time is ended', async () => {
  const api = await start({ limits: { arrival: 0.1 } })
  const socket = connect(api.port, '127.0.0.1')
  socket.write('POST /e HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{')
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 408 /)
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
    }),
  ).toMatchObject({
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
    () => startBlockchainApi({ prices: { currency: 'usd', table: { 'eip155:1': 0 } } }),
    () => startBlockchainApi({ sources: [blockscout({ chain: 'eip155:1', url: 'https://x' })] }),
  ]
  for (const attempt of refused)
    await expect(attempt()).rejects.toMatchObject({ code: 'blockchain-api.invalid_option' })
})
