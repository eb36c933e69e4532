// Markets of other companies, against fakes with the shapes of their public documentation. No service of
// theirs was asked.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { lifi, type QuoteSourceFactory, zeroEx } from '../src/index.js'
import { NATIVE } from '../src/swap/quoteSource.js'
import { startFakeNode } from './fakeNode.js'
import { ALICE, BOB, NFT, TOKEN, chain, startTestApi } from './harness.js'

const CHAIN = 'eip155:1'
const HOLDER = '0x0000000000001fF3684f28c67538d4D072C22734'
const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const OTHER = NFT

let node: Awaited<ReturnType<typeof startFakeNode>>
/** The words of the node about the estimate. */
let failure = ''
beforeAll(async () => {
  node = await startFakeNode()
  node.state.answer = (method) => {
    if (method === 'eth_getCode') return '0x60'
    if (method === 'eth_gasPrice') return '0x9'
    if (method === 'eth_estimateGas' && failure !== '') throw new Error(failure)
    if (method === 'eth_estimateGas') return '0x30d40'
    return undefined
  }
})
afterAll(() => node.close())

type Json = Record<string, unknown>
interface Asked {
  url: URL
  headers: Headers
}
let asked: Asked[] = []
beforeEach(() => {
  asked = []
  failure = ''
  // No source is late here, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => void vi.useRealTimers())

/** A provider that answers `body`, or what a test makes of it. */
const provider =
  (answer: (url: URL) => unknown, status = 200): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(String(input))
    asked.push({ url, headers: new Headers(init?.headers) })
    const body = answer(url)
    return typeof body === 'string'
      ? new Response(body, { status })
      : Response.json(body, { status })
  }

const zeroExAnswer = (changes: Json = {}): Json => ({
  liquidityAvailable: true,
  allowanceTarget: HOLDER,
  blockNumber: '20850142',
  buyAmount: '262914238',
  buyToken: OTHER.toLowerCase(),
  minBuyAmount: '260285095',
  sellAmount: '1000000',
  sellToken: TOKEN.toLowerCase(),
  fees: { integratorFee: null, zeroExFee: null, gasFee: null },
  issues: { allowance: { actual: '0', spender: HOLDER }, balance: null },
  route: {
    fills: [{ from: TOKEN, to: OTHER, source: 'Uniswap_V3', proportionBps: '10000' }],
    tokens: [],
  },
  totalNetworkFee: '21080000000000000',
  transaction: {
    to: HOLDER,
    data: '0x2213bc0b00',
    gas: '288079',
    gasPrice: '73178385',
    value: '0',
  },
  ...changes,
})

const lifiAnswer = (changes: Json = {}): Json => ({
  id: 'a8dc011a-f52d-4492-9e99-21de64b5453a',
  type: 'lifi',
  tool: '1inch',
  action: {
    fromChainId: 1,
    toChainId: 1,
    fromToken: { address: TOKEN, symbol: 'A', decimals: 6, chainId: 1 },
    toToken: { address: OTHER, symbol: 'B', decimals: 18, chainId: 1 },
    fromAmount: '1000000',
    slippage: 0.01,
    fromAddress: ALICE,
    toAddress: ALICE,
  },
  estimate: {
    fromAmount: '1000000',
    toAmount: '262914238',
    toAmountMin: '260285096',
    approvalAddress: DIAMOND,
    feeCosts: [],
    gasCosts: [{ type: 'SEND', estimate: '252364', limit: '315455', amount: '252364' }],
  },
  transactionRequest: {
    to: DIAMOND,
    from: ALICE,
    data: '0x878863a400',
    value: '0x0',
    gasLimit: '0x4d07b',
    chainId: 1,
  },
  includedSteps: [],
  ...changes,
})

const start = (source: QuoteSourceFactory) =>
  startTestApi({ chains: [{ ...chain(node.url), id: CHAIN }], quotes: [source] })
const query = (changes: Json = {}): string =>
  String(
    new URLSearchParams({
      ...{ from: `${CHAIN}:${TOKEN}`, to: `${CHAIN}:${OTHER}`, amount: '1000000' },
      ...{ userAddress: ALICE, ...(changes as Record<string, string>) },
    }),
  )
const quotesOf = async (source: QuoteSourceFactory, changes: Json = {}) => {
  const api = await start(source)
  return api.get(`/v1/convert/quotes?${query(changes)}`)
}
const build = async (source: QuoteSourceFactory, slippage = 1) => {
  const api = await start(source)
  return api.post('/v1/convert/build-transaction', {
    ...{ from: `${CHAIN}:${TOKEN}`, to: `${CHAIN}:${OTHER}`, amount: '1000000' },
    ...{ userAddress: ALICE, eip155: { slippage } },
  })
}

describe('0x', () => {
  const source = (changes: Json = {}, status = 200) =>
    zeroEx({ apiKey: 'secret-key', fetch: provider(() => zeroExAnswer(changes), status) })

  it('Its quote is asked for with the key in a header, and answered with AllowanceHolder as spender', async () => {
    const { status, body } = await quotesOf(source())
    expect(status).toBe(200)
    expect(body.quotes).toMatchObject([
      {
        ...{ source: '0x', toAmount: '262914238', minimum: '260285095', gas: '288079' },
        ...{ spender: HOLDER, router: HOLDER, block: '20850142' },
        route: [{ venue: 'Uniswap_V3', pool: '', fee: 0 }],
      },
    ])
    expect(body.quotes[0]).not.toHaveProperty('priceImpact')
    const [{ url, headers }] = asked as [Asked]
    expect(url.pathname).toBe('/swap/allowance-holder/quote')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ chainId: '1', sellToken: TOKEN, buyToken: OTHER, sellAmount: '1000000' },
      ...{ taker: ALICE, slippageBps: '100' },
    })
    expect([headers.get('0x-api-key'), headers.get('0x-version')]).toEqual(['secret-key', 'v2'])
    expect(url.href + JSON.stringify(body)).not.toContain('secret-key')
  })

  it('A built transaction is the one that 0x made, with the minimum of 0x', async () => {
    const { status, body } = await build(source())
    expect(status).toBe(200)
    expect(body.tx).toMatchObject({ from: ALICE, to: HOLDER, data: '0x2213bc0b00', value: '0' })
    expect(body.tx.eip155).toEqual({ gas: '240000', gasPrice: '9' })
    expect(body.quote.minimum).toBe('260285095')
  })

  it('The slippage that was asked for is the one that 0x is asked for', async () => {
    await build(source({ minBuyAmount: '262914238' }), 0.5)
    expect(asked[0]?.url.searchParams.get('slippageBps')).toBe('50')
  })

  it('Without liquidity there are no quotes', async () => {
    const none = zeroEx({ apiKey: 'k', fetch: provider(() => ({ liquidityAvailable: false })) })
    expect((await quotesOf(none)).body).toEqual({ quotes: [] })
  })

  it('A native coin is sold with its value, and nobody is allowed anything', async () => {
    const { body } = await quotesOf(
      source({ sellToken: NATIVE, transaction: { to: BOB, data: '0x12', value: '1000000' } }),
      { from: `${CHAIN}:${NATIVE}` },
    )
    expect(body.quotes).toMatchObject([{ spender: null, router: BOB }])
  })

  it.each<[string, Json]>([
    ['a Settler as the spender', { allowanceTarget: BOB }],
    ['no spender', { allowanceTarget: null }],
    ['another token sold', { sellToken: BOB }],
    ['another token bought', { buyToken: BOB }],
    ['another amount', { sellAmount: '1' }],
    ['a minimum lower by 1', { minBuyAmount: '260285094' }],
    ['a minimum above the amount', { minBuyAmount: '262914239' }],
    ['nothing bought', { buyAmount: '0', minBuyAmount: '0' }],
    ['a value beside the token', { transaction: { to: HOLDER, data: '0x12', value: '1' } }],
    ['data that is none', { transaction: { to: HOLDER, data: 'drop', value: '0' } }],
    ['a router that is none', { transaction: { to: '0x12', data: '0x12', value: '0' } }],
    ['an amount of 1e400', { buyAmount: '1e400' }],
    ['a negative amount', { buyAmount: '-1' }],
    ['a route of 10,000 letters', { route: { fills: [{ source: 'x'.repeat(10_000), to: BOB }] } }],
  ])('An answer with %s gives no quote, and nothing is built of it', async (_, changes) => {
    expect((await quotesOf(source(changes))).status).toBe(503)
    expect((await build(source(changes))).status).toBe(503)
  })
})

