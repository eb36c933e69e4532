import { createKernel } from '@latchkey/kernel'
import type { Network } from '@latchkey/plugin-api'
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  parseAbi,
  type Hex,
} from 'viem'
import { base, baseSepolia, mainnet, sepolia } from 'viem/chains'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { evm } from '../src/index.js'
import { toNetwork, type EvmChain } from '../src/chain/networks.js'
import { registryOf } from '../src/sdk/nameRegistry.js'
import { resolve, reverse } from '../src/sdk/nameLookup.js'

const ALICE = '0x00000000000000000000000000000000000A11cE'
const RESOLVER = mainnet.contracts.ensUniversalResolver.address
const GATEWAY = 'https://names.shop.example/{sender}/{data}.json'
const abi = parseAbi([
  'function resolveWithGateways(bytes, bytes, string[]) view returns (bytes, address)',
  'function reverseWithGateways(bytes, uint256, string[]) view returns (string, address, address)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'error OffchainLookup(address, string[], bytes, bytes4, bytes)',
  'error ResolverNotFound(bytes name)',
  'error HttpError(uint16 status, string message)',
])
const CALLBACK = '0x11223344'

type Answer = { result: Hex } | { error: { code: number; message: string; data?: Hex } }
const reverted = (data: Hex): Answer => ({
  error: { code: 3, message: 'execution reverted', data },
})
/** An answer of the resolver: the address as text, or as bytes where a coin type was asked for. */
const resolved = (record: Hex): Answer => ({
  result: encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, ALICE]),
})
const asAddress = encodeAbiParameters([{ type: 'address' }], [ALICE])
const asBytes = encodeAbiParameters([{ type: 'bytes' }], [ALICE])

let asked: { url: string; body: string | undefined }[]
let node: (data: Hex) => Answer
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push({ url, body: init.body as string | undefined })
    if (
      !mainnet.rpcUrls.default.http.includes(url as never) &&
      !url.startsWith('http://127.0.0.1:8545')
    )
      return Response.json({ data: asAddress })
    const { params } = JSON.parse(init.body as string) as { params: [{ data: Hex }] }
    return Response.json({ jsonrpc: '2.0', id: 1, ...node(params[0].data) })
  })
})
afterEach(() => vi.unstubAllGlobals())

function lookupOf(chain: EvmChain = mainnet, ccipRead = true) {
  const names = { networks: [{ ...chain, contracts: mainnet.contracts }], ccipRead }
  return {
    resolve: (name: string, network: Network, signal?: AbortSignal) =>
      resolve(names, name, network, signal),
    reverse: (address: string, network: Network) => reverse(names, address, network),
  }
}
/** The record that the resolver was asked for. */
const recordAsked = (data: Hex) => {
  const { args } = decodeFunctionData({ abi, data })
  return decodeFunctionData({ abi, data: args![1] as Hex })
}

it('A name is resolved by the universal resolver of the chain', async () => {
  const records: unknown[] = []
  node = (data) => {
    records.push(recordAsked(data).functionName, recordAsked(data).args!.length)
    return resolved(asAddress)
  }
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).resolves.toBe(ALICE)
  expect(records).toEqual(['addr', 1])
})

it('On another network the address of that network is asked for (ENSIP-11)', async () => {
  let coinType: unknown
  node = (data) => {
    coinType = recordAsked(data).args![1]
    return resolved(asBytes)
  }
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(base))).resolves.toBe(ALICE)
  expect(coinType).toBe(0x8000_0000n + 8453n)
})

it.each([
  [
    'has no resolver',
    () => reverted(encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x'] })),
  ],
  [
    'has no address',
    () => resolved(encodeAbiParameters([{ type: 'address' }], [`0x${'0'.repeat(40)}`])),
  ],
  ['has an empty record', () => resolved('0x')],
])('A name that %s leads nowhere', async (_, answer) => {
  node = answer
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).resolves.toBeUndefined()
})

it.each(['al ice.eth', 'a..eth', 'xn--a.eth', 'a\u202eb.eth', 'раypal.eth'])(
  'A text that ENS has no form for, %s, is not asked for (ENSIP-15)',
  async (name) => {
    node = () => resolved(asAddress)
    await expect(lookupOf().resolve(name, toNetwork(mainnet))).resolves.toBeUndefined()
    expect(asked).toEqual([])
  },
)

it('A name of other letters is asked for as ENS writes it', async () => {
  let name: Hex = '0x'
  node = (data) => {
    name = decodeFunctionData({ abi, data }).args![0] as Hex
    return resolved(asAddress)
  }
  await lookupOf().resolve('BÜCHER.eth', toNetwork(mainnet))
  expect(Buffer.from(name.slice(2), 'hex').toString()).toContain('bücher')
})

it('A network whose id has no coin type has no names', async () => {
  const network = toNetwork({ ...mainnet, id: 2 ** 31 })
  await expect(lookupOf().resolve('alice.shop.eth', network)).resolves.toBeUndefined()
  await expect(lookupOf().reverse(ALICE, network)).resolves.toBeUndefined()
  expect(asked).toEqual([])
})

it('A node that does not answer is an error, not a name that nobody has', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).rejects.toThrow(
    /No node of eip155:1/,
  )
})

it('A gateway that does not answer is an error, not a name that nobody has', async () => {
  node = () =>
    reverted(encodeErrorResult({ abi, errorName: 'HttpError', args: [500, 'Internal error'] }))
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).rejects.toThrow(
    /a gateway did not answer/,
  )
})

