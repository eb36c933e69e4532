import {
  address,
  addresses,
  duration,
  natural,
  positive,
  selectors,
  start,
  type Check,
} from './fields.js'

/** The field of a permission: its name in limits, its name in requests to wallets, and its check. */
type FieldRow = readonly [name: string, wire: string, check: Check]

/** A kind of permission. */
export interface Kind {
  type: 'native' | 'erc20' | 'calls'
  /** Of its allowance; `undefined` for calls. */
  allowance?: 'total' | 'period' | 'stream'
  fields: readonly FieldRow[]
  /** Wallets knew it under this name before, and requests are not written with it any more. */
  isFormer?: true
}

const TOKEN: FieldRow = ['token', 'tokenAddress', address]
const TOTAL: readonly FieldRow[] = [
  ['allowance.amount', 'allowanceAmount', positive],
  ['allowance.start', 'startTime', start],
]
const PERIOD: readonly FieldRow[] = [
  ['allowance.amount', 'periodAmount', positive],
  ['allowance.period', 'periodDuration', duration],
  ['allowance.start', 'startTime', start],
]
const STREAM: readonly FieldRow[] = [
  ['allowance.initial', 'initialAmount', natural],
  ['allowance.perSecond', 'amountPerSecond', positive],
  ['allowance.maximum', 'maxAmount', positive],
  ['allowance.start', 'startTime', start],
]

/** Kinds of permission by the names that wallets know (ERC-7715). `contract-calls` is our own. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'native-token-allowance': { type: 'native', allowance: 'total', fields: TOTAL },
  'native-token-periodic': { type: 'native', allowance: 'period', fields: PERIOD },
  'native-token-stream': { type: 'native', allowance: 'stream', fields: STREAM },
  'erc20-token-allowance': { type: 'erc20', allowance: 'total', fields: [TOKEN, ...TOTAL] },
  'erc20-token-periodic': { type: 'erc20', allowance: 'period', fields: [TOKEN, ...PERIOD] },
  'erc20-token-stream': { type: 'erc20', allowance: 'stream', fields: [TOKEN, ...STREAM] },
  'contract-calls': {
    type: 'calls',
    fields: [
      ['targets', 'targets', addresses],
      ['selectors', 'selectors', selectors],
      ['maxValue', 'maxValue', natural],
    ],
  },
  'native-token-transfer': {
    type: 'native',
    allowance: 'total',
    fields: [['allowance.amount', 'allowance', positive]],
    isFormer: true,
  },
  'erc20-token-transfer': {
    type: 'erc20',
    allowance: 'total',
    fields: [
      ['token', 'address', address],
      ['allowance.amount', 'allowance', positive],
    ],
    isFormer: true,
  },
}

/** The value at a path of members, such as `allowance.amount`; `undefined` where there is none. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => {
    const isObject = typeof part === 'object' && part !== null
    return isObject && Object.hasOwn(part, name)
      ? (part as Readonly<Record<string, unknown>>)[name]
      : undefined
  }, value)

/** The name and the kind of a permission in limits; `undefined` where there is none. */
export function kindOf(permission: unknown): readonly [name: string, kind: Kind] | undefined {
  const type = valueAt(permission, 'type')
  const allowance = valueAt(permission, 'allowance.kind')
  return Object.entries(KINDS).find(
    ([, kind]) => !kind.isFormer && kind.type === type && kind.allowance === allowance,
  )
}
