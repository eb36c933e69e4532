import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { expect, it, vi } from 'vitest'
import {
  ALICE,
  BOB,
  FakeChain,
  FakeServer,
  openSite,
  order,
  told,
  USDC,
  type Site,
} from './bench.js'

const HASH = `0x${'ab'.repeat(32)}`

/** A purchase whose window is open. */
async function bought(options: Parameters<typeof openSite>[0] = {}): Promise<Site> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 60,
  })
  const site = await openSite(options)
  await site.priced()
  await site.api.buy()
  await site.until(() => order(site).status !== 'opening')
  return site
}
const serving = (more: () => object): FakeServer =>
  Object.assign(new FakeServer(), { order: (id: string) => told(id, more()) })

it('The window is opened in the click, empty, parted from the page, and gets its address later', async () => {
  const site = await openSite()
  await site.priced()
  const before = site.popups.length
  const buying = site.api.buy()
  expect([before, site.popups.length]).toEqual([0, 1])
  const [popup] = site.popups
  expect(popup?.asked).toEqual(['', '_blank', 'popup,width=600,height=800'])
  expect(popup?.opener).toBeNull()
  expect(popup?.addresses).toEqual([])
  const key = await buying
  await site.until(() => popup?.addresses.length === 1)
  expect(order(site)).toMatchObject({ key, status: 'created', window: 'open', id: 'order-1' })
  expect(site.events).toContainEqual([
    'onramp:started',
    { provider: 'coinbase', network: 'eip155:1' },
  ])
})
it('A window that the browser blocks becomes a link', async () => {
  const site = await bought({ blocks: true })
  expect(order(site)).toMatchObject({
    status: 'created',
    window: 'blocked',
    link: 'https://pay.coinbase.com/buy/select-asset?sessionToken=token-order-1',
  })
})
it('A server that gives no address closes the empty window, and a new one can be opened', async () => {
  const server = new FakeServer()
  const { url } = server
  server.url = () => 503
  const site = await bought({ server })
  expect(order(site)).toMatchObject({ status: 'refused', error: { code: 'http.status' } })
  expect(site.popups[0]).toMatchObject({ closed: true, addresses: [] })
  server.url = url
  site.api.again(order(site).key)
  await site.until(() => order(site).status === 'created')
  expect(site.popups[1]?.addresses).toHaveLength(1)
  expect(site.api.state.get().orders).toHaveLength(1)
})
it('An order is asked for until it is done, and each step is shown', async () => {
  let now: object = {}
  const site = await bought({ server: serving(() => now) })
  const seen: string[] = []
  site.api.state.subscribe(({ orders }) => {
    const { status = '' } = orders[0] ?? {}
    if (seen.at(-1) !== status) seen.push(status)
  })
  for (const next of [
    { status: 'paid' },
    { status: 'sent', hash: HASH },
    { status: 'done', hash: HASH },
  ]) {
    now = next
    await site.until(() => order(site).status === next.status)
  }
  expect(seen.filter(Boolean)).toEqual(['paid', 'sent', 'done'])
  expect(order(site)).toMatchObject({ hash: HASH, explorer: `https://scan.example/tx/${HASH}` })
  expect(site.events.filter(([name]) => name === 'onramp:balance-changed')).toEqual([
    ['onramp:balance-changed', { network: 'eip155:1', hash: HASH }],
    ['onramp:balance-changed', { network: 'eip155:1', hash: HASH }],
  ])
  expect(site.events).toContainEqual([
    'onramp:settled',
    { provider: 'coinbase', network: 'eip155:1', status: 'done' },
  ])
  const asked = site.server.of('/orders/').length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.server.of('/orders/')).toHaveLength(asked)
})
it.each(['failed', 'refunded', 'abandoned'])('An order that is %s ends', async (status) => {
  const site = await bought({ server: serving(() => ({ status })) })
  await site.until(() => order(site).status === status)
  expect(site.events).toContainEqual([
    'onramp:settled',
    { provider: 'coinbase', network: 'eip155:1', status },
  ])
})
it('Coins are found by the balance too, native and of a contract', async () => {
  const chain = new FakeChain()
  chain.held[USDC.toLowerCase()] = 5_000_000n
  const native = await bought({ chain })
  await native.until(() => native.server.of('/orders/').length > 0)
  chain.balance += 30_000_000_000_000_000n
  await native.until(() => order(native).arrived !== undefined)
  expect(order(native)).toMatchObject({ arrived: '0.03', status: 'created' })
  native.api.dismiss(order(native).key)
  native.api.setPurchaseCurrency('usdc-id')
  await native.until(() => native.api.state.get().offers[0]?.status === 'quoted')
  await native.api.buy()
  await native.until(() => order(native)?.status === 'created')
  await vi.advanceTimersByTimeAsync(1_000)
  chain.held[USDC.toLowerCase()] = 7_500_000n
  await native.until(() => order(native).arrived !== undefined)
  expect(order(native).arrived).toBe('2.5')
})
it('Where nobody tells of orders, the balance alone ends the purchase', async () => {
  const chain = new FakeChain()
  chain.held[USDC.toLowerCase()] = 0n
  const options = { meldPublicKey: 'key' }
  const site = await bought({ server: null, chain, options })
  expect(order(site)).toMatchObject({ status: 'created' })
  expect(order(site)).not.toHaveProperty('id')
  await vi.advanceTimersByTimeAsync(1_000)
  chain.held[USDC.toLowerCase()] = 99_000_000n
  await site.until(() => order(site).arrived !== undefined)
  expect(order(site).arrived).toBe('99')
  await site.until(() => site.events.some(([name]) => name === 'onramp:settled'))
})
it('A server that is away is asked again, and the order stays what it was', async () => {
  let isAway = true
  const server = Object.assign(new FakeServer(), {
    order: (id: string) => (isAway ? 503 : told(id, { status: 'paid' })),
  })
  const site = await bought({ server })
  await site.until(() => order(site).isUnread)
  expect(order(site).status).toBe('created')
  isAway = false
  await site.until(() => order(site).status === 'paid')
  expect(order(site).isUnread).toBe(false)
})
it('A purchase goes on after a reload, and in another tab', async () => {
  const storage = fakeStorage()
  const first = await bought({ storage })
  const { key } = order(first)
  const second = await openSite({
    storage,
    server: serving(() => ({ status: 'sent', hash: HASH })),
  })
  await second.until(() => second.api.state.get().orders.length)
  expect(order(second)).toMatchObject({ key, id: 'order-1', address: ALICE })
  await second.until(() => order(second).status === 'sent')
})
it('Entries that others wrote into the storage are left out', async () => {
  const storage = fakeStorage()
  const first = await bought({ storage })
  const [name, text] = Object.entries(storage.entries()).find(([entry]) => /onramp/.test(entry))!
  first.kernel.dispose()
  const [good] = (JSON.parse(text) as Record<string, unknown>[]).map((each) => each)
  const wrong = [
    null,
    7,
    {},
    { ...good, key: 'a', provider: 'stranger' },
    { ...good, key: 'b', network: 'nowhere' },
    { ...good, key: 'c', status: 'done' },
    { ...good, key: 'd', at: Date.now() - 30 * 86_400_000 },
    { ...good, key: 'e', address: 'x'.repeat(1_000) },
    { ...good, key: 'f', payment: { amount: '1e400', currency: 'USD' } },
  ]
  storage.setItem(name, JSON.stringify([...wrong, good]))
  const second = await openSite({ storage })
  await second.until(() => second.api.state.get().orders.length)
  expect(second.api.state.get().orders.map(({ key }) => key)).toEqual([good!['key']])
})
it('An order keeps its account and its network when the visitor uses others', async () => {
  const site = await bought({ server: serving(() => ({ status: 'paid' })) })
  await site.kernel.switchNetwork('eip155:2')
  await site.until(() => order(site).status === 'paid')
  expect(order(site)).toMatchObject({ network: 'eip155:1', address: ALICE })
  expect(order(site).address).not.toBe(BOB)
})
it('An order that is removed is asked for no longer, and is not stored', async () => {
  const site = await bought()
  site.api.dismiss(order(site).key)
  await site.until(() => !site.api.state.get().orders.length)
  const asked = site.server.of('/orders/').length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(site.server.of('/orders/')).toHaveLength(asked)
  expect(JSON.stringify(site.storage.entries())).not.toContain('order-1')
})
it('The address of a window, and what went wrong, are in no storage', async () => {
  const site = await bought({ blocks: true })
  expect(order(site).link).toContain('sessionToken')
  expect(JSON.stringify(site.storage.entries())).toContain('order-1')
  expect(JSON.stringify(site.storage.entries())).not.toContain('sessionToken')
})
