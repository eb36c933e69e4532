// The sandbox sends coins of a chain of this machine, each order once.
import { accounts, reorg, request, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createApiApp } from '../src/app.js'
import { sandbox } from '../src/index.js'
import { openStore } from '../src/store/openStore.js'
import { AUTHORITY, CHAIN, startTestApi } from './harness.js'
import { balanceOf, begin, BOUGHT, pay, read, SECRET, setUp, walletAt } from './onramp/sandbox.js'

let localnet: Localnet
let wallets = 0
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  localnet = await startLocalnet()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(() => localnet?.close())

const nextWallet = () => walletAt((wallets += 1))
const runBeside = (run: (signal: AbortSignal) => Promise<void>): void => {
  const controller = new AbortController()
  const running = run(controller.signal)
  ends.push(() => (controller.abort(), running))
}
async function start(more: object = {}) {
  const { chains, ...options } = setUp(localnet)
  const api = await startTestApi({
    ...{ chains, secret: SECRET, domain: null },
    onramp: [sandbox({ ...options, ...more })],
  })
  runBeside(api.app.run)
  return api
}
type Api = Awaited<ReturnType<typeof start>>
const until = (api: Api, order: string, status: string) =>
  expect.poll(async () => (await read(api.ask, order)).status, { timeout: 30_000 }).toBe(status)

