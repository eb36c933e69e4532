// Rules of single connectors, beside those that all have in common.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isBlockchainApiError } from '../../src/errors.js'
import { alchemy, coingecko, defillama, etherscan } from '../../src/index.js'
import { type PriceQuery } from '../../src/sources/source.js'
import { startTestApi } from '../harness.js'
import { alchemyFake } from './alchemyFake.js'
import { startChainNode } from './chainNode.js'
import { etherscanFake } from './etherscanFake.js'
import { happen, PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, CHAIN_ID, chainAt, makeSource } from './fakeContext.js'
import { createFakeProvider, type Provider } from './fakeProvider.js'
import { accountOf, STEPS } from './historySuite.js'
import { coingeckoFake, defillamaFake, PRICES } from './priceFakes.js'

const happened = happen(STEPS)
const provide = (good: Provider) =>
  createFakeProvider(good, { loop: good, foreign: good, otherChain: good })
const query = () => ({
  account: accountOf({ chain: CHAIN, accounts: PEOPLE, tokens: TOKENS }, 'alice'),
  limit: 50,
  signal: new AbortController().signal,
})

let node: Awaited<ReturnType<typeof startChainNode>>
beforeAll(async () => {
  node = await startChainNode()
})
afterAll(() => node.close())

const scan = (good: Provider, callsPerSecond = 100_000) => {
  const { fetch, asked } = provide(good)
  const source = makeSource(etherscan({ apiKey: 'k1', callsPerSecond, fetch }), node.url)
  return { source, asked }
}

it('Etherscan is asked for one chain with the key, and for nothing that costs', async () => {
  const { source, asked } = scan(etherscanFake(happened, CHAIN_ID))
  await source.history!(query())
  await source.balances!(query())
  const queries = asked.map((line) => new URL(line.split(' ')[0]!).searchParams)
  expect(new Set(queries.map((one) => `${one.get('chainid')} ${one.get('apikey')}`))).toEqual(
    new Set([`${CHAIN_ID} k1`]),
  )
  expect(queries.map((one) => one.get('action')).sort()).toEqual([
    ...['balance', 'token1155tx', 'tokenbalance', 'tokennfttx', 'tokentx', 'txlist'],
  ])
})

it('A refusal of Etherscan that comes with status 200 is a failure; an empty list is an answer', async () => {
  const limited = scan(() => ({
    ...{ status: '0', message: 'NOTOK', result: 'Max rate limit reached' },
  }))
  await expect(limited.source.history!(query())).rejects.toMatchObject({ name: 'ProviderError' })
  await expect(limited.source.balances!(query())).rejects.toMatchObject({ name: 'ProviderError' })
  const empty = scan(() => ({ status: '0', message: 'No transactions found', result: [] }))
  expect(await empty.source.history!(query())).toEqual({ items: [] })
})

it('Etherscan is not asked more often than the plan allows', async () => {
  const { source, asked } = scan(etherscanFake(happened, CHAIN_ID), 20)
  const began = Date.now()
  const answer = source.history!(query())
  await pause(5)
  expect(asked.length).toBeLessThanOrEqual(1)
  await answer
  // Four lists, the first at once.
  expect(Date.now() - began).toBeGreaterThanOrEqual(149)
})

it('Rows of Etherscan are not believed while no node of the host knows their block', async () => {
  const { source } = scan(etherscanFake(happened, CHAIN_ID))
  node.state.isDown = true
  await expect(source.history!(query())).rejects.toThrow()
  node.state.isDown = false
})

it('A payment that failed stands in the list of its sender alone', async () => {
  const { source } = scan(etherscanFake(happened, CHAIN_ID))
  const bob = accountOf({ chain: CHAIN, accounts: PEOPLE, tokens: TOKENS }, 'bob')
  const { items } = await source.history!({ ...query(), account: bob })
  expect(items.map(({ status }) => status)).not.toContain('failed')
})

it('The node of another chain is refused before it is asked for anything else', async () => {
  const { fetch, asked } = provide(alchemyFake(happened, '1'))
  const source = makeSource(alchemy({ chain: CHAIN, url: 'https://a.example/v2/k', fetch }), '')
  await expect(source.history!(query())).rejects.toMatchObject({ name: 'ProviderError' })
  await expect(source.balances!(query())).rejects.toMatchObject({ name: 'ProviderError' })
  expect(asked.filter((line) => !line.includes('eth_chainId'))).toEqual([])
})

