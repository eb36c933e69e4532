import { createKernel } from '@latchkey/kernel'
import { isLatchkeyError } from '@latchkey/plugin-api'
import {
  fakeClock,
  hostileAnswers,
  hostileServer,
  PLANTED,
  type HostileAnswer,
} from '@latchkey/plugin-testkit/fakes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backend, type BackendClient } from '../src/index.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const CAROL = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const CHAIN = 'eip155:1'
const ASKED = { address: ALICE, chainId: CHAIN } as const
const FLAGS = { is_spam: false }
const PICTURE = '/v1/nft-media/abc'
const API = 'https://api.shop.test'

const HISTORY = {
  data: [
    {
      id: 'a',
      metadata: {
        hash: `0x${'a'.repeat(64)}`,
        minedAt: '2026-11-22T10:00:00.000Z',
        chain: CHAIN,
        operationType: 'send',
        status: 'confirmed',
        sentFrom: ALICE,
        sentTo: BOB,
        nonce: 3,
      },
      transfers: [
        {
          direction: 'out',
          from: ALICE,
          to: BOB,
          quantity: { numeric: '1.5' },
          fungible_info: { name: 'Ether', symbol: 'ETH', decimals: 18, flags: FLAGS },
        },
        {
          direction: 'out',
          from: ALICE,
          to: BOB,
          quantity: { numeric: '1' },
          nft_info: {
            name: 'Cat 7',
            contract: `${CHAIN}:${BOB}`,
            token_id: '7',
            standard: 'erc721',
            flags: FLAGS,
            content: { preview: { url: PICTURE } },
          },
        },
      ],
    },
  ],
  next: null,
}
const BALANCES = {
  balances: [
    {
      name: 'Test Dollar',
      symbol: 'TUSD',
      chainId: CHAIN,
      address: `${CHAIN}:${BOB}`,
      value: 2,
      price: 1,
      quantity: { decimals: '6', numeric: '2.000000' },
      iconUrl: PICTURE,
      flags: FLAGS,
    },
  ],
}
const NFTS = {
  data: [
    {
      chainId: CHAIN,
      contract: `${CHAIN}:${BOB}`,
      tokenId: '7',
      standard: 'erc721',
      amount: '1',
      collection: 'Cats',
      name: 'Cat 7',
      description: 'A cat.',
      traits: [{ name: 'Fur', value: 'long' }],
      imageUrl: PICTURE,
      flags: FLAGS,
    },
  ],
  next: null,
}
const TOKEN = `${CHAIN}:${BOB}`
const PROFILE = {
  name: 'alice.shop.eth',
  zone: 'shop.eth',
  registered_at: '2026-11-22T10:00:00.000Z',
  addresses: { '60': { address: ALICE, created_at: '2026-11-22T10:00:00.000Z' } },
  attributes: { description: 'Sells cats.' },
}
const SIGNED_NAME = { coin_type: 60, address: ALICE, message: '{}', signature: '0x12' }
const APPROVALS = {
  data: [
    {
      chainId: CHAIN,
      kind: 'amount',
      owner: `${CHAIN}:${ALICE}`,
      token: TOKEN,
      spender: `${CHAIN}:${CAROL}`,
      spenderName: 'Permit2',
      name: 'Test Dollar',
      symbol: 'TUSD',
      quantity: { decimals: 6, numeric: '2.5' },
      isUnlimited: false,
      flags: FLAGS,
    },
  ],
  next: null,
  complete: true,
}
const PRICES = { fungibles: [{ address: TOKEN, name: 'Test Dollar', symbol: 'TUSD', price: 1 }] }
const CHAINS = { http: [CHAIN], ws: [] }

