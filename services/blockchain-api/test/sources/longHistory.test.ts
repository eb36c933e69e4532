// Lists that providers cut: longer than one answer, and within a block.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alchemy } from '../../src/sources/alchemy.js'
import { etherscan } from '../../src/sources/etherscan.js'
import { type Source } from '../../src/sources/source.js'
import { alchemyFake } from './alchemyFake.js'
import { startChainNode } from './chainNode.js'
import { etherscanFake } from './etherscanFake.js'
import { happen, PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, CHAIN_ID, makeSource } from './fakeContext.js'
import { createFakeProvider, type Provider } from './fakeProvider.js'
import { listOf, readPages, type Step } from './historySuite.js'

const TELLS = { native: true, failed: true, erc1155: true, fees: true, balances: true }
const pay = (amount: number, inBlockOfBefore: boolean): Step =>
  amount % 3 === 0
    ? { from: 'alice', to: 'bob', kind: 'erc20', amount: BigInt(amount), inBlockOfBefore }
    : { from: 'bob', to: 'alice', kind: 'native', amount: BigInt(amount), inBlockOfBefore }
const many = (count: number, isOneBlock: boolean): Step[] =>
  Array.from({ length: count }, (_, at) => pay(at + 1, isOneBlock && at > 0))

/** 130 blocks, a block with 450 transactions, and 260 blocks. */
const happened = happen([...many(130, false), ...many(450, true), ...many(260, false)])

let node: Awaited<ReturnType<typeof startChainNode>>
beforeAll(async () => {
  node = await startChainNode()
})
afterAll(() => node.close())

const provide = (good: Provider) =>
  createFakeProvider(good, { loop: good, foreign: good, otherChain: good })

const MAKERS = {
  Etherscan: () => {
    const { fetch } = provide(etherscanFake(happened, CHAIN_ID))
    return makeSource(etherscan({ apiKey: 'k1', callsPerSecond: 100_000, fetch }), node.url)
  },
  Alchemy: () => {
    const { fetch } = provide(alchemyFake(happened, CHAIN_ID))
    return makeSource(alchemy({ chain: CHAIN, url: 'https://a.example/v2/k1', fetch }), '')
  },
} satisfies Record<string, () => Source>

describe.each(Object.entries(MAKERS))('A long history of %s', (_, make) => {
  it.each([50, 7])('Every transaction comes once and in order, in pages of %i', async (limit) => {
    const realised = {
      ...{ source: make(), chain: CHAIN, accounts: PEOPLE, tokens: TOKENS, happened },
      close: async () => {},
    }
    const most = Math.ceil(happened.length / limit) * 2
    const items = (await readPages(realised, 'bob', limit, most)).flat()
    expect(items.map(({ hash }) => hash)).toEqual(
      listOf(happened, TELLS, 'bob').map(({ hash }) => hash),
    )
  })
})