it('Alchemy is set for a chain that the host configured', () => {
  const make = () => makeSource(alchemy({ chain: 'eip155:5', url: 'https://a.example' }), '')
  let failure: unknown
  try {
    make()
  } catch (error) {
    failure = error
  }
  expect(isBlockchainApiError(failure)).toBe(true)
})

const TOKEN = TOKENS.erc20.address
const prices = (extra: Partial<PriceQuery> = {}): PriceQuery => ({
  ...{ currency: 'usd', signal: new AbortController().signal },
  tokens: [
    { chain: CHAIN },
    { chain: CHAIN, address: TOKEN },
    { chain: CHAIN, address: PEOPLE.bob },
  ],
  ...extra,
})
const KNOWN = new Map([
  [CHAIN, PRICES.native],
  [`${CHAIN}:${TOKEN}`.toLowerCase(), PRICES.token],
])

it('Prices that a provider does not know are left out', async () => {
  expect(await defillama(provide(defillamaFake)).prices!(prices())).toEqual(KNOWN)
  const gecko = coingecko({ apiKey: 'k1', ...provide(coingeckoFake) })
  expect(await gecko.prices!(prices())).toEqual(KNOWN)
})

it.each([-1, '1', true, {}])('The price %j makes an answer worthless', async (price) => {
  const llama = defillama(provide(() => ({ coins: { [`polygon:${TOKEN}`]: { price } } })))
  await expect(llama.prices!(prices())).rejects.toMatchObject({ name: 'ProviderError' })
  const gecko = coingecko({ apiKey: 'k1', ...provide(() => ({ [TOKEN]: { usd: price } })) })
  await expect(gecko.prices!(prices())).rejects.toMatchObject({ name: 'ProviderError' })
})

it.each([0, null])('The price %j is not known', async (price) => {
  const llama = defillama(provide(() => ({ coins: { [`polygon:${TOKEN}`]: { price } } })))
  expect(await llama.prices!(prices())).toEqual(new Map())
  const tokens = [{ chain: CHAIN, address: TOKEN }]
  const gecko = coingecko({ apiKey: 'k1', ...provide(() => ({ [TOKEN]: { usd: price } })) })
  expect(await gecko.prices!(prices({ tokens }))).toEqual(new Map())
})

it('Only currencies of the documentation are asked for', async () => {
  const llama = provide(defillamaFake)
  expect(await defillama(llama).prices!(prices({ currency: 'eur' }))).toEqual(new Map())
  const gecko = provide(coingeckoFake)
  const source = coingecko({ apiKey: 'k1', ...gecko })
  expect(await source.prices!(prices({ currency: 'doge' }))).toEqual(new Map())
  expect([...llama.asked, ...gecko.asked]).toEqual([])
  expect(await source.prices!(prices({ currency: 'eur' }))).toEqual(KNOWN)
})

it('CoinGecko without a key is asked for one token at a time, and with a key by a header', async () => {
  const bare = provide(coingeckoFake)
  expect(await coingecko(bare).prices!(prices())).toEqual(KNOWN)
  expect(bare.asked.length).toBe(3)
  const keyed = provide(coingeckoFake)
  await coingecko({ apiKey: 'k1', ...keyed }).prices!(prices())
  expect(keyed.asked.map((line) => line.includes('"x-cg-demo-api-key":"k1"'))).toEqual([true, true])
  expect(keyed.asked.some((line) => line.split(' ')[0]!.includes('k1'))).toBe(false)
})

it('A service is given prices of two providers, in their order', async () => {
  const down = vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('fetch failed'))
  const { get } = await startTestApi({
    chains: [chainAt(node.url)],
    sources: [
      etherscan({
        apiKey: 'k1',
        callsPerSecond: 100_000,
        ...provide(etherscanFake(happened, CHAIN_ID)),
      }),
    ],
    prices: [defillama({ fetch: down }), coingecko({ apiKey: 'k1', ...provide(coingeckoFake) })],
  })
  const { body } = await get(`/v1/account/${CHAIN}:${PEOPLE.alice}/balance`)
  expect(down).toHaveBeenCalled()
  expect(body.balances.map(({ price }: { price?: number }) => price)).toEqual([
    PRICES.native,
    PRICES.token,
  ])
})