const SWAP = {
  from: TOKEN,
  to: `${CHAIN}:${CAROL}`,
  amount: 1_000n,
  userAddress: ALICE,
} as const
const QUOTE = {
  id: 'uniswap uniswap-v2/3000 7',
  source: 'uniswap',
  from: SWAP.from,
  to: SWAP.to,
  fromAmount: '1000',
  toAmount: '2000',
  minimum: '1990',
  priceImpact: 5,
  gas: '150000',
  fee: '3',
  spender: BOB,
  router: BOB,
  route: [{ venue: 'uniswap-v2', pool: CAROL, fee: 3000 }],
  expires: 1_800_000_000_000,
  block: '7',
}
const TX = { from: ALICE, to: BOB, data: '0x12345678', value: '5' }
const TOKENS = {
  tokens: [
    {
      address: TOKEN,
      name: 'Test Dollar',
      symbol: 'TUSD',
      decimals: 6,
      logoUri: PICTURE,
      eip2612: true,
    },
  ],
}
const BUILT = { tx: { ...TX, eip155: { gas: '210000', gasPrice: '9' } }, quote: QUOTE }
const WINDOW = 'https://pay.shop.test'
const ORDER = 'a.b'
const usd = (amount: string) => ({ amount, currency: 'USD' })
const PRICE = {
  coinbaseFee: usd('1.50'),
  networkFee: usd('0.50'),
  paymentSubtotal: usd('48.00'),
  paymentTotal: usd('50.00'),
  purchaseAmount: { amount: '47.9', currency: 'USDC' },
  quoteId: 'q1',
  provider: 'coinbase',
}
const ASKED_PRICE = {
  purchaseCurrency: 'USDC',
  paymentCurrency: 'USD',
  amount: '50.00',
  network: CHAIN,
} as const
const OPTIONS = {
  purchaseCurrencies: [
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        { name: 'ethereum', display_name: 'Ethereum', chain_id: CHAIN, contract_address: BOB },
      ],
    },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
  ],
  providers: [
    {
      ...{ id: 'coinbase', label: 'Coinbase', chains: [CHAIN], origin: WINDOW },
      ...{ quotes: true, orders: true, test: false },
    },
  ],
}
const URL_ANSWER = {
  url: `${WINDOW}/buy?token=t`,
  provider: 'coinbase',
  orderId: ORDER,
  expires: 1_800_000_000_000,
}
const ORDER_ANSWER = {
  ...{ id: ORDER, provider: 'coinbase', status: 'done', chainId: CHAIN, address: ALICE },
  purchase: { amount: '47.9', currency: 'USDC' },
  payment: usd('50.00'),
  hash: `0x${'a'.repeat(64)}`,
  ...{ createdAt: 1_800_000_000_000, updatedAt: 1_800_000_000_000 },
}
const ASKED_URL = {
  destinationWallets: [`${CHAIN}:${ALICE}`],
  defaultNetwork: CHAIN,
  partnerUserId: 'p1',
  origin: WINDOW,
} as const

/** Every call with the honest answer of the server. */
const calls: readonly (readonly [string, object, (client: BackendClient) => Promise<unknown>])[] = [
  ['getSupportedChains', CHAINS, (client) => client.getSupportedChains()],
  ['getHistory', HISTORY, (client) => client.getHistory(ASKED)],
  ['getBalances', BALANCES, (client) => client.getBalances(ASKED)],
  ['getNfts', NFTS, (client) => client.getNfts(ASKED)],
  ['getApprovals', APPROVALS, (client) => client.getApprovals(ASKED)],
  ['getPrices', PRICES, (client) => client.getPrices({ addresses: [TOKEN] })],
  ['getSwapQuotes', { quotes: [QUOTE] }, (client) => client.getSwapQuotes(SWAP)],
  ['getSwapTokens', TOKENS, (client) => client.getSwapTokens({ chainId: CHAIN })],
  [
    'getSwapAllowance',
    // Long enough that one byte a second takes longer than the client waits.
    { allowance: '7'.repeat(60) },
    (client) => client.getSwapAllowance({ tokenAddress: TOKEN, userAddress: ALICE }),
  ],
  [
    'getGasPrices',
    { standard: '1', fast: '2', instant: '3' },
    (client) => client.getGasPrices({ chainId: CHAIN }),
  ],
  [
    'buildSwapApproval',
    { tx: TX, unlimited: false, reset: false },
    (client) => client.buildSwapApproval(SWAP),
  ],
  ['buildSwap', BUILT, (client) => client.buildSwap({ ...SWAP, slippage: 0.5 })],
  ['getOnrampOptions', OPTIONS, (client) => client.getOnrampOptions()],
  ['getOnrampQuote', { ...PRICE, quotes: [PRICE] }, (client) => client.getOnrampQuote(ASKED_PRICE)],
  ['getOnrampUrl', URL_ANSWER, (client) => client.getOnrampUrl(ASKED_URL)],
  ['getOnrampOrder', ORDER_ANSWER, (client) => client.getOnrampOrder({ orderId: ORDER })],
  ['getName', PROFILE, (client) => client.getName({ name: 'alice.shop.eth' })],
  ['getNamesOf', [PROFILE], (client) => client.getNamesOf({ address: ALICE })],
  [
    'getNameSuggestions',
    { suggestions: [{ name: 'alice.shop.eth' }, { name: 'alice1.shop.eth' }] },
    (client) => client.getNameSuggestions({ name: 'alice', zone: 'shop.eth' }),
  ],
  [
    'getIdentity',
    { name: 'alice.shop.eth', avatar: PICTURE },
    (client) => client.getIdentity({ address: ALICE, sender: BOB }),
  ],
  [
    'registerName',
    { success: true, name: 'alice.shop.eth' },
    (client) => client.registerName(SIGNED_NAME),
  ],
  [
    'changeName',
    { success: true, name: 'alice.shop.eth' },
    (client) => client.changeName('alice.shop.eth', SIGNED_NAME),
  ],
  [
    'releaseName',
    { success: true, name: 'alice.shop.eth' },
    (client) => client.releaseName('alice.shop.eth', SIGNED_NAME),
  ],
]

