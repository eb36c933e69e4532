import { afterEach, expect, it, vi } from 'vitest'
import { pad, type Hex } from 'viem'
import { type Source } from '../src/index.js'
import { startFakeNode, token, word } from './fakeNode.js'
import { ALICE, CHAIN, TOKEN, chain, startTestApi } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ending.splice(0)) await end()
})
const startNode: typeof startFakeNode = async (contracts) => {
  const node = await startFakeNode(contracts)
  ending.push(node.close)
  return node
}
const HASH = `0x${'12'.repeat(32)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const path = `/v1/account/${ALICE}/balance?chainId=${CHAIN}`

it('With the hash of a transaction the balance is read after its block, with the tokens that it moved', async () => {
  const node = await startNode({ [TOKEN.toLowerCase()]: token('Dollar', 'USD', 6n, 7_000_000n) })
  const api = await startTestApi({ chains: [chain(node.url)] })
  expect((await api.get(path)).body.balances).toHaveLength(1)
  node.state.receiptAfter = 2
  node.state.head = 9
  const topics = [TRANSFER, word(1n), pad(ALICE.toLowerCase() as Hex, { size: 32 })]
  node.state.receiptLogs = [
    { address: TOKEN, topics },
    { address: `0x${'77'.repeat(20)}`, topics: [TRANSFER, word(1n), word(2n)] },
    { address: `0x${'66'.repeat(20)}`, topics: [word(5n)] },
  ]
  const blocks: unknown[] = []
  node.state.answer = (method, params) => {
    if (method === 'eth_getBalance' || method === 'eth_call') blocks.push(params[1])
    return undefined
  }
  const { body } = await api.get(`${path}&forceUpdate=${HASH}`)
  expect(body).toMatchObject({
    settled: true,
    balances: [
      { symbol: 'ETH', quantity: { numeric: '0.000000000000000001' } },
      { symbol: 'USD', quantity: { numeric: '7' } },
    ],
  })
  // Both the coin and the token are of a block that has the transaction; names are of any block.
  expect(blocks.slice(0, 2)).toEqual(['0x9', '0x9'])
})

it('A node that is behind the block of a transaction does not answer for it', async () => {
  const [ahead, behind] = [await startNode(), await startNode()]
  const api = await startTestApi({
    chains: [chain(ahead.url, { rpcUrls: [ahead.url, behind.url] })],
  })
  ahead.state.receiptAfter = 1
  ahead.state.head = 9
  // Having told its head, the first node can tell no balance.
  ahead.state.answer = (method) =>
    method === 'eth_getBalance' ? Promise.reject(new Error('busy')) : undefined
  expect((await api.get(`${path}&forceUpdate=${HASH}`)).status).toBe(503)
  expect((await api.get(path)).status).toBe(200)
})

it('A forced balance is not answered by what was good before', async () => {
  const node = await startNode()
  const api = await startTestApi({ chains: [chain(node.url)] })
  await api.get(path)
  node.state.isDown = true
  expect((await api.get(path)).status).toBe(200)
  expect((await api.get(`${path}&forceUpdate=true`)).status).toBe(503)
})

it('A transaction that no node knows in time leaves the newest balance, and the answer says so', async () => {
  const node = await startNode()
  const api = await startTestApi({ chains: [chain(node.url)] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const asking = api.get(`${path}&forceUpdate=${HASH}`)
  // Of the 4 s nothing is left; the balance itself is read in a time that stands still.
  await expect.poll(() => node.state.calls).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(4000)
  const { status, body } = await asking
  expect([status, body.settled, body.balances.length]).toEqual([200, false, 1])
  vi.useRealTimers()
  expect((await api.get(path)).body).not.toHaveProperty('settled')
})

it('On Solana the balance is read at the slot of a signature', async () => {
  const node = await startNode()
  const id = 'solana:devnet'
  const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const api = await startTestApi({ chains: [{ id, rpcUrls: [node.url], nativeCurrency }] })
  const slots: unknown[] = []
  let tries = 0
  node.state.answer = (method, params) => {
    if (method === 'getBalance') slots.push(params[1])
    if (method !== 'getSignatureStatuses') return undefined
    const confirmationStatus = (tries += 1) > 1 ? 'confirmed' : 'processed'
    return { value: [{ slot: 77, confirmationStatus }] }
  }
  const { body } = await api.get(
    `/v1/account/${id}:${'1'.repeat(32)}/balance?forceUpdate=${'5'.repeat(88)}`,
  )
  expect([body.settled, tries]).toEqual([true, 2])
  expect(slots).toEqual([{ commitment: 'confirmed', minContextSlot: 77 }])
})

/** Knows prices in some currencies. */
const pricesIn = (...currencies: string[]): Source & Required<Pick<Source, 'prices'>> => ({
  id: 'prices',
  chains: [CHAIN],
  prices: async ({ currency }) =>
    new Map(currencies.includes(currency) ? [[CHAIN, currency === 'usd' ? 2000 : 1800]] : []),
})

it.each([
  ['eur', ['usd', 'eur'], 'eur', 1800],
  ['eur', ['usd'], 'usd', 2000],
  ['usd', ['usd', 'eur'], 'usd', 2000],
  ['eur', [], 'usd', undefined],
])(
  'Prices in %s of a source that knows %j are answered in %s',
  async (asked, known, currency, price) => {
    const node = await startNode()
    const api = await startTestApi({ chains: [chain(node.url)], prices: pricesIn(...known) })
    const { body } = await api.get(`${path}&currency=${asked}`)
    expect([body.currency, body.balances[0].price]).toEqual([currency, price])
    const addresses = [CHAIN]
    const prices = (await api.post('/v1/fungible/price', { currency: asked, addresses })).body
    const priced = price === undefined ? [] : [price]
    expect(prices.currency).toBe(currency)
    expect(prices.fungibles.map((token: { price: number }) => token.price)).toEqual(priced)
  },
)

const PICTURE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const dollar = { address: TOKEN, name: 'Dollar', symbol: 'USD', decimals: 6 }

it('Listed tokens and coins have a picture at this service, and the list alone says where it is', async () => {
  const node = await startNode({ [TOKEN.toLowerCase()]: token('Dollar', 'USD', 6n, 7_000_000n) })
  const fetched: string[] = []
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const api = await startTestApi(
    {
      chains: [
        chain(node.url, {
          nativeCurrency: { ...ether, logoURI: 'https://pictures.example/eth.svg' },
          tokens: [{ ...dollar, logoURI: 'https://pictures.example/usd.svg' }],
        }),
      ],
      prices: pricesIn('usd'),
    },
    {
      fetchDocument: async (link) => (
        fetched.push(link),
        { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
      ),
    },
  )
  const { balances } = (await api.get(path)).body
  const icons: string[] = balances.map(({ iconUrl }: { iconUrl: string }) => iconUrl)
  expect(JSON.stringify(balances)).not.toContain('pictures.example')
  for (const icon of [...icons, ...icons]) {
    expect(icon).toMatch(/^\/v1\/image\/[\w.%-]+$/)
    expect((await api.ask(icon)).headers.get('content-type')).toBe('image/svg+xml')
  }
  expect(fetched).toEqual(['https://pictures.example/eth.svg', 'https://pictures.example/usd.svg'])
  const { fungibles } = (await api.post('/v1/fungible/price', { addresses: [CHAIN] })).body
  expect(fungibles[0].iconUrl).toBe(icons[0])
  expect((await api.get(`/v1/image/${CHAIN}:${ALICE}`)).status).toBe(404)
  expect(fetched).toHaveLength(2)
})

it('A picture that the host set goes before the one of its list, and one that is dead is 404', async () => {
  const node = await startNode({ [TOKEN.toLowerCase()]: token('Dollar', 'USD', 6n, 7_000_000n) })
  const logoURI = 'https://pictures.example/usd.svg'
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18, logoURI }
  const api = await startTestApi(
    {
      chains: [chain(node.url, { nativeCurrency: native, tokens: [{ ...dollar, logoURI }] })],
      images: { [`${CHAIN}:${TOKEN.toLowerCase()}`]: PICTURE },
    },
    {
      fetchDocument: async (link) => {
        if (link !== PICTURE) throw new Error('dead')
        return { bytes: Buffer.from('<svg/>') }
      },
    },
  )
  const { balances } = (await api.get(path)).body
  expect((await api.ask(balances[0].iconUrl)).status).toBe(404)
  expect((await api.ask(balances[1].iconUrl)).status).toBe(200)
})
