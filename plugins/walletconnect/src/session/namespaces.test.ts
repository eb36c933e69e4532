import { isLatchkeyError, type Network } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import {
  accept as acceptBy,
  parseNamespaces,
  toAsk,
  type AskedNamespaces,
  type RuleOf,
  type SessionNamespaces,
} from './namespaces.js'

const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network = (id: `${string}:${string}`, rpcUrls: string[] = []): Network => {
  const [namespace, reference] = id.split(':') as [string, string]
  return {
    id,
    namespace,
    reference,
    name: id,
    nativeCurrency: { name: 'X', symbol: 'X', decimals: 18 },
    rpcUrls,
  }
}
const ASKED = toAsk(
  [
    {
      namespace: 'eip155',
      session: { methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged'] },
    },
    { namespace: 'sixth', session: { methods: ['sixth_sign'], events: [] } },
    { namespace: 'empty', session: { methods: ['x'], events: [] } },
  ],
  [
    network('eip155:1', ['https://one.example', 'https://two.example']),
    network('eip155:137'),
    network('sixth:main'),
  ],
)
/** A policy that knows one read of the chain, one read of the wallet and one method that sends. */
const ruleOf: RuleOf = (method, namespace) =>
  namespace !== 'eip155'
    ? { class: undefined, nodes: false }
    : method === 'eth_getBalance'
      ? { class: 'read', nodes: true }
      : {
          class:
            method === 'wallet_getCapabilities'
              ? 'read'
              : method === 'wallet_sendCalls'
                ? 'send'
                : undefined,
          nodes: false,
        }
const accept = (asked: AskedNamespaces, answer: unknown, before?: SessionNamespaces) =>
  acceptBy(asked, answer, ruleOf, before)
const good = {
  eip155: { accounts: [`eip155:1:${A}`], methods: ['personal_sign'], events: ['chainChanged'] },
}
const refusal = (answer: unknown): unknown => {
  try {
    return accept(ASKED, answer)
  } catch (error) {
    return isLatchkeyError(error, 'walletconnect.bad_session') ? error.context.part : error
  }
}

it('A proposal asks for every namespace with networks, also unknown ones, by what their adapters name', () => {
  expect(ASKED).toEqual({
    eip155: {
      chains: ['eip155:1', 'eip155:137'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged'],
      rpcMap: { 1: 'https://one.example' },
    },
    sixth: { chains: ['sixth:main'], methods: ['sixth_sign'], events: [], rpcMap: {} },
  })
})

it('A session keeps chains, accounts, methods, events, rpcMap and defaultChain [ENT-42]', () => {
  expect(accept(ASKED, good)).toEqual({
    namespaces: {
      eip155: {
        chains: ['eip155:1'],
        accounts: [`eip155:1:${A}`],
        methods: ['personal_sign'],
        events: ['chainChanged'],
        rpcMap: { 1: 'https://one.example' },
        defaultChain: '1',
      },
    },
    dropped: [],
  })
})

it('An update keeps the active chain, unless it is gone', () => {
  const both = { eip155: { ...good.eip155, accounts: [`eip155:1:${A}`, `eip155:137:${A}`] } }
  const before = accept(ASKED, both).namespaces
  const moved = { ...before, eip155: { ...before['eip155']!, defaultChain: '137' } }
  expect(accept(ASKED, both, moved).namespaces['eip155']?.defaultChain).toBe('137')
  expect(accept(ASKED, good, moved).namespaces['eip155']?.defaultChain).toBe('1')
})

it('Entries under a single chain are merged into its namespace', () => {
  const answer = {
    'eip155:1': { accounts: [`eip155:1:${A}`], methods: ['personal_sign'], events: [] },
    'eip155:137': {
      accounts: [`eip155:137:${A}`],
      methods: ['eth_sendTransaction'],
      events: ['chainChanged'],
    },
  }
  expect(accept(ASKED, answer).namespaces['eip155']).toMatchObject({
    chains: ['eip155:1', 'eip155:137'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged'],
  })
})

it('A session takes chains of the form namespace:chainId and refuses others [VALID-19]', () => {
  expect(parseNamespaces({ eip155: { ...good.eip155, chains: ['eip155:1'] } })).toHaveProperty(
    'eip155',
  )
  for (const chains of [['1'], ['eip155:1:0x'], ['solana:1'], 'eip155:1', [1]])
    expect(refusal({ eip155: { ...good.eip155, chains } })).toBe('chains')
})

it('A session takes accounts of the form namespace:chainId:address and refuses others [VALID-20]', () => {
  expect(
    parseNamespaces({ eip155: { ...good.eip155, accounts: ['eip155:1:0xabc'] } }),
  ).toHaveProperty('eip155')
  for (const accounts of [
    ['eip155:1'],
    ['eip155:1:0xabc:1'],
    ['solana:1:0xabc'],
    'eip155:1:0xabc',
    [{}],
    undefined,
  ])
    expect(refusal({ eip155: { ...good.eip155, accounts } })).toBe('accounts')
})

it('A session takes methods that are a list of strings, and nothing else [VALID-21]', () => {
  for (const methods of ['personal_sign', [1], undefined, {}])
    expect(refusal({ eip155: { ...good.eip155, methods } })).toBe('methods')
})

it('A session takes events that are a list of strings, and nothing else [VALID-22]', () => {
  for (const events of ['chainChanged', [1], undefined, {}])
    expect(refusal({ eip155: { ...good.eip155, events } })).toBe('events')
})

it.each([[null], ['eip155'], [[]], [{ eip155: null }], [{ 'not a namespace': good.eip155 }]])(
  'The value %j is refused as namespaces',
  (answer) => {
    expect(refusal(answer)).toBe('namespaces')
  },
)

it('The parts of a session that were not asked for are left out and named', () => {
  const answer = {
    eip155: {
      accounts: [`eip155:1:${A}`, `eip155:10:${A}`],
      methods: ['personal_sign', 'eth_sign'],
      events: ['chainChanged', 'message'],
    },
    solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9xQ'], methods: [], events: [] },
  }
  const { namespaces, dropped } = accept(ASKED, answer)
  expect(Object.keys(namespaces)).toEqual(['eip155'])
  expect(namespaces['eip155']).toMatchObject({
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    events: ['chainChanged'],
  })
  expect(dropped).toEqual([`eip155:10:${A}`, 'eth_sign', 'message', 'solana'])
})

it('A method beyond the request is kept if the policy knows it and only a wallet can answer it (audit A1)', () => {
  const methods = [
    'wallet_sendCalls',
    'personal_sign',
    'wallet_getCapabilities',
    'eth_getBalance',
    'eth_foo',
    'wallet_sendCalls',
    '__proto__',
  ]
  const { namespaces, dropped } = accept(ASKED, {
    eip155: { ...good.eip155, methods },
    sixth: {
      accounts: ['sixth:main:somebody'],
      methods: ['wallet_sendCalls', 'sixth_sign'],
      events: [],
    },
  })
  expect(namespaces['eip155']?.methods).toEqual([
    'wallet_sendCalls',
    'personal_sign',
    'wallet_getCapabilities',
  ])
  expect(namespaces['sixth']?.methods).toEqual(['sixth_sign'])
  expect(dropped).toEqual(['eth_foo', '__proto__', 'wallet_sendCalls'])
})

it('A session in which nothing is left is refused', () => {
  expect(refusal({ eip155: { ...good.eip155, accounts: [`eip155:10:${A}`] } })).toBe('chains')
  expect(refusal({ eip155: { ...good.eip155, accounts: [] } })).toBe('accounts')
  expect(refusal({})).toBe('accounts')
})

it('A namespace called like a built-in property of objects is refused', () => {
  expect(refusal(JSON.parse('{"__proto__":{"accounts":[],"methods":[],"events":[]}}'))).toBe(
    'namespaces',
  )
  expect(refusal({ constructor: good.eip155 })).toBe('namespaces')
})
