import type { AdapterRegistration, Caip2, Network } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { answerLocally, demandChain, readFromNetwork, toReference } from './reads.js'

const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const B = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const session = (defaultChain: string) => ({
  chains: ['eip155:1', 'eip155:10'] as Caip2[],
  accounts: [`eip155:1:${A}`, `eip155:10:${B}`, `eip155:10:${A}`] as const,
  methods: [],
  events: [],
  rpcMap: {},
  defaultChain,
})

it('The session answers eth_accounts with the addresses on the active chain [WSIDE-24]', () => {
  expect(answerLocally('eip155', session('10'), 'eth_accounts')).toEqual({ result: [B, A] })
  expect(answerLocally('eip155', session('1'), 'eth_accounts')).toEqual({ result: [A] })
})

it('The session answers eth_chainId with the active chain, in hexadecimal [WSIDE-25]', () => {
  expect(answerLocally('eip155', session('10'), 'eth_chainId')).toEqual({ result: '0xa' })
})

it('The session answers no other method by itself, and none in other namespaces', () => {
  for (const method of ['eth_blockNumber', 'constructor', '__proto__'])
    expect(answerLocally('eip155', session('1'), method)).toBeUndefined()
  expect(answerLocally('sixth', session('1'), 'eth_accounts')).toBeUndefined()
  expect(answerLocally('constructor', session('1'), 'eth_accounts')).toBeUndefined()
})

it('A session without a chain fails because its chain id is not found [ERR-26]', () => {
  expect(() => demandChain({ defaultChain: '', chains: [] })).toThrow('ChainId not found')
  expect(demandChain({ defaultChain: '', chains: ['eip155:5'] })).toBe('5')
})

const network = (id: Caip2, rpcUrls: string[]): Network => ({
  id,
  namespace: 'eip155',
  reference: id.slice(7),
  name: id,
  nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
  rpcUrls,
})
const read: string[] = []
const adapter = (abilities: AdapterRegistration['abilities']): AdapterRegistration => ({
  namespace: 'eip155',
  abilities,
  resembles: () => true,
  session: { methods: ['personal_sign'], events: [] },
  load: async () => ({
    parseAddress: (text) => text,
    formatAddress: (text) => text,
    addressOn: ({ address }) => address,
    read: async (request) => void read.push(request.method),
  }),
})
const needs = (rpcUrls: string[], abilities: AdapterRegistration['abilities'] = ['read']) => ({
  ruleOf: (method: string) => ({ class: 'read' as const, nodes: method === 'eth_call' }),
  adapter: () => adapter(abilities),
  network: (id: Caip2) => (id === 'eip155:1' ? network(id, rpcUrls) : undefined),
})

it('A read on a chain without a provider fails with the name of the chain [ERR-27]', async () => {
  await expect(
    readFromNetwork(needs(['https://x']), { network: 'eip155:10', method: 'eth_call' }),
  ).rejects.toThrow('JSON-RPC provider for eip155:10 not found')
  await expect(
    readFromNetwork(needs(['https://x'], []), { network: 'eip155:1', method: 'eth_call' }),
  ).rejects.toThrow('JSON-RPC provider for eip155:1 not found')
})

it('A read on a chain without an RPC url fails with a message about the chain [ERR-28]', async () => {
  await expect(
    readFromNetwork(needs([]), { network: 'eip155:1', method: 'eth_call' }),
  ).rejects.toThrow(/^No RPC url provided for chainId/)
})

it('The adapter answers reads, and asks no node for what only a wallet can do', async () => {
  await readFromNetwork(needs(['https://x']), {
    network: 'eip155:1',
    method: 'eth_call',
    params: [],
  })
  for (const method of ['personal_sign', 'wallet_getCapabilities', 'eth_accounts', 'nobodyKnows'])
    await expect(
      readFromNetwork(needs(['https://x']), { network: 'eip155:1', method }),
    ).rejects.toMatchObject({ code: 'wallet.unsupported_method' })
  expect(read).toEqual(['eth_call'])
})

it.each([
  [1, '1'],
  ['1', '1'],
  ['0x89', '137'],
  ['eip155:137', '137'],
  ['eip155:0x89', '137'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  ['', undefined],
  [null, undefined],
  [{}, undefined],
  ['a b', undefined],
])('The chain id %j is read as reference %s', (chain, reference) => {
  expect(toReference(chain)).toBe(reference)
})
