import { concatHex, numberToHex, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import {
  decodeLimits,
  encodeLimits,
  ENFORCERS,
  judgeLimits,
  worstCase,
  type Caveat,
  type Limits,
} from '../src/index.js'
import { word } from './random.js'

const NOW = 1_800_000_000
const HOUR = 3600
const account: Address = '0xacc0000000000000000000000000000000000001'
const session: Address = '0x5e55000000000000000000000000000000000001'
const token: Address = '0x70CE000000000000000000000000000000000001'
const shop: Address = '0x5109000000000000000000000000000000000001'
const scope = { account, delegate: session, now: NOW }
const LIMITS: Limits = {
  permission: { type: 'calls', targets: [shop], selectors: ['0xa6f2ae3a'], maxValue: 5n },
  expiry: NOW + HOUR,
  maxCalls: 3,
}
const caveats = encodeLimits(LIMITS, scope)
const replaced = (enforcer: Address, terms: Hex): Caveat[] =>
  caveats.map((one) => (one.enforcer === enforcer ? { ...one, terms } : one))

it('Conditions are read in any order, and in any spelling of hex', () => {
  expect(decodeLimits([...caveats].reverse())).toMatchObject({ ok: true, limits: { maxCalls: 3 } })
  const upper = caveats.map(({ terms, ...one }) => ({
    ...one,
    terms: `0x${terms.slice(2).toUpperCase()}` as Hex,
  }))
  expect(decodeLimits(upper)).toMatchObject({ ok: true })
})

it.each<[what: string, given: readonly Caveat[], part: string]>([
  ['without conditions', [], 'expiry'],
  ['without an end', caveats.filter(({ enforcer }) => enforcer !== ENFORCERS.timestamp), 'expiry'],
  [
    'with 0 for no end',
    caveats.map((one) =>
      one.enforcer === ENFORCERS.timestamp ? { ...one, terms: `0x${'00'.repeat(32)}` } : one,
    ),
    'expiry',
  ],
  [
    'without the amount',
    caveats.filter(({ enforcer }) => enforcer !== ENFORCERS.valueLte),
    'caveats',
  ],
  [
    'without the functions',
    caveats.filter(({ enforcer }) => enforcer !== ENFORCERS.allowedMethods),
    'caveats',
  ],
  [
    'of an unknown condition',
    [...caveats, { enforcer: session, terms: '0x', args: '0x' }],
    'caveats',
  ],
  ['with a condition twice', [...caveats, caveats[0]!], 'allowedTargets'],
  [
    'with a condition of another permission',
    [...caveats, { enforcer: ENFORCERS.nativeTotal, terms: word(1n), args: '0x' }],
    'caveats',
  ],
  [
    'with a byte too many',
    replaced(ENFORCERS.limitedCalls, concatHex([word(3n), '0x00'])),
    'caveats',
  ],
  ['with a target cut off', replaced(ENFORCERS.allowedTargets, '0x5109'), 'caveats'],
  [
    'with an end beyond what can be counted',
    replaced(ENFORCERS.timestamp, numberToHex(2n ** 64n, { size: 32 })),
    'caveats',
  ],
  ['with terms that are not hex', replaced(ENFORCERS.valueLte, 'nothing' as Hex), 'valueLte'],
  ['of nine conditions', Array.from({ length: 9 }, () => caveats[0]!), 'caveats'],
])('Limits %s are refused and not guessed', (_, given, part) => {
  expect(decodeLimits(given)).toMatchObject({ ok: false, refusal: { part } })
})

it('A beginning is the second from which on the grant holds', () => {
  const limits = { ...LIMITS, notBefore: NOW + 10 }
  const [timestamp] = encodeLimits(limits, scope).filter(
    ({ enforcer }) => enforcer === ENFORCERS.timestamp,
  )
  expect(timestamp?.terms).toBe(
    concatHex([numberToHex(NOW + 9, { size: 16 }), numberToHex(NOW + HOUR, { size: 16 })]),
  )
  expect(decodeLimits(encodeLimits(limits, scope))).toEqual({ ok: true, limits })
})

it.each<[what: string, limits: unknown, part: string, reason: string]>([
  ['a beginning after the end', { ...LIMITS, notBefore: NOW + HOUR }, 'notBefore', 'never'],
  ['a beginning that cannot be said', { ...LIMITS, notBefore: 1 }, 'notBefore', 'not-exact'],
  ['an end that is over', { ...LIMITS, expiry: NOW }, 'expiry', 'past'],
  ['a negative end', { ...LIMITS, expiry: -5 }, 'expiry', 'negative'],
  ['an end that is a text', { ...LIMITS, expiry: '2027' }, 'expiry', 'not-a-number'],
  ['no calls', { ...LIMITS, maxCalls: 0 }, 'maxCalls', 'zero'],
  ['half a call', { ...LIMITS, maxCalls: 1.5 }, 'maxCalls', 'not-a-number'],
  ['a rule of its own', { ...LIMITS, adjustable: true }, 'adjustable', 'unknown'],
  ['an unknown type', { ...LIMITS, permission: { type: 'nft' } }, 'permission.type', 'unknown'],
  [
    'an amount as a number',
    { ...LIMITS, permission: { type: 'native', allowance: { kind: 'total', amount: 5 } } },
    'permission.allowance.amount',
    'not-a-number',
  ],
  [
    'an unknown allowance',
    { ...LIMITS, permission: { type: 'native', allowance: { kind: 'weekly' } } },
    'permission.allowance.kind',
    'unknown',
  ],
  [
    'no allowance',
    { ...LIMITS, permission: { type: 'native' } },
    'permission.allowance.kind',
    'unknown',
  ],
  [
    'a token that is not an address',
    {
      ...LIMITS,
      permission: { type: 'erc20', token: 'DAI', allowance: { kind: 'total', amount: 1n } },
    },
    'permission.token',
    'not-an-address',
  ],
  [
    '10,000 contracts',
    {
      ...LIMITS,
      permission: { ...LIMITS.permission, targets: Array.from({ length: 10_000 }, () => shop) },
    },
    'permission.targets',
    'too-many',
  ],
  [
    'a contract twice',
    {
      ...LIMITS,
      permission: { ...LIMITS.permission, targets: [shop, shop.toUpperCase().replace('0X', '0x')] },
    },
    'permission.targets',
    'twice',
  ],
])('A grant with %s is refused, and the part named', (_, limits, part, reason) => {
  expect(judgeLimits(limits as Limits, scope).refusals).toContainEqual(
    expect.objectContaining({ part, reason }),
  )
})

it('An operator may allow longer grants, or only shorter ones', () => {
  const long = { ...LIMITS, expiry: NOW + 10 * 366 * 24 * HOUR }
  expect(judgeLimits(long, { ...scope, longest: 11 * 366 * 24 * HOUR }).refusals).toEqual([])
  expect(judgeLimits(LIMITS, { ...scope, longest: HOUR - 1 }).refusals).toHaveLength(1)
})

it('The worst case is one figure: what is left until the end, at the most', () => {
  const of = (permission: Limits['permission'], more: Partial<Limits> = {}) =>
    worstCase({ permission, expiry: NOW + 10 * HOUR, ...more }, NOW)
  expect(worstCase(LIMITS, NOW)).toEqual({ amount: 15n })
  expect(of({ type: 'erc20', token, allowance: { kind: 'total', amount: 7n } })).toEqual({
    token,
    amount: 7n,
  })
  const period = { kind: 'period', amount: 7n, period: HOUR, start: NOW } as const
  expect(of({ type: 'native', allowance: period })).toEqual({ amount: 70n })
  expect(of({ type: 'native', allowance: period }, { maxCalls: 2 })).toEqual({ amount: 14n })
  // Half an hour is over: the present period still counts whole, and one more begins before the end.
  const shifted = { ...period, start: NOW - HOUR / 2 }
  expect(of({ type: 'native', allowance: shifted })).toEqual({ amount: 77n })
  expect(of({ type: 'native', allowance: { ...period, start: NOW + 9 * HOUR } })).toEqual({
    amount: 7n,
  })
  const stream = {
    kind: 'stream',
    initial: 5n,
    perSecond: 1n,
    maximum: 10n ** 9n,
    start: NOW,
  } as const
  expect(of({ type: 'native', allowance: stream })).toEqual({ amount: 5n + BigInt(10 * HOUR - 1) })
  expect(of({ type: 'native', allowance: { ...stream, maximum: 9n } })).toEqual({ amount: 9n })
  expect(of({ type: 'native', allowance: { ...stream, start: NOW + 20 * HOUR } })).toEqual({
    amount: 0n,
  })
})
