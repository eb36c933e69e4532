import {
  decodeLimits,
  encodeLimits,
  type Allowance,
  type Caveat,
  type Delegation,
  type Limits,
  type Permission,
} from '@latchkey/smart-account'

const PARTS = [
  'kind',
  'amount',
  'start',
  'token',
  'targets',
  'selectors',
  'maxValue',
  'maxCalls',
  'expiry',
  'to',
  'conditions',
] as const
/**
 * The part of a grant that allows more than was asked for. `conditions`: limits of it are missing; `kind`: it is
 * of a kind that was not asked for.
 */
export type WiderPart = (typeof PARTS)[number]

/** Reads the parts in a record of this page. */
export const toWiderParts = (value: unknown): readonly WiderPart[] =>
  PARTS.filter((part) => Array.isArray(value) && value.includes(part))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether all of some texts are among others. */
const areAmong = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((one) => others.some((other) => isSame(one, other)))

const named = (parts: readonly (readonly [isWider: boolean, part: WiderPart])[]): WiderPart[] =>
  parts.flatMap(([isWider, part]) => (isWider ? [part] : []))

/** A wallet chooses the start where a request has none. */
const beginsEarlier = (asked: { start?: number }, { start }: { start: number }): boolean =>
  asked.start !== undefined && start < asked.start

function widerAllowance(asked: Allowance, granted: Allowance): WiderPart[] {
  if (asked.kind === 'total' && granted.kind === 'total')
    return named([[granted.amount > asked.amount, 'amount']])
  if (asked.kind === 'period' && granted.kind === 'period')
    return named([
      // The same amount in shorter periods is more.
      [granted.amount > asked.amount || granted.period < asked.period, 'amount'],
      [beginsEarlier(asked, granted), 'start'],
    ])
  if (asked.kind === 'stream' && granted.kind === 'stream')
    return named([
      [
        granted.initial > asked.initial ||
          granted.perSecond > asked.perSecond ||
          granted.maximum > asked.maximum,
        'amount',
      ],
      [beginsEarlier(asked, granted), 'start'],
    ])
  return ['kind']
}

function widerPermission(asked: Permission, granted: Permission): WiderPart[] {
  if (asked.type === 'calls' && granted.type === 'calls')
    return named([
      [!areAmong(granted.targets, asked.targets), 'targets'],
      [!areAmong(granted.selectors, asked.selectors), 'selectors'],
      [granted.maxValue > asked.maxValue, 'maxValue'],
    ])
  if (asked.type === 'native' && granted.type === 'native')
    return widerAllowance(asked.allowance, granted.allowance)
  if (asked.type === 'erc20' && granted.type === 'erc20')
    return [
      ...named([[!isSame(asked.token, granted.token), 'token']]),
      ...widerAllowance(asked.allowance, granted.allowance),
    ]
  return ['kind']
}

const widerLimits = (asked: Limits, granted: Limits): WiderPart[] => [
  ...widerPermission(asked.permission, granted.permission),
  ...named([
    [granted.expiry > asked.expiry, 'expiry'],
    [
      asked.maxCalls !== undefined &&
        (granted.maxCalls ?? Number.POSITIVE_INFINITY) > asked.maxCalls,
      'maxCalls',
    ],
  ]),
]

/** The conditions of a grant of the kind that was asked for. @returns none where that cannot be written */
function conditionsOf(asked: Limits, { delegator, delegate }: Delegation): readonly Caveat[] {
  try {
    const now = Math.floor(Date.now() / 1000)
    return encodeLimits(asked, { account: delegator, delegate, now })
  } catch {
    return []
  }
}

/**
 * Finds the parts of a grant that allow more than was asked for. Every condition narrows a grant, so that those
 * beside the ones of the wanted kind do not count. A grant with conditions of another framework alone cannot be
 * compared: it has no such parts.
 */
export function widerParts(asked: Limits, delegation: Delegation): readonly WiderPart[] {
  const decoded = decodeLimits(delegation.caveats)
  if (decoded.ok) return widerLimits(asked, decoded.limits)
  const wanted = conditionsOf(asked, delegation)
  const ofKind = delegation.caveats.filter(({ enforcer }) =>
    wanted.some((one) => isSame(one.enforcer, enforcer)),
  )
  const narrowed = decodeLimits(ofKind)
  if (narrowed.ok) return widerLimits(asked, narrowed.limits)
  const isForeign = decoded.refusal.reason === 'unknown' || decoded.refusal.reason === 'too-many'
  return isForeign ? [] : ['conditions']
}