/** The first call sends to gateways; the second brings what they answered. */
function sendTo(...urls: string[]): () => Hex | undefined {
  let response: Hex | undefined
  node = (data) => {
    if (!data.startsWith(CALLBACK))
      return reverted(
        encodeErrorResult({
          abi,
          errorName: 'OffchainLookup',
          args: [RESOLVER, urls, '0xabcd', CALLBACK, '0x'],
        }),
      )
    const [given] = decodeAbiParameters(
      [{ type: 'bytes' }, { type: 'bytes' }],
      `0x${data.slice(10)}`,
    )
    response = given
    return resolved(asAddress)
  }
  return () => response
}
const gatewaysAsked = (): string[] =>
  asked.map(({ url }) => url).filter((url) => url.includes('/names') || url.includes('names.'))

it('An answer of a gateway is given back to the contract (ERC-3668)', async () => {
  const response = sendTo(GATEWAY)
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).resolves.toBe(ALICE)
  expect(gatewaysAsked()).toEqual([
    `https://names.shop.example/${RESOLVER.toLowerCase()}/0xabcd.json`,
  ])
  expect(response()).toBe(asAddress)
})

it.each(['http://names.shop.example/', 'http://127.0.0.1:9000/names', 'data:,names', 'names'])(
  'A gateway at %s is not asked: it is not https',
  async (url) => {
    sendTo(url)
    await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).rejects.toThrow()
    expect(asked).toHaveLength(1)
  },
)

it('A chain of this machine may have its gateway here too', async () => {
  const chain = { ...mainnet, rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } } } as const
  sendTo('http://127.0.0.1:9000/names', 'http://names.shop.example/')
  await expect(lookupOf(chain).resolve('alice.shop.eth', toNetwork(chain))).resolves.toBe(ALICE)
  expect(gatewaysAsked()).toEqual(['http://127.0.0.1:9000/names'])
})

it('With ccipRead off no gateway is asked, and the lookup fails', async () => {
  sendTo(GATEWAY)
  await expect(
    lookupOf(mainnet, false).resolve('alice.shop.eth', toNetwork(mainnet)),
  ).rejects.toThrow()
  expect(gatewaysAsked()).toEqual([])
})

it('A lookup that was given up asks nobody', async () => {
  node = () => resolved(asAddress)
  await expect(
    lookupOf().resolve('alice.shop.eth', toNetwork(mainnet), AbortSignal.abort()),
  ).rejects.toThrow(/given up/)
  expect(asked).toEqual([])
})

it.each([
  ['alice.shop.eth', { name: 'alice.shop.eth' }],
  ['', undefined],
  ['Alice.shop.eth', undefined],
  ['аlice.shop.eth', undefined],
])('An address that calls itself "%s" goes by %j', async (name, wanted) => {
  node = () => ({
    result: encodeAbiParameters(
      [{ type: 'string' }, { type: 'address' }, { type: 'address' }],
      [name, ALICE, ALICE],
    ),
  })
  await expect(lookupOf().reverse(ALICE, toNetwork(mainnet))).resolves.toEqual(wanted)
})

it('A network has its own registry, else Ethereum’s; a test network has no other', () => {
  const homeOf = (chain: EvmChain, chains: readonly EvmChain[]) =>
    registryOf(toNetwork(chain), { networks: chains })?.network.id
  const all = [base, sepolia, mainnet, baseSepolia]
  expect([mainnet, base, sepolia, baseSepolia].map((chain) => homeOf(chain, all))).toEqual([
    'eip155:1',
    'eip155:1',
    'eip155:11155111',
    undefined,
  ])
  expect(homeOf(base, [base, sepolia])).toBeUndefined()
  expect(homeOf(base, [base])).toBeUndefined()
})

it('On a network with a registry of its own the record without a coin type counts too', async () => {
  const asked: number[] = []
  node = (data) => {
    const { args } = recordAsked(data)
    asked.push(args!.length)
    return args!.length === 2 ? resolved('0x') : resolved(asAddress)
  }
  const chain = { ...sepolia, rpcUrls: mainnet.rpcUrls }
  await expect(lookupOf(chain).resolve('alice.eth', toNetwork(chain))).resolves.toBe(ALICE)
  expect(asked).toEqual([2, 1])
})

it('No cookies go to a gateway, it leads nowhere else, and an endless answer is cut off', async () => {
  sendTo(GATEWAY)
  const options: RequestInit[] = []
  const { fetch } = globalThis
  let answer = (): Response => Response.json({ data: asAddress })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith('https://names.')) return fetch(url, init)
    options.push(init)
    return answer()
  })
  const look = () => lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))
  await expect(look()).resolves.toBe(ALICE)
  expect(options).toMatchObject([
    { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' },
  ])
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('a'.repeat(60_000))),
  })
  answer = () => new Response(endless)
  await expect(look()).rejects.toThrow()
  answer = () => new Response('gone', { status: 404 })
  await expect(look()).rejects.toThrow()
})

it('A contract that sends to gateways again and again is left', async () => {
  node = () =>
    reverted(
      encodeErrorResult({
        abi,
        errorName: 'OffchainLookup',
        args: [RESOLVER, [GATEWAY], '0xabcd', CALLBACK, '0x'],
      }),
    )
  await expect(lookupOf().resolve('alice.shop.eth', toNetwork(mainnet))).rejects.toThrow()
  expect(asked.length).toBeLessThan(20)
})

it('The ability is declared where a chain has a registry', async () => {
  for (const chain of [mainnet, { ...mainnet, contracts: {} }]) {
    const kernel = createKernel({
      metadata: { name: 'Test' },
      storage: null,
      mobile: false,
      logLevel: 'silent',
      plugins: [evm({ networks: [chain] })],
    })
    const { abilities, load } = kernel.ports.adapters.find('eip155')!.value
    const isNamed = 'ensUniversalResolver' in chain.contracts
    expect(abilities.includes('nameLookup')).toBe(isNamed)
    expect('nameLookup' in (await load())).toBe(isNamed)
  }
})
