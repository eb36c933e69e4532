// The tests add unknown parts to requests that are read in full. The description must show each part,
// or the request must not count as complete.
import type { Network } from '@latchkey/plugin-api'
import { createRandom, type Random } from '@latchkey/plugin-testkit'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { describe as group, expect, it } from 'vitest'
import { describe } from '../src/sdk/describe/describe.js'
import { corpus } from './corpus.js'
import { ME, OTHER, TOKEN, type Request } from './corpusParts.js'

const TRIES = process.env['LATCHKEY_SOAK'] ? 20_000 : 2_000
const network: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const say = ({ method, params }: Request) =>
  describe(network, method, params, { account: ME, host: 'shop.example' })

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const PLAIN: readonly Request[] = [
  {
    method: 'eth_sendTransaction',
    params: [
      {
        from: ME,
        to: OTHER,
        value: '0x1',
        gas: '0x5208',
        maxFeePerGas: '0x1',
        accessList: [{ address: OTHER, storageKeys: ['0x01'] }],
      },
    ],
  },
  {
    method: 'eth_signTransaction',
    params: [{ from: ME, to: OTHER, value: '0x1', nonce: '0x1', type: '0x2' }],
  },
  {
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        from: ME,
        chainId: '0x1',
        atomicRequired: true,
        calls: [
          { to: OTHER, value: '0x1' },
          { to: TOKEN, value: '0x2' },
        ],
      },
    ],
  },
  {
    method: 'eth_signTypedData_v4',
    params: [
      ME,
      {
        types: {
          EIP712Domain: DOMAIN,
          Note: [
            { name: 'text', type: 'string' },
            { name: 'parts', type: 'Part[]' },
            { name: 'places', type: 'address[]' },
          ],
          Part: [{ name: 'size', type: 'uint256' }],
        },
        primaryType: 'Note',
        domain: { name: 'Notes', chainId: 1, verifyingContract: TOKEN },
        message: { text: 'Hi', parts: [{ size: 1 }, { size: 2 }], places: [ME] },
      },
    ],
  },
]

