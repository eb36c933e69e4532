import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Route } from '@latchkey/service-kit/http'
import fc from 'fast-check' // MIT; seeded random inputs that shrink to the smallest failing one
import { afterAll, beforeAll, expect, it } from 'vitest'
import { meld, type QuoteSource, sandbox } from '../src/index.js'
import { collectible, startFakeNode, token } from './fakeNode.js'
import { ALICE, BOB, CHAIN, NFT, TOKEN, chain, checkAnswer, fill, startTestApi } from './harness.js'

/** 10,000 in all; `soak` makes ten times as many and looks at the memory. */
const isSoak = !!process.env.LATCHKEY_SOAK
const RUNS = isSoak ? 25_000 : 2500
const SEEDS = [20_261_123, 20_261_124, 20_261_125, 20_261_126]
/** Beyond it the service would keep something of each request. */
const MAX_GROWTH_BYTES = 20e6

/** A market that trades everything. */
const market: QuoteSource = {
  id: 'market',
  chains: [CHAIN],
  spenders: () => [TOKEN],
  quote: async ({ to }) => [
    {
      ...{ source: 'market', toAmount: 5n, gas: 1n, priceImpact: 1, spender: TOKEN },
      ...{ router: TOKEN, route: [{ venue: 'market', pool: '', fee: 0, to }], block: 1n },
    },
  ],
  build: () => ({ to: TOKEN, data: '0x12', value: 0n }),
}

let node: Awaited<ReturnType<typeof startFakeNode>>
let api: Awaited<ReturnType<typeof startTestApi>>
beforeAll(async () => {
  node = await startFakeNode({
    [TOKEN.toLowerCase()]: token('Dollar', 'USD', 6n, 2_500_000n),
    [NFT.toLowerCase()]: collectible('Things', ALICE, 'data:application/json,{"name":"One"}'),
  })
  node.state.answer = (method, [address]) =>
    method === 'eth_getCode' && (address === TOKEN || address === NFT) ? '0x60' : undefined
  // A minute for each look at the clock: no five failures are near enough to rest a source, so that a
  // slow machine reaches the same routes.
  let time = Date.now()
  const now = () => (time += 60_000)
  api = await startTestApi(
    {
      chains: [
        chain(node.url, { testnet: true }),
        { ...chain(node.url, { testnet: true }), id: 'solana:devnet' },
      ],
      quotes: [() => market],
      onramp: [
        sandbox({
          coins: [{ symbol: 'ETH', name: 'Ether', chain: CHAIN, decimals: 18, price: '2000' }],
          key: `0x${'11'.repeat(32)}`,
        }),
        meld({ publicKey: 'key' }),
      ],
      secret: 'a secret of the tests',
      names: { zones: { 'shop.eth': { signerKey: `0x${'11'.repeat(32)}`, resolvers: [TOKEN] } } },
      prices: { currency: 'usd', table: { [CHAIN]: 2000 } },
      limits: { projectRequests: 1_000_000 },
    },
    { now },
  )
  await fill(api.store, 60)
})
afterAll(() => node.close())

/** Bytes of live objects, after garbage was collected. */
const liveBytes = (): number => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

const hostile = fc.constantFrom(
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%',
  '%E0%A4%A',
  '\u202e',
  '\ud800',
  "' or 1=1 --",
  '9'.repeat(400),
  '-1',
  '1e400',
  'NaN',
  'null',
  '[object Object]',
  ' ',
  '',
  '🦊',
)
const address = fc.constantFrom(
  `${CHAIN}:${TOKEN}`,
  `${CHAIN}:${NFT}`,
  ALICE,
  BOB.toLowerCase(),
  ALICE.slice(2),
  ALICE.toUpperCase(),
  `${CHAIN}:${ALICE}`,
  `eip155:1:${ALICE}`,
  'solana:devnet:11111111111111111111111111111111',
  'bip122:x:1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  `${CHAIN}:`,
  '0x',
)
const chainId = fc.constantFrom(
  CHAIN,
  'solana:devnet',
  'eip155:1',
  'eip155',
  ':',
  CHAIN.toUpperCase(),
)
const text = fc.oneof(hostile, address, chainId, fc.string({ maxLength: 60, unit: 'binary' }))
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(
    4_000_000_000,
    `0x${'00'.repeat(65)}`,
    [CHAIN],
    [`${CHAIN}:${TOKEN}`],
    Array(200).fill('x'),
  ),
)

