// The calls for swaps and for buying coins: answers of an honest server, and answers that are refused.
import { createKernel } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backend, type BackendClient } from '../src/index.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const CHAIN = 'eip155:1' as const
const NATIVE = `${CHAIN}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`
const TOKEN = `${CHAIN}:${BOB}`
const SWAP = { from: NATIVE, to: TOKEN, amount: 10n ** 18n, userAddress: ALICE } as const
const WINDOW = 'https://pay.shop.test'

const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>()
const answer = (body: unknown, status = 200): void =>
  void fetched.mockImplementation(() => Promise.resolve(Response.json(body, { status })))
const ends: (() => void)[] = []
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  ends.splice(0).forEach((end) => end())
  vi.unstubAllGlobals()
})
function start(): BackendClient {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    strict: true,
    logLevel: 'silent',
    plugins: [backend({ url: 'https://api.shop.test', projectId: 'shop' })],
  })
  ends.push(() => kernel.dispose())
  expect(kernel.plugins.backend.origin).toBe('https://api.shop.test')
  return kernel.plugins.backend.client
}
const lastUrl = (): URL => fetched.mock.lastCall![0]
const lastQuery = () => Object.fromEntries(lastUrl().searchParams)
const lastBody = (): Record<string, unknown> =>
  JSON.parse(String(fetched.mock.lastCall![1].body)) as Record<string, unknown>

const quote = (changes: object = {}) => ({
  id: 'uniswap uniswap-v3/3000 7',
  source: 'uniswap',
  from: SWAP.from,
  to: SWAP.to,
  fromAmount: String(SWAP.amount),
  toAmount: '2000',
  priceImpact: 5,
  gas: '150000',
  spender: null,
  router: BOB,
  route: [{ venue: 'uniswap-v3', pool: '', fee: 3000 }],
  expires: 1_800_000_000_000,
  block: '7',
  ...changes,
})

describe('Swaps', () => {
  it('Quotes are asked for with the names of the specification, and read as whole numbers', async () => {
    answer({ quotes: [quote()] })
    const [first] = await start().getSwapQuotes({ ...SWAP, gasPrice: 9n })
    expect(lastUrl().pathname).toBe('/v1/convert/quotes')
    expect(lastQuery()).toMatchObject({
      ...{ amount: String(SWAP.amount), userAddress: ALICE },
      ...{ from: NATIVE, to: TOKEN, gasPrice: '9', projectId: 'shop' },
    })
    expect(first).toMatchObject({ toAmount: 2000n, gas: 150_000n, block: 7n, spender: null })
  })

  it.each([
    ['another token', { to: `${CHAIN}:${ALICE}` }],
    ['another amount', { fromAmount: '1' }],
    ['a router that is none', { router: '0x12' }],
    ['an amount of more than 256 bits', { toAmount: String(1n << 256n) }],
    ['an amount with a point', { toAmount: '1.5' }],
    ['a spender that is missing', { spender: undefined }],
  ])('A quote with %s is left out', async (_, changes) => {
    answer({ quotes: [quote(changes), quote()] })
    expect(await start().getSwapQuotes(SWAP)).toHaveLength(1)
  })

  it('A price impact that is not known is absent, and never 0', async () => {
    answer({ quotes: [quote({ priceImpact: undefined }), quote({ priceImpact: 'none' })] })
    for (const one of await start().getSwapQuotes(SWAP))
      expect(one).not.toHaveProperty('priceImpact')
  })

  it('Tokens of another network are left out', async () => {
    const token = { name: 'A', symbol: 'A', decimals: 6, logoUri: '', eip2612: false }
    answer({
      tokens: [
        { ...token, address: TOKEN },
        { ...token, address: `eip155:5:${BOB}` },
      ],
    })
    const tokens = await start().getSwapTokens({ chainId: CHAIN })
    expect(lastQuery()).toMatchObject({ chainId: CHAIN })
    expect(tokens.map(({ address }) => address)).toEqual([TOKEN])
  })

  it('The body of build-transaction has exactly the keys of the specification', async () => {
    answer({
      tx: { from: ALICE, to: BOB, data: '0x12', value: '5', eip155: { gasPrice: '9' } },
      quote: quote({ minimum: '1990' }),
    })
    const built = await start().buildSwap({ ...SWAP, slippage: 1 })
    expect(lastUrl().pathname).toBe('/v1/convert/build-transaction')
    expect(lastBody()).toEqual({
      ...{ amount: String(SWAP.amount), eip155: { slippage: 1 }, projectId: 'shop' },
      ...{ from: NATIVE, to: TOKEN, userAddress: ALICE, disableEstimate: false },
    })
    expect(built).toMatchObject({ tx: { value: 5n }, quote: { minimum: 1990n } })
  })

  it('A built swap of another amount is refused', async () => {
    answer({
      tx: { from: ALICE, to: BOB, data: '0x12', value: '5', eip155: { gasPrice: '9' } },
      quote: quote({ minimum: '1990', fromAmount: '1' }),
    })
    await expect(start().buildSwap({ ...SWAP, slippage: 1 })).rejects.toMatchObject({
      code: 'http.bad_answer',
    })
  })

  it('The class of a refusal is told by one word, and its sentence is not', async () => {
    const reasons = [{ name: 'allowance', description: 'Approve it first.' }]
    answer({ status: 'FAILED', reasons }, 422)
    const client = start()
    const error: unknown = await client.buildSwap({ ...SWAP, slippage: 1 }).catch((why) => why)
    expect(error).toMatchObject({ code: 'http.status', context: { status: 422 } })
    expect(await client.reasonOf(error)).toBe('allowance')
    expect(await client.reasonOf(new Error('x'))).toBeUndefined()
    answer('<html>', 500)
    const other: unknown = await client.buildSwap({ ...SWAP, slippage: 1 }).catch((why) => why)
    expect(await client.reasonOf(other)).toBeUndefined()
  })
})