/** Every object within a value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}
const name = (random: Random): string =>
  random.pick([
    'authorizationList',
    'input',
    'delegate',
    'chainID',
    'Data',
    'hook',
    'payload',
    'blobs',
    'permissions',
    `x${random.hex(3)}`,
  ])
const value = (random: Random): unknown =>
  random.pick<unknown>([
    OTHER,
    `0x${random.hex(8)}`,
    random.below(1e9),
    true,
    false,
    '',
    [],
    {},
    [{ address: OTHER }],
    { to: OTHER },
    null,
  ])

group('requests with more in them than anybody knows', () => {
  it('The plain requests of these tests are complete before anything is added', () =>
    expect(PLAIN.map((each) => say(each)?.complete)).toEqual([true, true, true, true]))

  it(`${TRIES} keys added anywhere to a request are each shown, or the request is not complete (audit M6a)`, ({
    task,
  }) => {
    let silent = 0
    let sends = 0
    for (let run = 0; run < TRIES; run++) {
      const random = createRandom(run)
      const request = structuredClone(random.pick(PLAIN)) as Request
      const place = random.pick(objectsIn(request.params))
      const key = name(random)
      const added = value(random)
      // Nodes and wallets treat `null` as if these keys were absent.
      if (
        Object.hasOwn(place, key) ||
        (['input', 'authorizationList'].includes(key) && added === null)
      )
        continue
      place[key] = added
      const told = say(request)
      const isShown = !!told?.rows.some((row) => row.value.includes(key) || row.label === key)
      silent += Number(told?.complete === true && !isShown)
      sends += Number(
        request.method === 'eth_sendTransaction' &&
          place === request.params[0] &&
          key !== 'input' &&
          told?.title === 'evm.sendTransaction',
      )
    }
    task.meta.attack = {
      attack: 'a key that nobody knows, anywhere in a transaction, a call or typed data',
      tries: TRIES,
      wanted: '0 complete that do not show it; 0 called "Send"',
      seen: `${silent}; ${sends}`,
    }
    expect([silent, sends]).toEqual([0, 0])
  })

  it('An empty list in typed data is shown as empty, or the request is not complete (audit M6b)', () => {
    for (let run = 0; run < TRIES / 10; run++) {
      const random = createRandom(run)
      const request = structuredClone(PLAIN[3]!) as Request
      const { message } = request.params[1] as { message: Record<string, unknown> }
      const key = random.pick(Object.keys(message))
      message[key] = []
      const told = say(request)
      expect([
        run,
        key,
        told?.complete === false ||
          told?.rows.some((row) => row.label === key && row.value === '[]'),
      ]).toEqual([run, key, true])
    }
  })
})

group("names of a stranger's own", () => {
  const TYPES: readonly (readonly [fields: readonly string[], warning: string])[] = [
    [['address spender', 'uint256 value'], 'evm.canSpend'],
    [['address operator', 'bool approved'], 'evm.canAct'],
    [['address from', 'address to', 'uint256 amount'], 'evm.movesMoney'],
    [['address to', 'uint256 value', 'bytes data', 'uint8 operation'], 'evm.delegateCall'],
    [['address delegate', 'uint256 until'], 'evm.canAct'],
    [['address delegatee'], 'evm.votes'],
    [['address account', 'bytes callData'], 'evm.callInside'],
    [['address maker', 'address taker'], 'evm.offered'],
  ]
  const VALUES: Readonly<Record<string, unknown>> = {
    address: OTHER,
    uint256: '5',
    uint8: 1,
    bool: true,
    bytes: '0xa9059cbb',
  }
  it('Typed data that hands something over is warned of among other fields and in nested structs (audit M6c)', () => {
    for (let run = 0; run < TRIES / 4; run++) {
      const random = createRandom(run)
      const [given, warning] = random.pick(TYPES)
      const more = Array.from({ length: random.below(4) }, () => `string note${random.hex(2)}`)
      const fields = [...new Set([...given, ...more])]
        .sort(() => random.below(3) - 1)
        .map((each) => ({ type: each.split(' ')[0]!, name: each.split(' ')[1]! }))
      const isWithin = random.chance(0.3)
      const struct = `Thing${random.hex(2)}`
      const content = Object.fromEntries(
        fields.map((each) => [each.name, VALUES[each.type] ?? 'x']),
      )
      const told = say({
        method: 'eth_signTypedData_v4',
        params: [
          ME,
          {
            types: {
              EIP712Domain: DOMAIN,
              [struct]: fields,
              ...(isWithin && {
                Wrapped: [
                  { name: 'thing', type: struct },
                  { name: 'note', type: 'string' },
                ],
              }),
            },
            primaryType: isWithin ? 'Wrapped' : struct,
            domain: { name: 'Shop', chainId: 1, verifyingContract: TOKEN },
            message: isWithin ? { thing: content, note: 'Hi' } : content,
          },
        ],
      })
      expect([
        run,
        given,
        told?.title === 'evm.signTypedData',
        told?.rows.some((row) => row.warning === warning),
      ]).toEqual([run, given, false, true])
    }
  })
})

group('the limit of an allowance', () => {
  const approve = (amount: bigint) =>
    say({
      method: 'eth_sendTransaction',
      params: [
        {
          from: ME,
          to: TOKEN,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'approve',
            args: [OTHER, amount],
          }),
        },
      ],
    })
  it.each([
    2n ** 96n - 1n,
    2n ** 96n,
    2n ** 128n - 1n,
    2n ** 158n,
    2n ** 160n - 1n,
    maxUint256 / 2n,
    maxUint256,
  ])('An allowance of %d counts as unlimited (audit M6e)', (amount) =>
    expect(approve(amount)?.rows.map(({ warning }) => warning)).toContain('evm.unlimited'),
  )
  it.each([0n, 1n, 10n ** 27n, 2n ** 96n - 2n])(
    'An allowance of %d counts as limited (audit M6e)',
    (amount) =>
      expect(approve(amount)?.rows.map(({ warning }) => warning)).not.toContain('evm.unlimited'),
  )
})

it('A domain is shown as its own claim, with a warning where it binds to no network or contract (audit M6d)', () => {
  expect(corpus.texts['evm.domain.name']).toBe('Calls itself')
  const bound = { name: 'Shop', chainId: 1, verifyingContract: TOKEN }
  for (const [left, warned] of [
    [[], []],
    [['chainId'], ['evm.everyNetwork']],
    [['verifyingContract'], ['evm.noContract']],
    [
      ['chainId', 'verifyingContract'],
      ['evm.everyNetwork', 'evm.noContract'],
    ],
  ] as const) {
    const domain = Object.fromEntries(
      Object.entries(bound).filter(([key]) => !(left as readonly string[]).includes(key)),
    )
    for (const fields of [
      [{ name: 'text', type: 'string' }],
      [{ name: 'spender', type: 'address' }],
    ]) {
      const types = { EIP712Domain: DOMAIN.filter((field) => field.name in domain), A: fields }
      const told = say({
        method: 'eth_signTypedData_v4',
        params: [ME, { types, primaryType: 'A', domain, message: { text: 'Hi', spender: OTHER } }],
      })
      expect([
        left,
        told?.rows.flatMap(({ label, warning }) =>
          label.startsWith('evm.domain.') ? (warning ?? []) : [],
        ),
      ]).toEqual([left, warned])
    }
  }
})