describe('A swap that would fail', () => {
  const native = (changes: Json = {}): Json =>
    zeroExAnswer({
      ...{ sellToken: NATIVE, transaction: { to: BOB, data: '0x12', value: '1000000' } },
      ...changes,
    })
  const ask = async (...answers: Json[]) => {
    let at = 0
    const fetch = provider(() => answers[Math.min(at++, answers.length - 1)])
    const api = await start(zeroEx({ apiKey: 'k', fetch }))
    const { status, body } = await api.post('/v1/convert/build-transaction', {
      ...{ from: `${CHAIN}:${NATIVE}`, to: `${CHAIN}:${OTHER}`, amount: '1000000' },
      ...{ userAddress: ALICE, eip155: { slippage: 1 } },
    })
    expect(JSON.stringify(body)).not.toContain('secret words')
    return [status, body.reasons?.[0].name]
  }

  it('Where the price is below the minimum meanwhile, it is told as moved', async () => {
    failure = 'execution reverted: secret words'
    const lower = native({ buyAmount: '200000000', minBuyAmount: '198000000' })
    expect(await ask(native(), lower)).toEqual([422, 'moved'])
  })

  it('Where the price is the same, the token does not let itself be sold', async () => {
    failure = 'execution reverted: secret words'
    expect(await ask(native())).toEqual([422, 'unsellable'])
  })

  it('Where the account has less, it is told as balance', async () => {
    failure = 'insufficient funds for gas * price + value: secret words'
    node.state.native = 5n
    expect(await ask(native())).toEqual([422, 'balance'])
    node.state.native = 5n * 10n ** 17n
  })

  it('Where the node fails, it is 503', async () => {
    failure = 'secret words'
    expect(await ask(native())).toEqual([503, 'unavailable'])
  })
})