describe('Buying coins', () => {
  const usd = (amount: string, currency = 'USD') => ({ amount, currency })
  const price = (changes: object = {}) => ({
    coinbaseFee: usd('1.50'),
    networkFee: usd('0.50'),
    paymentSubtotal: usd('48.00'),
    paymentTotal: usd('50.00'),
    purchaseAmount: usd('47.9', 'USDC'),
    quoteId: 'q1',
    provider: 'coinbase',
    ...changes,
  })
  const asked = {
    ...{ purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50.00', network: CHAIN },
  } as const

  it('A price is asked for with the names of the specification', async () => {
    answer({ ...price(), quotes: [price(), price({ provider: 'sandbox' })] })
    const found = await start().getOnrampQuote(asked)
    expect(lastUrl().pathname).toBe('/v1/onramp/quote')
    expect(lastBody()).toEqual({ ...asked, projectId: 'shop' })
    expect(found.quotes.map(({ provider }) => provider)).toEqual(['coinbase', 'sandbox'])
    expect(found).toMatchObject(price())
  })

  it.each([
    ['whose sum does not add up', { paymentTotal: usd('50.01') }],
    ['in another currency', { coinbaseFee: usd('1.50', 'EUR') }],
    ['of another coin', { purchaseAmount: usd('47.9', 'SCAM') }],
    ['with a negative fee', { coinbaseFee: usd('-1.50'), paymentSubtotal: usd('51.00') }],
    ['of 1e400', { purchaseAmount: usd('1e400', 'USDC') }],
    ['without its id', { quoteId: undefined }],
  ])('A price %s is refused', async (_, changes) => {
    answer(price(changes))
    await expect(start().getOnrampQuote(asked)).rejects.toMatchObject({ code: 'http.bad_answer' })
    answer({ ...price(), quotes: [price(changes), price()] })
    expect((await start().getOnrampQuote(asked)).quotes).toHaveLength(1)
  })

  const link = (url: string) => ({ url, provider: 'coinbase', orderId: 'a.b', expires: 1 })
  const wanted = {
    destinationWallets: [`${CHAIN}:${ALICE}`],
    ...{ defaultNetwork: CHAIN, partnerUserId: 'p', presetFiatAmount: '50.00' },
    presetCryptoAmount: '1',
    origin: WINDOW,
  } as const

  it('A window is asked for with the names of the specification', async () => {
    answer(link(`${WINDOW}/buy?to=${ALICE}`))
    const { url } = await start().getOnrampUrl(wanted)
    expect(url).toBe(`${WINDOW}/buy?to=${ALICE}`)
    const { origin: _, ...body } = wanted
    expect(lastBody()).toEqual({ ...body, defaultExperience: 'buy', projectId: 'shop' })
  })

  it.each([
    ['javascript:', `javascript:alert(1)//${WINDOW}`],
    ['http:', 'http://pay.shop.test/buy'],
    ['another host', 'https://pay.stranger.test/buy'],
    ['a host in Punycode', 'https://pаy.shop.test/buy'],
    ['the host as a user name', 'https://pay.shop.test@stranger.test/'],
    ['a password', 'https://me:word@pay.shop.test/'],
    ['another wallet', `${WINDOW}/buy?to=${BOB}`],
    ['another wallet, written with %', `${WINDOW}/buy?to=%30x${BOB.slice(2)}`],
  ])('A window with %s is refused', async (_, url) => {
    answer(link(url))
    await expect(start().getOnrampUrl(wanted)).rejects.toMatchObject({ code: 'http.bad_answer' })
  })

  it('A window of http is taken on this machine alone', async () => {
    const client = start()
    answer(link('http://127.0.0.1:8787/sandbox/onramp/a.b'))
    const { url } = await client.getOnrampUrl({ ...wanted, origin: 'http://127.0.0.1:8787' })
    expect(url).toContain('/sandbox/onramp/')
    answer(link('http://shop.test/sandbox'))
    await expect(
      client.getOnrampUrl({ ...wanted, origin: 'http://shop.test' }),
    ).rejects.toMatchObject({ code: 'http.bad_answer' })
  })

  it('An order of another id is refused', async () => {
    const order = {
      ...{ id: 'a.c', provider: 'sandbox', status: 'paid', chainId: CHAIN, address: ALICE },
      ...{ createdAt: 1, updatedAt: 2 },
    }
    answer(order)
    const client = start()
    await expect(client.getOnrampOrder({ orderId: 'a.b' })).rejects.toMatchObject({
      code: 'http.bad_answer',
    })
    expect(await client.getOnrampOrder({ orderId: 'a.c' })).toEqual(order)
    expect(lastUrl().pathname).toBe('/v1/onramp/orders/a.c')
  })
})
