// Each connector beside a fake of its provider, and its own words for faults that lie in an answer.
import { zeroAddress } from 'viem'
import { type PriceSource } from '../../src/prices.js'
import { alchemy } from '../../src/sources/alchemy.js'
import { blockscout } from '../../src/sources/blockscout.js'
import { coingecko } from '../../src/sources/coingecko.js'
import { defillama } from '../../src/sources/defillama.js'
import { etherscan } from '../../src/sources/etherscan.js'
import { type SourceFactory } from '../../src/sources/source.js'
import { alchemyFake } from './alchemyFake.js'
import { blockscoutFake } from './blockscoutFake.js'
import { etherscanFake } from './etherscanFake.js'
import { happen, PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, CHAIN_ID } from './fakeContext.js'
import { type Fault, FAULTS, type Faulty, type Provider } from './fakeProvider.js'
import { STEPS } from './historySuite.js'
import { coingeckoFake, defillamaFake } from './priceFakes.js'

export type Ability = 'history' | 'balances' | 'prices'

export interface Connector {
  name: string
  good: Provider
  faulty: Faulty
  /** A key of the host, which nobody may see; absent where the provider takes none. */
  key?: string
  make(fetch: typeof globalThis.fetch): { source: SourceFactory } | { prices: PriceSource }
  /** The faults that can be told from a good answer. */
  faults: Partial<Record<Ability, readonly Fault[]>>
}

type Json = Record<string, unknown>

const happened = happen(STEPS)
const STRANGER = `0x${'5e'.repeat(20)}`
const without = (...left: Fault[]): Fault[] => FAULTS.filter((fault) => !left.includes(fault))

/** The answers of a provider about one person, as if they were about another. */
const renamed =
  (good: Provider, from: string, to: string): Provider =>
  (url, body) =>
    JSON.parse(JSON.stringify(good(url, body)).replaceAll(new RegExp(from, 'gi'), to))

const scan = etherscanFake(happened, CHAIN_ID)
const ETHERSCAN: Connector = {
  name: 'etherscan',
  key: 'ETHERSCAN/KEY+1234567890',
  good: scan,
  faulty: {
    // The same row again and again, on every page and for every range of blocks.
    loop: (url) => {
      const firstPage = new URL(url)
      firstPage.searchParams.set('page', '1')
      firstPage.searchParams.delete('endblock')
      const answer = scan(firstPage)
      const [first] = answer.result as unknown[]
      return first ? { ...answer, result: Array.from({ length: 100 }, () => first) } : answer
    },
    foreign: renamed(scan, PEOPLE.alice, STRANGER),
    otherChain: (url) =>
      JSON.parse(
        JSON.stringify(scan(url)).replaceAll(/("blockHash":"0x)[\da-f]{8}/g, '$1ffffffff'),
      ),
  },
  make: (fetch) => ({
    source: etherscan({ apiKey: 'ETHERSCAN/KEY+1234567890', callsPerSecond: 100_000, fetch }),
  }),
  // A balance is a bare number, with no account, chain or page beside it.
  faults: { history: FAULTS, balances: without('loop', 'foreign', 'otherChain') },
}

const node = alchemyFake(happened, CHAIN_ID)
const isList = (answer: unknown): answer is { result: Json } =>
  typeof (answer as { result?: unknown }).result === 'object'
const ALCHEMY: Connector = {
  name: 'alchemy',
  key: 'ALCHEMY-KEY-1234567890',
  good: node,
  faulty: {
    // Pages of one row each, which all lead to the same page.
    loop: (url, body) => {
      const answer = node(url, body)
      if (!isList(answer)) return answer
      const { transfers } = answer.result
      const rows = Array.isArray(transfers) && { transfers: transfers.slice(0, 1) }
      return { ...answer, result: { ...answer.result, ...rows, pageKey: 'again' } }
    },
    foreign: renamed(node, PEOPLE.alice, STRANGER),
    otherChain: alchemyFake(happened, '1'),
  },
  make: (fetch) => ({
    source: alchemy({
      chain: CHAIN,
      url: 'https://alchemy.example/v2/ALCHEMY-KEY-1234567890',
      fetch,
    }),
  }),
  // The chain is asked for once, before anything else; see the test of that.
  faults: { history: without('otherChain'), balances: without('otherChain') },
}

const BLOCKSCOUT: Connector = {
  name: 'blockscout',
  key: 'BLOCKSCOUT-KEY-1234567890',
  good: blockscoutFake,
  faulty: {
    loop: blockscoutFake,
    foreign: renamed(blockscoutFake, PEOPLE.alice, STRANGER),
    otherChain: blockscoutFake,
  },
  make: (fetch) => ({
    source: blockscout({
      ...{ chain: CHAIN, url: 'https://scout.example', apiKey: 'BLOCKSCOUT-KEY-1234567890', fetch },
    }),
  }),
  faults: { balances: without('loop', 'otherChain') },
}

const DEFILLAMA: Connector = {
  name: 'defillama',
  good: defillamaFake,
  faulty: {
    loop: defillamaFake,
    foreign: renamed(defillamaFake, TOKENS.erc20.address, zeroAddress),
    otherChain: renamed(defillamaFake, 'polygon:', 'ethereum:'),
  },
  make: (fetch) => ({ prices: defillama({ fetch }) }),
  faults: { prices: without('loop') },
}

const COINGECKO: Connector = {
  name: 'coingecko',
  key: 'COINGECKO-KEY-1234567890',
  good: coingeckoFake,
  faulty: {
    loop: coingeckoFake,
    foreign: renamed(coingeckoFake, TOKENS.erc20.address, zeroAddress),
    otherChain: renamed(coingeckoFake, 'polygon-ecosystem-token', 'ethereum'),
  },
  make: (fetch) => ({ prices: coingecko({ apiKey: 'COINGECKO-KEY-1234567890', fetch }) }),
  faults: { prices: without('loop') },
}

export const CONNECTORS: readonly Connector[] = [
  ETHERSCAN,
  ALCHEMY,
  BLOCKSCOUT,
  DEFILLAMA,
  COINGECKO,
]
