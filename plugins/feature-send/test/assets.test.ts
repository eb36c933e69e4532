import { backend } from '@latchkey/backend'
import { assets } from '@latchkey/feature-assets'
import type { PluginDefinition } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeChain, openSite, token, type Site } from './bench.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const GOLD = {
  name: 'Gold',
  symbol: 'GOLD',
  chainId: 'eip155:1',
  address: 'eip155:1:eip155-gold',
  price: 2,
  value: 5,
  quantity: { decimals: '6', numeric: '2.5' },
  iconUrl: '',
  flags: { is_spam: false },
}

/** A site whose wallet lists nothing, and whose own server answers this. */
async function openWithServer(
  balances: () => unknown,
  chain = new FakeChain('eip155', ['estimate', 'describe', 'send']),
): Promise<{ site: Site; asked: URL[] }> {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (input: unknown) => {
    const url = new URL(String(input))
    if (url.pathname.endsWith('supported-chains'))
      return Response.json({ http: ['eip155:1'], ws: [] })
    asked.push(url)
    const answer = balances()
    return typeof answer === 'number'
      ? Response.json({}, { status: answer })
      : Response.json({ balances: answer })
  })
  const beside = [backend({ url: 'https://api.shop.test' }), assets()]
  const site = await openSite({
    chains: [chain],
    beside: beside as unknown as readonly PluginDefinition[],
  })
  return { site, asked }
}

it('A token that only the site’s server knows of can be sent', async () => {
  const { site } = await openWithServer(() => [GOLD])
  await site.fill({ token: 1, amount: '1.5' })
  expect(site.api.state.get().token).toEqual({
    address: 'eip155-gold',
    name: 'Gold',
    symbol: 'GOLD',
    quantity: { decimals: 6, numeric: '2.5' },
    price: '2',
  })
  const sending = site.api.send()
  await site.until(() => site.api.state.get().review)
  site.api.confirm()
  await sending
  expect(site.chain.asked[0]?.params).toMatchObject({ token: 'eip155-gold', value: '1500000' })
})

it('[BAL-11] After a payment the next request for balances names its transaction', async () => {
  const { site, asked } = await openWithServer(() => [GOLD])
  await site.fill({ token: 1 })
  expect(asked.at(-1)!.searchParams.has('forceUpdate')).toBe(false)
  const before = asked.length
  const sending = site.api.send()
  await site.until(() => site.api.state.get().review)
  site.api.confirm()
  const { id } = await sending
  await site.until(() => asked.length > before)
  expect(asked[before]!.searchParams.get('forceUpdate')).toBe(id)
})

it('Where the server fails, the tokens of the wallet can be sent', async () => {
  const chain = new FakeChain('eip155')
  chain.assets = [token()]
  const { site } = await openWithServer(() => 500, chain)
  await site.api.load()
  expect(site.api.state.get().tokenBalances.map(({ symbol }) => symbol)).toEqual(['COIN', 'GOLD'])
})

it('A token of the list opens the form with it', async () => {
  const { site } = await openWithServer(() => [GOLD])
  const { plugins } = site.kernel as unknown as {
    plugins: { assets: ReturnType<ReturnType<typeof assets>['setup']> }
  }
  const [, gold] = [undefined, ...(await plugins.assets.tokens()).filter(({ address }) => address)]
  const [action] = plugins.assets.actionsOf(gold!)
  expect(action!.label).toBe('send.title')
  action!.run(gold!)
  expect(site.views().at(-1)).toBe('send.form')
  await site.until(() => site.api.state.get().token?.address === 'eip155-gold')
})

it('Pictures that a wallet has elsewhere are not asked for', async () => {
  const chain = new FakeChain('eip155')
  const iconUrl = 'data:image/png;base64,AAAA'
  chain.assets = [
    token({ iconUrl: 'https://tracker.example/pixel.png?of=alice' }),
    token({ token: 'eip155-silver', iconUrl }),
  ]
  const site = await openSite({ chains: [chain] })
  await site.api.load()
  const icons = site.api.state.get().tokenBalances.map((each) => each.iconUrl)
  expect(icons).toEqual([undefined, undefined, iconUrl])
})

it('A wallet that never answers leaves the list of the server to the form', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const chain = new FakeChain('eip155')
  chain.assets = 'silence'
  Object.assign(chain.adapter, {
    capabilities: async () => ({ '0x1': { assetDiscovery: { supported: true } } }),
  })
  const { site } = await openWithServer(() => [GOLD], chain)
  void site.api.load()
  await site.until(() => site.api.state.get().tokenBalances.length === 1)
  await vi.advanceTimersByTimeAsync(11_000)
  await site.until(() => site.api.state.get().tokenBalances.length === 2)
  expect(site.api.state.get().tokenBalances[1]!.name).toBe('Gold')
})

it('While the form is open its list follows the tokens that are read anew elsewhere', async () => {
  let amount = '2.5'
  const { site, asked } = await openWithServer(() => [
    { ...GOLD, quantity: { decimals: '6', numeric: amount } },
  ])
  const { plugins, ports } = site.kernel as unknown as {
    plugins: { assets: ReturnType<ReturnType<typeof assets>['setup']> }
    ports: Site['kernel']['ports']
  }
  const held = () => site.api.state.get().tokenBalances[1]?.quantity.numeric
  site.kernel.open('Account')
  site.kernel.ports.router.push('send.form')
  await site.api.load()
  expect(held()).toBe('2.5')
  amount = '7'
  await plugins.assets.refresh()
  await site.until(() => held() === '7')
  amount = '8'
  ports.events.emit('kernel:balance-changed', { network: 'eip155:1' })
  await site.until(() => held() === '8')
  ports.router.back()
  const before = asked.length
  amount = '9'
  await plugins.assets.refresh()
  expect(asked).toHaveLength(before + 1)
  expect(held()).toBe('8')
})
