// Each connector meets each fault of its provider. Then the next source answers the request. Without a
// next source the service gives its last good answer with the age, and never rows of another account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SourceFactory } from '../../src/sources/source.js'
import { type PriceSource } from '../../src/prices.js'
import { startTestApi } from '../harness.js'
import { startChainNode } from './chainNode.js'
import { type Ability, type Connector, CONNECTORS } from './connectors.js'
import { PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, chainAt } from './fakeContext.js'
import { createFakeProvider, type Fault } from './fakeProvider.js'

let node: Awaited<ReturnType<typeof startChainNode>>
beforeAll(async () => {
  node = await startChainNode()
})
afterAll(() => node.close())

const SECOND_HASH = `0x${'2'.repeat(64)}`
const second: SourceFactory = () => [
  {
    id: 'second',
    chains: [CHAIN],
    history: async () => ({
      items: [
        {
          ...{ hash: SECOND_HASH, at: 0, operationType: 'execute', status: 'confirmed' },
          ...{ sentFrom: PEOPLE.alice, sentTo: PEOPLE.bob, transfers: [] },
        },
      ],
    }),
    balances: async () => ({
      items: [{ name: 'Second', symbol: 'SECOND', decimals: 0, amount: '2', spam: false }],
    }),
  },
]
const secondPrices: PriceSource = {
  ...{ id: 'second-prices', chains: [CHAIN] },
  prices: async () => new Map([[`${CHAIN}:${TOKENS.erc20.address}`.toLowerCase(), 2]]),
}

/** The service with one connector, and a good source behind it or none. */
async function start(connector: Connector, isAlone: boolean) {
  const provider = createFakeProvider(connector.good, connector.faulty)
  const made = connector.make(provider.fetch)
  const behind = isAlone ? [] : [second]
  let ahead = 0
  const api = await startTestApi(
    {
      chains: [chainAt(node.url)],
      sources: 'source' in made ? [made.source, ...behind] : behind,
      ...('prices' in made && { prices: [made.prices, ...(isAlone ? [] : [secondPrices])] }),
    },
    { now: () => Date.now() + ahead },
  )
  const token = `${CHAIN}:${TOKENS.erc20.address}`
  const ask = (ability: Ability) =>
    ability === 'prices'
      ? api.post('/v1/fungible/price', { addresses: [token, CHAIN] })
      : api.get(`/v1/account/${CHAIN}:${PEOPLE.alice}/${ability.replace('balances', 'balance')}`)
  /** Answers that are kept for a moment are old by then. */
  const passMinute = () => (ahead += 60_000)
  return { provider, ask, passMinute }
}

interface Body {
  data?: { metadata: { hash: string } }[]
  balances?: { symbol: string }[]
  fungibles?: { price: number }[]
}

/** The part of an answer that tells who gave it. */
const tellOf = ({ data, balances, fungibles }: Body): unknown[] =>
  data?.map(({ metadata }) => metadata.hash) ??
  balances?.map(({ symbol }) => symbol) ??
  (fungibles ?? []).map(({ price }) => price)

const OF_SECOND: Record<Ability, unknown[]> = {
  history: [SECOND_HASH],
  balances: ['SECOND'],
  prices: [2],
}

const CASES = CONNECTORS.flatMap((connector) =>
  Object.entries(connector.faults).flatMap(([ability, faults]) =>
    faults.map((fault): [string, Ability, Fault, Connector] => [
      ...([connector.name, ability as Ability, fault, connector] as const),
    ]),
  ),
)

describe.each(CASES)('%s, %s, fault %s', (_, ability, fault, connector) => {
  it('The source behind it answers', async () => {
    const { provider, ask } = await start(connector, false)
    provider.state.fault = fault
    const { status, body } = await ask(ability)
    expect([status, tellOf(body)]).toEqual([200, OF_SECOND[ability]])
    expect(provider.asked.length).toBeGreaterThan(0)
  })

  it('Without a source behind it the last good answer comes with its age, or none at all', async () => {
    const { provider, ask, passMinute } = await start(connector, true)
    const good = await ask(ability)
    expect(tellOf(good.body).length).toBeGreaterThan(0)
    expect([good.status, good.headers.get('x-latchkey-age')]).toEqual([200, null])
    provider.state.fault = fault
    passMinute()
    const bad = await ask(ability)
    if (ability === 'history') expect(bad.status).toBe(503)
    else {
      expect([bad.status, bad.body]).toEqual([200, good.body])
      expect(Number(bad.headers.get('x-latchkey-age'))).toBeGreaterThan(0)
    }
    // A loop ends with the answer, but for requests that are on their way.
    await new Promise((done) => setTimeout(done, 20))
    const count = provider.asked.length
    await new Promise((done) => setTimeout(done, 50))
    expect(provider.asked.length).toBe(count)
  })

  it('Without any good answer before it nothing is made up', async () => {
    const { provider, ask } = await start(connector, true)
    provider.state.fault = fault
    const { status, body } = await ask(ability)
    expect([status, tellOf(body)]).toEqual([ability === 'prices' ? 200 : 503, []])
  })
})
