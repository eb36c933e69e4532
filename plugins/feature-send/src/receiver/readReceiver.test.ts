import { createRandom } from '@latchkey/plugin-testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installChains } from '../../test/chains.js'
import { english } from '../messages.js'
import { readPaymentUri, wholeToBase } from './paymentUri.js'
import { readReceiver } from './readReceiver.js'
import type { Reading } from './types.js'

const { kernel, contextOn } = installChains()
beforeAll(() => kernel.ready)
afterAll(() => kernel.dispose())

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const UNICORN = '0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7'
const PAYEE = '0x8e23Ee67d1332aD560396262C48ffbB01F93D052'
const ZOE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const SATOSHI = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const MICHAEL = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const DOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const KSM = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'
const ATOM = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'

const read = (
  text: string,
  on = 'Ethereum',
  more: Parameters<typeof contextOn>[1] = {},
): Promise<Reading> => readReceiver(text, contextOn(on, more))
const addressOf = ({ receiver }: Reading): unknown =>
  receiver.status === 'ok' ? receiver.address : receiver
const problemOf = ({ receiver }: Reading): unknown =>
  receiver.status === 'refused' ? [receiver.problem, receiver.params ?? {}] : receiver

describe('An address', () => {
  it.each([
    ['Ethereum', ALICE, ALICE],
    ['Ethereum', ` ${ALICE.toLowerCase()}\n`, ALICE],
    ['Solana', MICHAEL, MICHAEL],
    ['Bitcoin', SATOSHI, SATOSHI],
    ['Bitcoin', SEGWIT.toUpperCase(), SEGWIT],
    ['Polkadot', DOT, DOT],
    ['Kusama', KSM, KSM],
    ['Cosmos Hub', ATOM, ATOM],
    ['Ethereum', `eip155:1:${ALICE}`, ALICE],
    ['Bitcoin', `bip122:000000000019d6689c085ae165831e93:${SEGWIT}`, SEGWIT],
    ['Solana', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${MICHAEL}`, MICHAEL],
    ['Polkadot', `polkadot:91b171bb158e2d3848fa23a9f1c25182:${DOT}`, DOT],
    ['Cosmos Hub', `cosmos:cosmoshub-4:${ATOM}`, ATOM],
  ])('An address is read on %s: %s', async (on, text, address) => {
    expect(addressOf(await read(text, on))).toBe(address)
  })

  it.each([
    ['Ethereum', MICHAEL, 'send.otherFamily', { family: 'Solana', network: 'Ethereum' }],
    ['Ethereum', SEGWIT, 'send.otherFamily', { family: 'Bitcoin', network: 'Ethereum' }],
    ['Ethereum', DOT, 'send.otherFamily', { family: 'Polkadot', network: 'Ethereum' }],
    ['Solana', ATOM, 'send.otherFamily', { family: 'Cosmos', network: 'Solana' }],
    ['Bitcoin', ALICE, 'send.otherFamily', { family: 'EVM', network: 'Bitcoin' }],
    ['Polkadot', ALICE, 'send.otherFamily', { family: 'EVM', network: 'Polkadot' }],
    ['Bitcoin', TESTNET, 'send.otherNetwork', { other: 'Bitcoin Testnet', network: 'Bitcoin' }],
    ['Polkadot', KSM, 'send.otherNetwork', { other: 'Kusama', network: 'Polkadot' }],
    [
      'Cosmos Hub',
      'osmo1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmnd5nxg',
      'send.otherNetwork',
      { other: 'Osmosis', network: 'Cosmos Hub' },
    ],
    [
      'Cosmos Hub',
      'terra1dz5atdvdmfugpgum0mj0flq3asruycfyzh2waa',
      'send.elsewhere',
      { network: 'Cosmos Hub' },
    ],
    [
      'Ethereum',
      `eip155:137:${ALICE}`,
      'send.otherNetwork',
      { other: 'Polygon', network: 'Ethereum' },
    ],
    [
      'Ethereum',
      `eip155:424242:${ALICE}`,
      'send.otherNetwork',
      { other: 'eip155:424242', network: 'Ethereum' },
    ],
    [
      'Ethereum',
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${MICHAEL}`,
      'send.otherFamily',
      { family: 'Solana', network: 'Ethereum' },
    ],
    [
      'Ethereum',
      'tezos:NetXdQprcVkpaWU:tz1bkQkF8zqCiqqzCX2wjMwB4ZNcZpNZa8vq',
      'send.otherFamily',
      { family: 'tezos', network: 'Ethereum' },
    ],
    ['Ethereum', ALICE.replace('C5', 'c5'), 'send.mistyped', {}],
    ['Ethereum', `${ALICE.slice(0, -1)}9`, 'send.mistyped', {}],
    ['Bitcoin', SEGWIT.replace('508', '505'), 'send.mistyped', {}],
    ['Ethereum', ALICE.slice(0, -1), 'send.noAddress', { network: 'Ethereum' }],
    ['Ethereum', 'hello', 'send.noAddress', { network: 'Ethereum' }],
    ['Ethereum', `${ALICE} ${ALICE}`, 'send.noAddress', { network: 'Ethereum' }],
    ['Ethereum', 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', 'send.noAddress', { network: 'Ethereum' }],
    ['Ethereum', 'alice.eth', 'send.noNames', { network: 'Ethereum' }],
    ['Ethereum', 'x'.repeat(4097), 'send.tooLong', {}],
    ['Ethereum', 'https://example.com/pay', 'send.uriUnknown', {}],
    ['Ethereum', 'javascript:alert(1)', 'send.uriUnknown', {}],
  ])(
    'A text that is not an address on %s is refused: %s, %s',
    async (on, text, problem, params) => {
      expect(problemOf(await read(text, on))).toEqual([problem, params])
    },
  )

  it('An address is recognised as new, as one of the visitor, or as known', async () => {
    expect((await read(ALICE)).receiver).toMatchObject({
      isFirst: true,
      isOwn: false,
      isLookalikeAccepted: false,
    })
    expect(
      (
        await read(ALICE, 'Ethereum', {
          known: [{ address: ALICE.toLowerCase(), from: 'history' }],
        })
      ).receiver,
    ).toMatchObject({ isFirst: false, isOwn: false })
    expect(
      (await read(ALICE, 'Ethereum', { known: [{ address: ALICE, from: 'account' }] })).receiver,
    ).toMatchObject({ isFirst: true, isOwn: true })
  })

  it('An address that looks like a known one is reported with the known one', async () => {
    const { receiver } = await read('0xd9a1c3788d81257612e2581a6ea0ada244853a91', 'Ethereum', {
      known: [
        { address: '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91', from: 'contact', name: 'Bob' },
      ],
    })
    expect(receiver).toMatchObject({
      status: 'ok',
      isLookalikeAccepted: false,
      lookalike: {
        known: '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91',
        from: 'contact',
        name: 'Bob',
        differences: [[6, 36]],
      },
    })
  })

  it('An empty field has no receiver', async () => {
    expect(await read('  \n')).toEqual({ receiver: { status: 'empty' } })
  })
})

describe('A name', () => {
  const lookup = (answer: () => Promise<string | undefined>) => ({
    nameLookup: { resolve: answer, reverse: async () => undefined },
  })

  it('A name is looked up, and its address is checked', async () => {
    const asked: unknown[] = []
    const reading = await readReceiver(
      'alice.eth',
      contextOn('Ethereum', {
        nameLookup: {
          resolve: async (...on) => (asked.push(on), ALICE.toLowerCase()),
          reverse: async () => undefined,
        },
      }),
    )
    expect(reading).toMatchObject({ receiver: { status: 'ok', address: ALICE }, name: 'alice.eth' })
    expect(asked).toEqual([['alice.eth', expect.objectContaining({ name: 'Ethereum' }), undefined]])
  })

  it.each([
    ['that nobody has', async () => undefined, 'send.nameUnknown'],
    ['that stands for no address here', async () => MICHAEL, 'send.nameUnknown'],
    ['that cannot be looked up', () => Promise.reject(new Error('offline')), 'send.nameFailed'],
  ])('A name is refused: %s', async (_, answer, problem) => {
    expect(problemOf(await read('alice.eth', 'Ethereum', lookup(answer)))).toEqual([
      problem,
      problem === 'send.nameUnknown' ? { name: 'alice.eth' } : {},
    ])
  })

  it('An address is never looked up as a name', async () => {
    const forbidden = lookup(() => Promise.reject(new Error('asked')))
    expect(addressOf(await read(ALICE, 'Ethereum', forbidden))).toBe(ALICE)
    expect(addressOf(await read(`ethereum:${ALICE}`, 'Ethereum', forbidden))).toBe(ALICE)
  })

  it('A payment URI may hold a name', async () => {
    const reading = await read(
      'ethereum:pay-alice-smith.eth?value=1e18',
      'Ethereum',
      lookup(async () => ALICE),
    )
    expect(reading).toMatchObject({
      receiver: { status: 'ok', address: ALICE },
      name: 'alice-smith.eth',
      request: { amount: { base: 10n ** 18n } },
    })
  })
})

describe('The printed examples of the standards', () => {
  const BIP = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'
  it.each([
    [
      'ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359?value=2.014e18',
      {
        namespace: 'eip155',
        target: '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359',
        amount: { base: 2_014_000_000_000_000_000n },
      },
    ],
    [
      'ethereum:0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7/transfer' +
        '?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1',
      {
        namespace: 'eip155',
        target: PAYEE.toLowerCase(),
        token: UNICORN.toLowerCase(),
        amount: { base: 1n },
      },
    ],
    [`bitcoin:${BIP}`, { namespace: 'bip122', target: BIP }],
    [`bitcoin:${BIP}?label=Luke-Jr`, { namespace: 'bip122', target: BIP, label: 'Luke-Jr' }],
    [
      `bitcoin:${BIP}?amount=20.3&label=Luke-Jr`,
      { namespace: 'bip122', target: BIP, amount: { whole: '20.3' }, label: 'Luke-Jr' },
    ],
    [
      `bitcoin:${BIP}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
      {
        namespace: 'bip122',
        target: BIP,
        amount: { whole: '50' },
        label: 'Luke-Jr',
        message: 'Donation for project xyz',
      },
    ],
    [
      `bitcoin:${BIP}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999`,
      {
        problem: 'send.uriDemands',
        params: { parts: 'req-somethingyoudontunderstand, req-somethingelseyoudontget' },
      },
    ],
    [
      `bitcoin:${BIP}?somethingyoudontunderstand=50&somethingelseyoudontget=999`,
      { namespace: 'bip122', target: BIP },
    ],
    [
      `solana:${MICHAEL}?amount=1&label=Michael&message=Thanks%20for%20all%20the%20fish&memo=OrderId12345`,
      {
        namespace: 'solana',
        target: MICHAEL,
        amount: { whole: '1' },
        label: 'Michael',
        message: 'Thanks for all the fish',
        carried: { memo: 'OrderId12345' },
      },
    ],
    [
      `solana:${MICHAEL}?amount=0.01&spl-token=${USDC}`,
      { namespace: 'solana', target: MICHAEL, amount: { whole: '0.01' }, token: USDC },
    ],
    [`solana:${MICHAEL}?label=Michael`, { namespace: 'solana', target: MICHAEL, label: 'Michael' }],
    ['solana:https://example.com/solana-pay', { problem: 'send.uriTransaction' }],
    [
      'solana:https%3A%2F%2Fexample.com%2Fsolana-pay%3Forder%3D12345',
      { problem: 'send.uriTransaction' },
    ],
  ])('A printed example is read as its standard says: %s', (text, uri) => {
    expect(readPaymentUri(text)).toEqual(uri)
  })

  it('Two printed examples of the standards have a wrong checksum and are refused', async () => {
    expect(
      problemOf(await read('ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359?value=2.014e18')),
    ).toEqual(['send.mistyped', {}])
    expect(problemOf(await read(`bitcoin:${BIP}`, 'Bitcoin'))).toEqual(['send.mistyped', {}])
  })
})

describe('EIP-681', () => {
  it.each([
    // The standard gives these examples; the first is without its capital letter here.
    [
      'ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359?value=2.014e18',
      ZOE,
      { amount: { base: 2_014_000_000_000_000_000n } },
    ],
    [
      'ethereum:0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7/transfer' +
        '?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1',
      PAYEE,
      { token: UNICORN, amount: { base: 1n } },
    ],
    [`ethereum:${ALICE}`, ALICE, {}],
    [`ETHEREUM:${ALICE}`, ALICE, {}],
    [`ethereum:pay-${ALICE}@1`, ALICE, {}],
    [
      `ethereum:${ALICE}?value=15e17&gas=21000&gasLimit=21000&gasPrice=1e9`,
      ALICE,
      { amount: { base: 15n * 10n ** 17n } },
    ],
    [`ethereum:${ALICE}?value=.5e18`, ALICE, { amount: { base: 5n * 10n ** 17n } }],
    [`ethereum:${ALICE}?value=0`, ALICE, { amount: { base: 0n } }],
    [`ethereum:${UNICORN}@1/transfer?address=${ALICE}`, ALICE, { token: UNICORN }],
    [
      `ethereum:${UNICORN}/transfer?uint256=1.5e6&address=${ALICE}&value=0`,
      ALICE,
      { token: UNICORN, amount: { base: 1_500_000n } },
    ],
  ])('A link of EIP-681 is read: %s', async (text, address, request) => {
    expect(await read(text)).toEqual({
      receiver: { status: 'ok', address, isFirst: true, isOwn: false, isLookalikeAccepted: false },
      request,
    })
  })

  it.each([
    [`ethereum:${UNICORN}/approve?address=${ALICE}&uint256=1`, 'send.uriCall'],
    [`ethereum:${UNICORN}/transferFrom?address=${ALICE}&uint256=1`, 'send.uriCall'],
    [`ethereum:${ALICE}@137?value=1`, 'send.otherNetwork'],
    ...[
      '?value=1.5',
      '?value=1.5e0',
      '?value=-1',
      '?value=1e78',
      '?value=0x10',
      '?value=',
      '?value=1&value=2',
      '?amount=1',
      '?value=%',
      '@0x1',
      '@01',
      '@',
      '/transfer',
      '/transfer?uint256=1',
      '#x',
      '?value=1e',
      '?value=1e999999999',
    ].map((rest) => [`ethereum:${ALICE}${rest}`, 'send.uriUnreadable']),
    [
      `ethereum:${UNICORN}/transfer?address=${ALICE}&address=${PAYEE}&uint256=1`,
      'send.uriUnreadable',
    ],
    [`ethereum:${UNICORN}/transfer?address=${ALICE}&uint256=1&value=1`, 'send.uriUnreadable'],
    [`ethereum:${UNICORN}/transfer?address=${ALICE}&uint256=1&bytes=0x`, 'send.uriUnreadable'],
    [`ethereum:other-${ALICE}`, 'send.uriUnreadable'],
    ['ethereum:', 'send.uriUnreadable'],
    [`ethereum:hello/transfer?address=${ALICE}`, 'send.uriUnreadable'],
  ])('A link of EIP-681 is refused: %s: %s', async (text, problem) => {
    expect(problemOf(await read(text!))).toEqual([
      problem,
      problem === 'send.otherNetwork' ? { other: 'Polygon', network: 'Ethereum' } : {},
    ])
  })

  it('A link of EIP-681 is refused on Solana as one of another chain family', async () => {
    expect(problemOf(await read(`ethereum:${ALICE}`, 'Solana'))).toEqual([
      'send.otherFamily',
      { family: 'EVM', network: 'Solana' },
    ])
  })
})

describe('BIP-21', () => {
  it.each([
    // The standard gives these examples; the address has a right checksum here.
    [`bitcoin:${SATOSHI}`, SATOSHI, {}],
    [`bitcoin:${SATOSHI}?label=Luke-Jr`, SATOSHI, { label: 'Luke-Jr' }],
    [
      `bitcoin:${SATOSHI}?amount=20.3&label=Luke-Jr`,
      SATOSHI,
      { amount: { whole: '20.3' }, label: 'Luke-Jr' },
    ],
    [
      `bitcoin:${SATOSHI}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
      SATOSHI,
      { amount: { whole: '50' }, label: 'Luke-Jr', message: 'Donation for project xyz' },
    ],
    [`bitcoin:${SATOSHI}?somethingyoudontunderstand=50&somethingelseyoudontget=999`, SATOSHI, {}],
    // QR codes hold capital letters.
    [
      `BITCOIN:${SEGWIT.toUpperCase()}?AMOUNT=0.00000001&LABEL=X`,
      SEGWIT,
      { amount: { whole: '0.00000001' }, label: 'X' },
    ],
    [`BitCoin:${SEGWIT}?amount=50.00`, SEGWIT, { amount: { whole: '50.00' } }],
    [`bitcoin:${SEGWIT}?amount=.5`, SEGWIT, { amount: { whole: '.5' } }],
    [`bitcoin:${SEGWIT}?label=a%00b%E2%80%AEc`, SEGWIT, { label: 'a b c' }],
  ])('A link of BIP-21 is read: %s', async (text, address, request) => {
    expect(await read(text, 'Bitcoin')).toMatchObject({
      receiver: { status: 'ok', address },
      request,
    })
    expect((await read(text, 'Bitcoin')).request).toEqual(request)
  })

  it.each<[string, string, object]>([
    // The standard gives an invalid example, and one with a comma.
    [
      `bitcoin:${SATOSHI}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999`,
      'send.uriDemands',
      { parts: 'req-somethingyoudontunderstand, req-somethingelseyoudontget' },
    ],
    [`bitcoin:${SATOSHI}?REQ-X`, 'send.uriDemands', { parts: 'req-x' }],
    ...['50,000.00', '1e8', '-1', '+1', '1.2.3', '', '.', '0.000000001', '1 ', '0x1', '1_0'].map(
      (amount) =>
        [
          `bitcoin:${SATOSHI}?amount=${encodeURIComponent(amount)}`,
          'send.uriUnreadable',
          {},
        ] satisfies [string, string, object],
    ),
    [`bitcoin:${SATOSHI}?amount=1&AMOUNT=2`, 'send.uriUnreadable', {}],
    [`bitcoin:${SATOSHI}?label=%ff`, 'send.uriUnreadable', {}],
    [`bitcoin://${SATOSHI}`, 'send.uriUnreadable', {}],
    ['bitcoin:?amount=1', 'send.uriUnreadable', {}],
    [`bitcoin:${SATOSHI.slice(0, -1)}X`, 'send.mistyped', {}],
    [`bitcoin:${TESTNET}`, 'send.otherNetwork', { other: 'Bitcoin Testnet', network: 'Bitcoin' }],
    [`bitcoin:${ALICE}`, 'send.otherFamily', { family: 'EVM', network: 'Bitcoin' }],
  ])('A link of BIP-21 is refused: %s: %s', async (text, problem, params) => {
    expect(problemOf(await read(text, 'Bitcoin'))).toEqual([problem, params])
  })
})

describe('Solana Pay', () => {
  it.each([
    // The specification's examples; the third as later versions have it, with a question mark.
    [`solana:${MICHAEL}?amount=0.01&spl-token=${USDC}`, { amount: { whole: '0.01' }, token: USDC }],
    [`solana:${MICHAEL}?label=Michael`, { label: 'Michael' }],
    [
      `solana:${MICHAEL}?amount=1&label=Michael&message=Thanks%20for%20all%20the%20fish`,
      { amount: { whole: '1' }, label: 'Michael', message: 'Thanks for all the fish' },
    ],
    [`solana:${MICHAEL}?amount=0`, { amount: { whole: '0' } }],
    [`solana:${MICHAEL}?amount=0.000000001&new-thing=1`, { amount: { whole: '0.000000001' } }],
  ])('A link of Solana Pay is read: %s', async (text, request) => {
    expect(await read(text, 'Solana')).toEqual({
      receiver: {
        status: 'ok',
        address: MICHAEL,
        isFirst: true,
        isOwn: false,
        isLookalikeAccepted: false,
      },
      request,
    })
  })

  it.each([
    // The specification's first example.
    [
      `solana:${MICHAEL}?amount=1&label=Michael&message=Thanks%20for%20all%20the%20fish&memo=OrderId12345`,
      { memo: 'OrderId12345' },
    ],
    [`solana:${MICHAEL}?amount=1&reference=${USDC}`, { references: [USDC] }],
    [
      `solana:${MICHAEL}?reference=${USDC}&amount=1&reference=${MICHAEL}&memo=caf%C3%A9`,
      { memo: 'café', references: [USDC, MICHAEL] },
    ],
  ])('A payment carries the memo and references of %s (audit A6)', async (text, carried) => {
    expect((await read(text, 'Solana')).receiver).toMatchObject({
      status: 'ok',
      address: MICHAEL,
      carried,
    })
  })
  it('A link is refused where the adapter would drop its memo or references (audit A6)', async () => {
    const context = contextOn('Solana')
    const adapter = async (namespace: string) => {
      const { send, ...chain } = await context.adapter(namespace)
      const { carries: _, ...less } = send!
      return { ...chain, send: less }
    }
    const link = `solana:${MICHAEL}?amount=1&reference=${USDC}&reference=${MICHAEL}&memo=x`
    expect(problemOf(await readReceiver(link, { ...context, adapter }))).toEqual([
      'send.uriDemands',
      { parts: 'memo, references' },
    ])
    expect(problemOf(await readReceiver(link, context))).toMatchObject({ status: 'ok' })
  })

  it.each<[string, string, object]>([
    ...['not%20an%20address', USDC.slice(4), ''].map(
      (reference) =>
        [`solana:${MICHAEL}?amount=1&reference=${reference}`, 'send.uriUnreadable', {}] satisfies [
          string,
          string,
          object,
        ],
    ),
    [`solana:${MICHAEL}?amount=1${`&reference=${USDC}`.repeat(9)}`, 'send.uriUnreadable', {}],
    [`solana:${MICHAEL}?memo=a&memo=b`, 'send.uriUnreadable', {}],
    // Ten decimal places, where there are nine: the specification calls it malformed whatever the
    // digits.
    ...['1.1234567890', '1.0000000000', '0.0000000010'].map(
      (amount) =>
        [`solana:${MICHAEL}?amount=${amount}`, 'send.uriUnreadable', {}] satisfies [
          string,
          string,
          object,
        ],
    ),
    // Transaction requests.
    ['solana:https://example.com/solana-pay', 'send.uriTransaction', {}],
    ['solana:https%3A%2F%2Fexample.com%2Fsolana-pay%3Forder%3D12345', 'send.uriTransaction', {}],
    ...['1e9', '.5', '01', '1.', '-1', '1,5', '', '0.0000000001'].map(
      (amount) =>
        [`solana:${MICHAEL}?amount=${amount}`, 'send.uriUnreadable', {}] satisfies [
          string,
          string,
          object,
        ],
    ),
    [`solana:${MICHAEL}&label=Michael`, 'send.uriUnreadable', {}],
    [`solana:${MICHAEL}?amount=1&amount=2`, 'send.uriUnreadable', {}],
    [`solana:${MICHAEL}?spl-token=nothing`, 'send.uriUnreadable', {}],
    [`solana:${MICHAEL}?label=%`, 'send.uriUnreadable', {}],
    [`solana:${MICHAEL.slice(0, 20)}`, 'send.noAddress', { network: 'Solana' }],
  ])('A link of Solana Pay is refused: %s: %s', async (text, problem, params) => {
    expect(problemOf(await read(text, 'Solana'))).toEqual([problem, params])
  })
})

it('Whole units become base units, and an amount below the smallest unit is refused', () => {
  expect(
    [
      ['20.3', 8],
      ['50.00', 8],
      ['.5', 1],
      ['5.', 0],
      ['0', 18],
      ['1.00', 2],
    ].map(([whole, decimals]) => wholeToBase(String(whole), Number(decimals))),
  ).toEqual([2_030_000_000n, 5_000_000_000n, 5n, 5n, 0n, 100n])
  for (const whole of ['', '.', '1,5', '1e3', '-1', '0.001', '1.000', ' 1', '1'.repeat(81)])
    expect(wholeToBase(whole, 2)).toBeUndefined()
})

describe('Any text in the field', () => {
  const PARTS = [
    'ethereum:',
    'bitcoin:',
    'solana:',
    'pay-',
    ALICE,
    SATOSHI,
    SEGWIT,
    MICHAEL,
    DOT,
    ATOM,
    'eip155:1:',
    '@1',
    '/transfer',
    '?',
    '&',
    '=',
    'amount',
    'value',
    'uint256',
    'address',
    'req-',
    '%',
    '%2',
    '%E2%80%AE',
    '1e18',
    '.',
    ':',
    '//',
    ' ',
    '\0',
    '\u202e',
    '💸',
    'é',
    '__proto__',
    'constructor',
    '\n',
    '\ud800',
  ]

  it('Reading 3,600 odd texts never throws, and every refusal has a message', async () => {
    const { below, pick } = createRandom(1)
    const networks = ['Ethereum', 'Solana', 'Bitcoin', 'Polkadot', 'Cosmos Hub']
    const texts = Array.from({ length: 3000 }, () =>
      Array.from({ length: 1 + below(7) }, () => pick(PARTS)).join(''),
    )
    for (const address of [ALICE, MICHAEL, SEGWIT, SATOSHI, DOT, ATOM]) {
      for (let turn = 0; turn < 100; turn++)
        texts.push(
          address.slice(0, below(address.length)) +
            pick(PARTS) +
            address.slice(below(address.length)),
        )
    }
    for (const text of texts) {
      const { receiver } = await read(text, pick(networks))
      expect(['empty', 'ok', 'refused']).toContain(receiver.status)
      if (receiver.status === 'refused') expect(english[receiver.problem]).toBeDefined()
    }
  })

  it('A text is refused where nothing can check it', async () => {
    const broken = { ...contextOn('Ethereum'), adapter: () => Promise.reject(new Error('chunk')) }
    expect(problemOf(await readReceiver(ALICE, broken))).toEqual(['send.notChecked', {}])
  })
})