/** The ways that no reader can make sense of. All others may leave a clean list. */
const REFUSED: Readonly<Partial<Record<HostileAnswer, string>>> = {
  'a body of more than 10 MB': 'http.bad_answer',
  'a body nested 10,000 levels deep': 'http.bad_answer',
  'a key that stands twice': 'http.bad_answer',
  'a key __proto__': 'http.bad_answer',
  'HTML with status 200': 'http.bad_answer',
  'nothing with status 200': 'http.bad_answer',
  null: 'http.bad_answer',
  'a number NaN': 'http.bad_answer',
  'status 403': 'http.status',
  'status 429': 'http.status',
  'status 500': 'http.status',
  'one byte a second': 'kernel.timed_out',
  'a redirect': 'http.unreachable',
}

function start(honest: object) {
  const server = hostileServer(() => honest)
  onTestFinished(server.dispose)
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    strict: true,
    logLevel: 'silent',
    plugins: [backend({ url: API })],
  })
  onTestFinished(() => kernel.dispose())
  return { server, client: kernel.plugins.backend.client }
}

/** All values in an answer with the names of their members. */
const leavesOf = (value: unknown, key = ''): (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) =>
        // Names as they came are there to be judged, and nobody draws them.
        name === 'written' ? [] : leavesOf(each, name),
      )
    : [[key, value]]

function expectClean(answer: unknown): void {
  expect(leavesOf(answer).join()).not.toContain(PLANTED)
  for (const [key, value] of leavesOf(answer)) {
    if (typeof value === 'bigint') expect(value, key).toSatisfy((n: bigint) => n >= 0n)
    if (typeof value === 'number') expect(value, key).toSatisfy((n: number) => n >= 0 && n < 1e300)
    if (typeof value !== 'string') continue
    expect(value.length, key).toBeLessThanOrEqual(2_000)
    expect(value, key).not.toMatch(/[\n\u202a-\u202e\u2066-\u2069]|^-|^0x12$/)
    if (key === 'decimals') expect(value).toMatch(/^\d\d?$/)
    if (key === 'origin') expect(value).toBe(WINDOW)
    if (key === 'url' && value.startsWith(WINDOW)) expect(value).toBe(URL_ANSWER.url)
    else if (/ur[li]$/i.test(key) && value) expect(value).toBe(`${API}${PICTURE}`)
  }
}

describe.each(calls)('The call %s of the client', (_, honest, call) => {
  it('An honest answer has no fault', async () => {
    const answer = await call(start(honest).client)
    expectClean(answer)
    expect(leavesOf(answer).length).toBeGreaterThan(0)
  })

  it.each(hostileAnswers)('An answer with %s is refused or comes out clean', async (way) => {
    const { server, client } = start(honest)
    server.be(way)
    const clock = fakeClock()
    onTestFinished(() => clock.dispose())
    const outcome = call(client).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await clock.advance(60_000)
    const told = await outcome
    const code = REFUSED[way]
    if ('error' in told) {
      expect(isLatchkeyError(told.error)).toBe(true)
      expect(told.error).toMatchObject({ code: code ?? 'http.bad_answer' })
      expect((told.error as Error).message).not.toContain(PLANTED)
    } else {
      expect(code).toBeUndefined()
      expectClean(told.value)
    }
  })

  it('Members that nobody knows change nothing', async () => {
    const { server, client } = start(honest)
    const known = await call(client)
    server.be('members that nobody knows')
    expect(await call(client)).toEqual(known)
  })
})

it('A slow answer is timed out, and its reading ends', async () => {
  const { server, client } = start(HISTORY)
  server.be('one byte a second')
  const clock = fakeClock()
  onTestFinished(() => clock.dispose())
  const told = expect(client.getHistory(ASKED)).rejects.toMatchObject({ code: 'kernel.timed_out' })
  await clock.advance(31_000)
  await told
  await clock.advance(2_000)
  expect(clock.waiting()).toBe(0)
})