describe('LI.FI', () => {
  const source = (changes: Json = {}, status = 200) =>
    lifi({ apiKey: 'secret-key', fetch: provider(() => lifiAnswer(changes), status) })

  it('Its quote is asked for on one chain, and answered with its contract as spender', async () => {
    const { body } = await quotesOf(source())
    expect(body.quotes).toMatchObject([
      {
        ...{ source: 'lifi', toAmount: '262914238', minimum: '260285096', gas: '315515' },
        ...{ spender: DIAMOND, router: DIAMOND, block: '1' },
        route: [{ venue: '1inch' }],
      },
    ])
    const [{ url, headers }] = asked as [Asked]
    expect(url.pathname).toBe('/v1/quote')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ fromChain: '1', toChain: '1', fromToken: TOKEN, toToken: OTHER },
      ...{ fromAmount: '1000000', fromAddress: ALICE, slippage: '0.01' },
    })
    expect(headers.get('x-lifi-api-key')).toBe('secret-key')
  })

  it('A built transaction is the one that LI.FI made', async () => {
    const { body } = await build(source())
    expect(body.tx).toMatchObject({ to: DIAMOND, data: '0x878863a400', value: '0' })
    expect(body.quote.minimum).toBe('260285096')
  })

  it('Where it knows no way there are no quotes', async () => {
    expect((await quotesOf(source({}, 404))).body).toEqual({ quotes: [] })
  })

  const action = (changes: Json) => ({ action: { ...(lifiAnswer().action as Json), ...changes } })
  const estimate = (changes: Json) => ({
    estimate: { ...(lifiAnswer().estimate as Json), ...changes },
  })
  const request = (changes: Json) => ({
    transactionRequest: { ...(lifiAnswer().transactionRequest as Json), ...changes },
  })
  it.each<[string, Json]>([
    ['another chain', action({ toChainId: 137 })],
    ['another token sold', action({ fromToken: { address: BOB } })],
    ['another token bought', action({ toToken: { address: BOB } })],
    ['another amount', action({ fromAmount: '1' })],
    ['another account', action({ fromAddress: BOB })],
    ['another receiver', action({ toAddress: BOB })],
    ['another spender', estimate({ approvalAddress: BOB })],
    ['a minimum lower by 1', estimate({ toAmountMin: '260285094' })],
    ['another contract that is called', request({ to: BOB })],
    ['a value beside the token', request({ value: '0x1' })],
    ['no transaction', { transactionRequest: null }],
  ])('An answer with %s gives no quote, and nothing is built of it', async (_, changes) => {
    expect((await quotesOf(source(changes))).status).toBe(503)
    expect((await build(source(changes))).status).toBe(503)
  })

  it('Its tokens stand beside those of the host, each once', async () => {
    const tokens = [
      { address: TOKEN, name: 'A again', symbol: 'A', decimals: 6 },
      { address: OTHER, name: 'B', symbol: 'B', decimals: 18 },
    ]
    const api = await startTestApi({
      chains: [
        {
          ...chain(node.url, {
            tokens: [{ address: TOKEN, name: 'A', symbol: 'A', decimals: 6 }],
          }),
          id: CHAIN,
        },
      ],
      quotes: [lifi({ fetch: provider(() => ({ tokens: { 1: tokens } })) })],
    })
    const { body } = await api.get(`/v1/convert/tokens?chainId=${CHAIN}`)
    expect(body.tokens.map(({ name }: { name: string }) => name)).toEqual(['Ether', 'A', 'B'])
  })
})