it.each(['ETH', 'LOCAL'] as const)(
  'A purchase of %s is paid on the page and arrives, to the unit',
  async (coin) => {
    const api = await start()
    const wallet = nextWallet()
    const { orderId, url } = await begin(api.ask, wallet, coin)
    expect(url).toBe(`http://${AUTHORITY}/sandbox/onramp/${orderId}`)
    const page = await (await api.ask(`/sandbox/onramp/${orderId}`)).text()
    for (const shown of ['You pay', '50.00 USD', `${coin}</dd>`, wallet, 'This is a test'])
      expect(page).toContain(shown)
    expect(page).not.toMatch(/<script/i)
    const answer = await pay(api.ask, orderId)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/sandbox/onramp/${orderId}`,
    ])
    await until(api, orderId, 'done')
    expect(await balanceOf(localnet, wallet, coin)).toBe(BOUGHT[coin])
    const { hash } = await read(api.ask, orderId)
    const history = await api.get(`/v1/account/${CHAIN}:${wallet}/history?onramp=coinbase`)
    expect(history.body.data).toMatchObject([
      {
        metadata: { hash, sentFrom: accounts[9]!.address },
        transfers: [{ direction: 'in', to: wallet, fungible_info: { symbol: coin, decimals: 18 } }],
      },
    ])
  },
)

it('The same order paid ten times at once, and again when it is done, delivers once', async () => {
  const api = await start()
  const wallet = nextWallet()
  const { orderId } = await begin(api.ask, wallet)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(api.ask, orderId)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
  await until(api, orderId, 'done')
  await pay(api.ask, orderId)
  await request(localnet.url, 'anvil_mine', ['0x3'])
  await new Promise((done) => setTimeout(done, 1500))
  expect(await balanceOf(localnet, wallet)).toBe(BOUGHT.ETH)
  expect((await read(api.ask, orderId)).status).toBe('done')
})

it('Three instances with one database deliver each order once, and none takes the place of another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  ends.push(() => rm(folder, { recursive: true }))
  const { chains, ...options } = setUp(localnet)
  const instances = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const store = await openStore({ file: join(folder, 'api.db') })
      const app = createApiApp(
        {
          ...{ chains, secret: SECRET, onramp: [sandbox(options)] },
          limits: { addressRequests: 1e6 },
        },
        { store, isClosing: () => false, authority: () => AUTHORITY },
      )
      ends.push(() => store.close())
      runBeside(app.run)
      return async (path: string, init?: RequestInit) => app.request(path, init)
    }),
  )
  const [first] = instances as [(typeof instances)[number]]
  const all = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const wallet = nextWallet()
      return { wallet, ...(await begin(first, wallet)) }
    }),
  )
  await Promise.all(all.flatMap(({ orderId }) => instances.map((ask) => pay(ask, orderId))))
  for (const { orderId, wallet } of all) {
    await expect
      .poll(async () => (await read(first, orderId)).status, { timeout: 30_000 })
      .toBe('done')
    expect(await balanceOf(localnet, wallet)).toBe(BOUGHT.ETH)
  }
})

it('A delivery that a reorganisation takes back is sent again, by the same transaction', async () => {
  const api = await start()
  const wallet = nextWallet()
  const { orderId } = await begin(api.ask, wallet)
  await pay(api.ask, orderId)
  await until(api, orderId, 'done')
  const { hash } = await read(api.ask, orderId)
  await reorg(localnet.url, 1)
  await expect.poll(() => balanceOf(localnet, wallet), { timeout: 30_000 }).toBe(BOUGHT.ETH)
  await until(api, orderId, 'done')
  expect((await read(api.ask, orderId)).hash).toBe(hash)
})

it('Deliveries one after the other do not drive up what they offer for gas', async () => {
  const api = await start()
  const offers: bigint[] = []
  for (let count = 0; count < 20; count += 1) {
    const { orderId } = await begin(api.ask, nextWallet())
    await pay(api.ask, orderId)
    await until(api, orderId, 'done')
    const { hash } = await read(api.ask, orderId)
    const sent = (await request(localnet.url, 'eth_getTransactionByHash', [hash])) as {
      maxPriorityFeePerGas: string
    }
    offers.push(BigInt(sent.maxPriorityFeePerGas))
  }
  expect(offers.at(-1)).toBeLessThanOrEqual(2n * offers[0]!)
})

it('A card that is declined, one that is real, and a forged page pay nothing', async () => {
  const api = await start()
  const wallet = nextWallet()
  const { orderId } = await begin(api.ask, wallet)
  const declined = await pay(api.ask, orderId, '4000000000000002')
  expect(await declined.text()).toContain('declined')
  const real = await pay(api.ask, orderId, '5555555555554444')
  expect(await real.text()).toContain('not a test card')
  const foreign = await pay(api.ask, orderId, undefined, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  const [random] = orderId.split('.')
  expect((await pay(api.ask, `${random}.${'A'.repeat(22)}`)).status).toBe(404)
  expect((await read(api.ask, orderId)).status).toBe('created')
  expect(await balanceOf(localnet, wallet)).toBe(0n)
})

it('A payment that cannot be delivered is given back', async () => {
  const api = await start()
  const wallet = nextWallet()
  const { orderId } = await begin(api.ask, wallet)
  await pay(api.ask, orderId, '4000000000000119')
  await until(api, orderId, 'refunded')
  const page = await (await api.ask(`/sandbox/onramp/${orderId}`)).text()
  expect(page).toContain('was given back')
  expect(await balanceOf(localnet, wallet)).toBe(0n)
})

it('Where the account of the sandbox has too little, the payment is given back, and the next one arrives', async () => {
  const poor = `0x${'12'.repeat(32)}`
  const api = await start({ key: poor })
  const wallet = nextWallet()
  const { orderId } = await begin(api.ask, wallet)
  await pay(api.ask, orderId)
  await until(api, orderId, 'refunded')
  const { privateKeyToAccount } = await import('viem/accounts')
  const { address } = privateKeyToAccount(poor as `0x${string}`)
  await request(localnet.url, 'anvil_setBalance', [address, numberToHex(10n ** 18n)])
  const next = await begin(api.ask, wallet)
  await pay(api.ask, next.orderId)
  await until(api, next.orderId, 'done')
  expect(await balanceOf(localnet, wallet)).toBe(BOUGHT.ETH)
})

it('An order that is given up cannot be paid any more', async () => {
  const api = await start()
  const { orderId } = await begin(api.ask, nextWallet())
  await api.ask(`/sandbox/onramp/${orderId}`, {
    method: 'POST',
    body: String(new URLSearchParams({ action: 'cancel' })),
  })
  await pay(api.ask, orderId)
  expect((await read(api.ask, orderId)).status).toBe('abandoned')
})

it('Words of a page are shown as words', async () => {
  const api = await start()
  const { orderId } = await begin(api.ask, nextWallet())
  const answer = await pay(api.ask, orderId, '"><script>alert(1)</script>')
  const text = await answer.text()
  expect(text).not.toContain('<script')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
