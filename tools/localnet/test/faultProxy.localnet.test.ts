import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAnvil, startRpcFaultProxy, type Anvil, type RpcFaultProxy } from '../src/index.mjs'

let node: Anvil
let proxy: RpcFaultProxy
beforeAll(async () => {
  node = await startAnvil({ chainId: 7 })
  proxy = await startRpcFaultProxy({ target: node.url })
})
beforeEach(() => {
  proxy.heal()
  proxy.forget()
})
afterAll(async () => {
  await proxy.close()
  await node.close()
})

const post = (method: string, signal?: AbortSignal) =>
  fetch(proxy.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    ...(signal && { signal }),
  })

it('The fault proxy passes on requests without a fault, and records them', async () => {
  const response = await post('eth_chainId')
  expect(await response.json()).toMatchObject({ result: '0x7' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(proxy.requests.map(({ method }) => method)).toEqual(['eth_chainId'])
})

it('The fault proxy answers a status as often as asked, and only to the named methods', async () => {
  proxy.fail({
    status: 429,
    times: 1,
    methods: ['eth_blockNumber'],
    headers: { 'retry-after': '1' },
  })
  expect((await post('eth_chainId')).status).toBe(200)
  const refused = await post('eth_blockNumber')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await post('eth_blockNumber')).status).toBe(200)
})

it('The fault proxy answers HTML', async () => {
  proxy.fail({ status: 500, body: 'html' })
  const response = await post('eth_chainId')
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/html'])
  expect(await response.text()).toContain('<h1>500 Internal Server Error</h1>')
})

it('The fault proxy delays, hangs and drops requests', async () => {
  proxy.fail({ delayMs: 80, times: 1 })
  const began = performance.now()
  expect((await post('eth_chainId')).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(75)
  proxy.fail({ hang: true, times: 1 })
  await expect(post('eth_chainId', AbortSignal.timeout(100))).rejects.toThrow(/timeout/)
  proxy.fail({ drop: true, times: 1 })
  await expect(post('eth_chainId')).rejects.toThrow('fetch failed')
})
