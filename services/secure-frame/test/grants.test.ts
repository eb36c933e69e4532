// Permissions that a page asks for: what is refused before anybody is asked, what the card says, and what
// the page is answered.
import {
  CONTRACTS,
  decodeContext,
  decodeLimits,
  delegationTypedData,
  hashDelegation,
} from '@latchkey/smart-account'
import { recoverTypedDataAddress, type Hex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { supportedPermissions } from '../src/page/smart/grants/answers.js'
import { toBaseUnits } from '../src/page/smart/grants/lower.js'
import {
  CHAIN_ID,
  createGranter,
  DAY_S,
  GAME,
  hex,
  KEY,
  NOW_S,
  permit,
  readRows,
  refusalOf,
  requestOf,
  TOKEN,
} from './grantsSide.js'
import { en } from '../src/page/translations/en.js'
import { memoryDatabase } from './memoryDatabase.js'

type Entry = Record<string, unknown> & { context: Hex }
const BUY = '0xa6f2ae3a'
const ETHER = 10n ** 18n
const limitsIn = ({ context }: Entry) => {
  const limits = decodeLimits(decodeContext(context)[0]!.caveats)
  return limits.ok ? limits.limits : limits.refusal
}

describe('A grant', () => {
  it('Is a delegation that the owner has signed for this chain, with the limits of the request alone', async () => {
    const ada = await createGranter()
    const [entry] = (await ada.run(await ada.prepare([requestOf()]))) as Entry[]
    const [delegation] = decodeContext(entry!.context)
    expect(limitsIn(entry!)).toEqual({
      permission: { type: 'native', allowance: { kind: 'total', amount: ETHER } },
      expiry: NOW_S + DAY_S,
      maxCalls: 10,
    })
    const { signature, ...unsigned } = delegation!
    const data = delegationTypedData(unsigned, CHAIN_ID)
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(ada.owner)
    expect(delegation).toMatchObject({ delegate: KEY, delegator: ada.account.address })
    expect(entry).toMatchObject({
      ...requestOf(),
      from: ada.account.address,
      delegationManager: CONTRACTS.delegationManager,
      dependencies: [{ factory: ada.account.factory, factoryData: ada.account.factoryData }],
    })
  })

  it('Of the former form is answered in that form', async () => {
    const ada = await createGranter({ isDeployed: true })
    const former = {
      chainId: hex(CHAIN_ID),
      address: ada.account.address,
      expiry: NOW_S + DAY_S,
      signer: { type: 'account', data: { address: KEY } },
      permission: {
        type: 'erc20-token-transfer',
        isAdjustmentAllowed: false,
        data: { address: TOKEN, allowance: hex(5n) },
      },
      policies: [{ type: 'call-limit', data: { count: 3 } }],
    }
    const prepared = await ada.prepare([former], 'wallet_grantPermissions')
    expect(prepared.lower).toBeUndefined()
    const [entry] = (await ada.run(prepared)) as Entry[]
    expect(entry).toMatchObject(former)
    expect(entry).not.toHaveProperty('accountMeta')
    expect(limitsIn(entry!)).toMatchObject({
      permission: { type: 'erc20', token: TOKEN, allowance: { kind: 'total', amount: 5n } },
      maxCalls: 3,
    })
  })

  it('Of several permissions is one delegation each, and ending one leaves the other', async () => {
    const ada = await createGranter()
    const all = (await ada.run(await ada.prepare([requestOf(), requestOf()]))) as Entry[]
    const hashes = all.map(({ context }) => hashDelegation(decodeContext(context)[0]!))
    expect(new Set(hashes).size).toBe(2)
    expect(ada.used.times).toBe(1)
  })

  it('That ended while its card was read is not signed', async () => {
    const ada = await createGranter()
    const prepared = await ada.prepare([requestOf()])
    ada.time.now += DAY_S
    expect(await refusalOf(ada.run(prepared))).toBe('The grant is refused: [0].expiry is over.')
    expect(ada.used.times).toBe(0)
  })
})

describe('The card', () => {
  it('Has the worst case, a sentence for each limit, to whom, and the end in the visitor’s time zone', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    try {
      const ada = await createGranter()
      const data = {
        ...{ tokenAddress: TOKEN, periodAmount: hex(2_500_000n), periodDuration: 3_600 },
        ...{ startTime: NOW_S, justification: 'Ten moves\n of the game' },
      }
      const prepared = await ada.prepare([permit('erc20-token-periodic', data)])
      expect(prepared.description?.complete).toBe(true)
      expect(readRows(prepared)).toEqual([
        ['Leaves your account at most', `25 TKN (${TOKEN})`],
        [
          'May',
          [
            `Send up to 2.5 TKN (${TOKEN}) in each period of 1 hour, to anybody.`,
            'The first one begins on Friday, January 15, 2027 at 5:00:00 PM GMT+9.',
            'What is left of one is not carried over.',
          ].join(' '),
        ],
        ['Token contract', `${TOKEN}, which calls itself “TKN”. Nobody has checked that name.`],
        ['How often', 'At most 10×'],
        ['Until', 'Saturday, January 16, 2027 at 5:00:00 PM GMT+9'],
        [
          'Who may act',
          KEY,
          expect.stringContaining('They can do all of this without asking you again.'),
        ],
        ['The website says', '“Ten moves of the game”'],
      ])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('Sums what several permissions can take', async () => {
    const ada = await createGranter()
    const rows = readRows(await ada.prepare([requestOf(), requestOf()]))
    expect(rows[0]).toEqual(['Leaves your account at most', '2 ETH'])
    expect(rows.filter(([label]) => label === 'Permission').map(([, value]) => value)).toEqual([
      '1 / 2',
      '2 / 2',
    ])
  })

  it('Names contracts by their addresses, and dangers, and contracts that are not there', async () => {
    const ada = await createGranter({ contracts: { [TOKEN]: { symbol: 'TKN', decimals: 6 } } })
    const data = { targets: [TOKEN, GAME], selectors: [BUY, '0x095ea7b3'], maxValue: hex(ETHER) }
    const rows = readRows(await ada.prepare([permit('contract-calls', data)]))
    expect(rows[0]).toEqual([
      'Leaves your account at most',
      '10 ETH',
      'What these contracts take by themselves is not in this amount.',
    ])
    const of = (wanted: string) => rows.filter(([label]) => label === wanted)
    expect(of('Contract')).toEqual([
      ['Contract', TOKEN],
      [
        'Contract',
        GAME,
        'There is no contract at this address now. Anybody may put one there later.',
      ],
    ])
    expect(of('Danger').map(([, value, warning]) => [value, warning?.slice(0, 22)])).toEqual([
      [TOKEN, 'This contract is a tok'],
      [`0x095ea7b3 · ${TOKEN}`, 'This function can let '],
      [`0x095ea7b3 · ${GAME}`, 'This function can let '],
    ])
  })

  it('Does not show words of the page that hide something', async () => {
    const ada = await createGranter()
    const data = { allowanceAmount: hex(1n), justification: 'Pay \u202eHTE 1' }
    const rows = readRows(await ada.prepare([permit('native-token-allowance', data)]))
    expect(rows.map(([label]) => label)).not.toContain('The website says')
  })

  it('Says so where the browser stores nothing', async () => {
    const database = memoryDatabase()
    database.update = async () => {
      throw new Error('No storage')
    }
    const ada = await createGranter({ database })
    const prepared = await ada.prepare([requestOf()])
    expect(en[prepared.warning!]).toContain('This browser stores nothing now.')
    const kept = await (await createGranter()).prepare([requestOf()])
    expect(kept.warning).toBeUndefined()
    await ada.run(prepared)
    expect(await ada.records.grants.list(ada.account.address)).toHaveLength(1)
  })
})

describe('A request that cannot be kept exactly', () => {
  const rules = (...all: unknown[]) => requestOf({ rules: all })
  const expiry = (timestamp: unknown) => ({ type: 'expiry', data: { timestamp } })
  const native = (data: object) => permit('native-token-allowance', data)
  const calls = (more: object) =>
    permit('contract-calls', { targets: [GAME], selectors: [BUY], maxValue: '0x0', ...more })
  /** Requests, and the part that the error names. */
  const REFUSED: readonly [what: string, params: unknown, part: string][] = [
    ['no permission', [], 'params has'],
    ['no list', { to: KEY }, 'params has'],
    ['10,000 permissions', Array.from({ length: 10_000 }, () => requestOf()), 'params has'],
    ['a list and more', [[requestOf()], requestOf()], 'params has'],
    ['a text', ['0x12'], '[0] must be'],
    ['no expiry', [rules()], '[0].expiry is missing'],
    ['expiry 0', [rules(expiry(0))], '[0].expiry is 0'],
    ['an expiry in the past', [rules(expiry(NOW_S))], '[0].expiry is over'],
    ['an expiry in 2106', [rules(expiry(2 ** 32 - 1))], '[0].expiry lies further'],
    ['an expiry in milliseconds', [rules(expiry((NOW_S + 1) * 1000))], '[0].expiry lies beyond'],
    ['an expiry that is a text', [rules(expiry('soon'))], '[0].expiry must be'],
    ['a negative expiry', [rules(expiry(-1))], '[0].expiry is below'],
    ['two expiries', [rules(expiry(NOW_S + 1), expiry(NOW_S + 2))], '[0].expiry is there twice'],
    ['an unknown rule', [rules(expiry(NOW_S + 9), { type: 'rate', data: {} })], '[0].rules.rate'],
    ['no amount', [native({})], '[0].permission.data.allowanceAmount is missing'],
    ['an amount of 0', [native({ allowanceAmount: '0x0' })], 'data.allowanceAmount is 0'],
    ['a negative amount', [native({ allowanceAmount: '-1' })], 'data.allowanceAmount is below'],
    ['an endless amount', [native({ allowanceAmount: hex(2n ** 256n - 1n) })], 'limits nothing'],
    ['a fraction', [native({ allowanceAmount: 1.5 })], 'data.allowanceAmount cannot be read'],
    ['an unknown kind', [permit('anything', {})], '[0].permission.type'],
    ['a kind of Object', [permit('toString', {})], '[0].permission.type'],
    [
      'an unknown field',
      [native({ allowanceAmount: '0x1', mode: '0x01' })],
      'data.mode is nothing',
    ],
    ['a further field', [requestOf({ delegate: GAME })], '[0].delegate is nothing'],
    ['another network', [requestOf({ chainId: '0x1' })], '[0].chainId is another network'],
    ['another account', [requestOf({ from: GAME })], '[0].from is another account'],
    ['nobody', [requestOf({ to: undefined })], '[0].to must be'],
    ['anybody', [requestOf({ to: '0x0000000000000000000000000000000000000a11' })], '[0].to stands'],
    ['no call', [calls({ selectors: [] })], 'data.selectors names nothing'],
    ['half a selector', [calls({ selectors: ['0xa6'] })], 'data.selectors[0] must be'],
    ['no contract', [calls({ targets: ['shop.eth'] })], 'data.targets[0] must be'],
    [
      'a call of the manager',
      [calls({ targets: [GAME, CONTRACTS.delegationManager] })],
      'data.targets[1] is a contract by which',
    ],
    [
      'coins without a count',
      [{ ...calls({ maxValue: '0x1' }), rules: [expiry(NOW_S + 9)] }],
      'call-limit is missing',
    ],
    ['the second of two', [requestOf(), native({})], '[1].permission.data.allowanceAmount'],
  ]
  it.each(REFUSED)(
    '%s is refused with its part named, and nobody is asked',
    async (_, params, part) => {
      const ada = await createGranter()
      const asking = ada.prepare(params)
      expect(await refusalOf(asking)).toContain(part)
      await expect(asking).rejects.toMatchObject({
        details: { code: -32_602, reason: 'grant_refused' },
      })
      expect(ada.used.times).toBe(0)
    },
  )

  it('Of the former form is refused alike', async () => {
    const ada = await createGranter()
    const former = (more: object) => [
      {
        ...{ chainId: hex(CHAIN_ID), expiry: NOW_S + DAY_S, address: ada.account.address },
        signer: { type: 'account', data: { address: KEY } },
        permission: { type: 'native-token-transfer', data: { allowance: '0x1' } },
        ...more,
      },
    ]
    const refusal = (more: object) =>
      refusalOf(ada.prepare(former(more), 'wallet_grantPermissions'))
    expect(await refusal({})).toBe('granted')
    expect(await refusal({ signer: { type: 'wallet' } })).toContain('[0].signer.type')
    expect(await refusal({ expiry: undefined })).toContain('[0].expiry is missing')
    expect(await refusal({ permissions: [{}] })).toContain('[0].permissions')
    expect(await refusal({ permission: undefined, permissions: [{}, {}] })).toContain('must be one')
    expect(await refusal({ to: KEY })).toContain('[0].to is nothing')
    const both = [{ type: 'expiry', data: { timestamp: NOW_S + 5 } }]
    expect(await refusal({ policies: both })).toContain('[0].expiry is there twice')
  })
})

it('An amount that a person types is read exactly, or not at all', () => {
  expect(toBaseUnits(' 1.5 ', 6)).toBe(1_500_000n)
  expect(toBaseUnits('0,05', 2)).toBe(5n)
  expect(toBaseUnits('7', 0)).toBe(7n)
  for (const wrong of ['', '-1', '1e3', '0x1', '1.234', '1.2.3', 'all', '½'])
    expect(toBaseUnits(wrong, 2), wrong).toBeUndefined()
})

it('The kinds of permission are told with the networks of smart accounts', () => {
  const told = supportedPermissions([1, CHAIN_ID]) as Record<string, unknown>
  expect(Object.keys(told)).toHaveLength(7)
  expect(told['contract-calls']).toEqual({
    chainIds: ['0x1', hex(CHAIN_ID)],
    ruleTypes: ['expiry', 'call-limit'],
  })
})