/** Names that the schema of a route has, and some that none has. */
const namesOf = (schema: Route['query']): string[] => [
  ...Object.keys((schema as { entries?: object } | undefined)?.entries ?? {}),
  ...['projectId', 'st', 'sv', '__proto__', 'constructor', 'toString'],
]
/** Names by their place, because the route is chosen by the same input. */
const named = fc.nat()
const nameAt = (names: readonly string[], at: number): string => names[at % names.length] ?? ''
const query = fc.array(fc.tuple(named, text), { maxLength: 5 })
const fields = fc.array(fc.tuple(named, value), { maxLength: 8 })
const brokenBody = fc.oneof(
  fc.jsonValue().map((one) => JSON.stringify(one)),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '{"a":1,"a":2}',
    '['.repeat(20_000),
    '{"props":'.repeat(3000),
  ),
  fc.string({ maxLength: 200 }),
)

const encode = (part: string): string => {
  try {
    return encodeURIComponent(part)
  } catch {
    return '%ED%A0%80'
  }
}
const request = fc.record({
  route: fc.nat(),
  parts: fc.array(fc.tuple(text, fc.boolean()), { minLength: 2, maxLength: 2 }),
  query,
  fields,
  brokenBody,
  isBroken: fc.nat({ max: 3 }).map((one) => one === 0),
  isJson: fc.boolean(),
  method: fc.constantFrom('get', 'get', 'post', 'post', 'put', 'delete', 'head', 'options'),
  isOwnMethod: fc.boolean(),
})

it.each(SEEDS)(
  `${RUNS} random requests over all routes are answered by their schemas and never by 500 (seed %i)`,
  async (seed) => {
    const { routes } = api.app
    const statuses = new Map<string, Set<number>>()
    let count = 0
    let before = 0
    await fc.assert(
      fc.asyncProperty(request, async (random) => {
        // Everything that is loaded or compiled once is there by then.
        if (isSoak && ++count === RUNS / 5) before = liveBytes()
        const route = routes[random.route % routes.length]
        if (!route) throw new Error('there are no routes')
        let at = 0
        const path = route.path.replace(/:\w+/g, () => {
          const [part, isEncoded] = random.parts[at++] ?? ['', true]
          return (isEncoded ? encode(part) : part.replace(/[/?#\s\p{Cs}]/gu, '')) || '-'
        })
        const [inQuery, inBody] = [namesOf(route.query), namesOf(route.body)]
        const search = random.query
          .map(([name, one]) => `${nameAt(inQuery, name)}=${encode(one)}`)
          .join('&')
        const body = random.isBroken
          ? random.brokenBody
          : JSON.stringify(
              Object.fromEntries(random.fields.map(([name, one]) => [nameAt(inBody, name), one])),
            )
        const method = (random.isOwnMethod ? route.method : random.method).toUpperCase()
        const hasBody = ['POST', 'PUT', 'DELETE'].includes(method)
        const url = new URL(`http://x${path}?${search}`)
        const response = await api.app.request(url, {
          method,
          ...(hasBody && { body }),
          headers: { 'content-type': random.isJson ? 'application/json' : 'text/plain' },
        })
        // 504 would be an answer that took longer than 15 s.
        expect([500, 504]).not.toContain(response.status)
        if (method !== 'HEAD' && response.status !== 204)
          await checkAnswer(api.app, method, url.href, response)
        const seen = statuses.get(route.path) ?? new Set()
        statuses.set(route.path, seen.add(response.status))
      }),
      { numRuns: RUNS, seed },
    )
    if (isSoak) expect(liveBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
    // The inputs reach every route, and not only its refusals.
    expect([...statuses.keys()].sort()).toEqual([...new Set(routes.map(({ path }) => path))].sort())
    const succeeded = [...statuses].filter(([, seen]) => seen.has(200) || seen.has(202))
    expect(succeeded.length).toBeGreaterThan(6)
  },
)
