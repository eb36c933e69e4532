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

/** Every call with the honest answer of the server. */
const calls: readonly (readonly [string, object, (client: BackendClient) => Promise<unknown>])[] = [
  ['getSupportedChains', CHAINS, (client) => client.getSupportedChains()],
  ['getHistory', HISTORY, (client) => client.getHistory(ASKED)],
  ['getBalances', BALANCES, (client) => client.getBalances(ASKED)],
  ['getNfts', NFTS, (client) => client.getNfts(ASKED)],
  ['getApprovals', APPROVALS, (client) => client.getApprovals(ASKED)],
  ['getPrices', PRICES, (client) => client.getPrices({ addresses: [TOKEN] })],
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
    if (typeof value === 'number') expect(value, key).toSatisfy((n: number) => n >= 0 && n < 1e300)
    if (typeof value !== 'string') continue
    expect(value.length, key).toBeLessThanOrEqual(2_000)
    expect(value, key).not.toMatch(/[\n\u202a-\u202e\u2066-\u2069]|^-|^0x12$/)
    if (key === 'decimals') expect(value).toMatch(/^\d\d?$/)
    if (/url$/i.test(key) && value) expect(value).toBe(`${API}${PICTURE}`)
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