describe('Both', () => {
  const broken = (name: string): typeof globalThis.fetch =>
    ({
      'HTML with status 200': provider(() => '<!doctype html>'),
      'nothing with status 200': provider(() => ''),
      'a body of 3 MB': provider(() => `"${'x'.repeat(3_000_000)}"`),
      'status 429': provider(() => ({ reason: 'secret-key' }), 429),
      'status 500': provider(() => ({}), 500),
      'a failure': async () => Promise.reject(new TypeError('fetch failed')),
    })[name]!

  it.each([
    'HTML with status 200',
    'nothing with status 200',
    'a body of 3 MB',
    'status 429',
    'status 500',
    'a failure',
  ])('One that answers %s is left out while another answers', async (name) => {
    const chains = [{ ...chain(node.url), id: CHAIN }]
    const good = lifi({ fetch: provider(() => lifiAnswer()) })
    const bad = zeroEx({ apiKey: 'secret-key', fetch: broken(name) })
    const both = await startTestApi({ chains, quotes: [bad, good] })
    const { body } = await both.get(`/v1/convert/quotes?${query()}`)
    expect(body.quotes).toMatchObject([{ source: 'lifi' }])
    const alone = await startTestApi({ chains, quotes: [bad] })
    const refused = await alone.get(`/v1/convert/quotes?${query()}`)
    expect(refused.status).toBe(503)
    expect(JSON.stringify(refused.body)).not.toContain('secret-key')
  })

  it('The best after the network fee stands first, and builds', async () => {
    const chains = [{ ...chain(node.url), id: CHAIN }]
    const better = {
      ...lifiAnswer(),
      estimate: {
        ...(lifiAnswer().estimate as Json),
        toAmount: '262914239',
        toAmountMin: '262914239',
      },
    }
    const api = await startTestApi({
      chains,
      quotes: [
        zeroEx({ apiKey: 'k', fetch: provider(() => zeroExAnswer()) }),
        lifi({ fetch: provider(() => better) }),
      ],
    })
    const { body } = await api.get(`/v1/convert/quotes?${query()}`)
    expect(body.quotes.map(({ source }: { source: string }) => source)).toEqual(['lifi', '0x'])
  })
})
