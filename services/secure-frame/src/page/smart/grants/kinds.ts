import type { Limits, Permission } from '@latchkey/smart-account'
import { getAddress, isAddress, toHex, type Address } from 'viem'
import type { JsonValue } from '@latchkey/embedded-wallet/protocol'

/** How a value is written in requests: amounts as hex, times as numbers. */
type Form = 'amount' | 'seconds' | 'address' | 'addresses' | 'selectors'

/** A field of a permission. */
interface Field {
  /** Its path in the permission of limits, such as `allowance.amount`. */
  name: string
  /** Its name in `permission.data` of a request. */
  wire: string
  form: Form
  /** It may be left out: amounts count from the time of the grant then. */
  isOptional?: true
}

/** A kind of permission. */
export interface Kind {
  type: Permission['type']
  /** Of its allowance; `undefined` for calls. */
  allowance?: 'total' | 'period' | 'stream'
  fields: readonly Field[]
  /** Wallets knew it under this name before. */
  isFormer?: true
}

const amount = (name: string, wire: string): Field => ({ name, wire, form: 'amount' })
const TOKEN: Field = { name: 'token', wire: 'tokenAddress', form: 'address' }
const START: Field = {
  ...{ name: 'allowance.start', wire: 'startTime', form: 'seconds', isOptional: true },
}
const TOTAL = [amount('allowance.amount', 'allowanceAmount'), START]
const PERIOD: readonly Field[] = [
  amount('allowance.amount', 'periodAmount'),
  { name: 'allowance.period', wire: 'periodDuration', form: 'seconds' },
  START,
]
const STREAM = [
  amount('allowance.initial', 'initialAmount'),
  amount('allowance.perSecond', 'amountPerSecond'),
  amount('allowance.maximum', 'maxAmount'),
  START,
]
const FORMER = amount('allowance.amount', 'allowance')

/** Kinds of permission by the names that sites ask with (ERC-7715). `contract-calls` is our own. */
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
      { name: 'targets', wire: 'targets', form: 'addresses' },
      { name: 'selectors', wire: 'selectors', form: 'selectors' },
      amount('maxValue', 'maxValue'),
    ],
  },
  'native-token-transfer': {
    ...{ type: 'native', allowance: 'total', fields: [FORMER], isFormer: true },
  },
  'erc20-token-transfer': {
    ...{ type: 'erc20', allowance: 'total', isFormer: true },
    fields: [{ ...TOKEN, wire: 'address' }, FORMER],
  },
}

/** Rules that this wallet keeps, beside the permission itself. */
export const RULES = ['expiry', 'call-limit'] as const

/** The kinds that sites may ask for by their present names. */
export const presentKinds = (): readonly string[] =>
  Object.keys(KINDS).filter((name) => !KINDS[name]!.isFormer)

/** A kind by the name that the present form of ERC-7715 has for it. */
export const toPresentKind = (kind: Kind): readonly [name: string, Kind] =>
  Object.entries(KINDS).find(
    ([, one]) => !one.isFormer && one.type === kind.type && one.allowance === kind.allowance,
  )!

const isText = (value: unknown): value is string => typeof value === 'string'

/** An integer of any spelling of JSON; `undefined` for anything else. */
export function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  const isWritten = isText(value) && /^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(value)
  return isWritten ? BigInt(value) : undefined
}
/** A number that JavaScript can count with; one beyond that is refused as too large. */
const toCount = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)

/** Seconds or a count. */
export function toNumber(value: unknown): number | undefined {
  const read = toInteger(value)
  return read === undefined ? undefined : toCount(read)
}

const toAddress = (value: unknown): Address | undefined =>
  isText(value) && isAddress(value, { strict: false }) ? getAddress(value) : undefined
const toList = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every(isText) ? value : undefined

/** Reads a value of a request; `undefined` where it has another form. */
export const READERS: Readonly<Record<Form, (value: unknown) => unknown>> = {
  amount: toInteger,
  seconds: toNumber,
  address: toAddress,
  // Each entry is judged by itself, so that the error names it.
  addresses: (value) => toList(value)?.map((each) => toAddress(each) ?? each),
  selectors: (value) => toList(value)?.map((each) => each.toLowerCase()),
}

/** The value at a path of members, such as `allowance.amount`; `undefined` where there is none. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => {
    const isObject = typeof part === 'object' && part !== null
    return isObject && Object.hasOwn(part, name)
      ? (part as Readonly<Record<string, unknown>>)[name]
      : undefined
  }, value)

/** The limits of a permission as `permission.data` of a request names them. */
export function toData(
  { fields }: Kind,
  { permission, notBefore }: Limits,
): Record<string, JsonValue> {
  const written = fields.flatMap(({ name, wire }): [string, JsonValue][] => {
    // A total has no start of its own: the whole grant begins then.
    const value = valueAt(permission, name) ?? (wire === START.wire ? notBefore : undefined)
    if (value === undefined) return []
    return [[wire, typeof value === 'bigint' ? toHex(value) : (value as JsonValue)]]
  })
  return Object.fromEntries(written)
}

/** The permission that fields make. Their values are judged afterwards. */
export function toPermission(
  { type, allowance: kind }: Kind,
  values: ReadonlyMap<string, unknown>,
): Permission {
  const own: Record<string, unknown> = { type }
  const allowance: Record<string, unknown> = { kind }
  for (const [name, value] of values) {
    const [first = '', second] = name.split('.')
    if (second === undefined) own[first] = value
    else allowance[second] = value
  }
  return { ...own, ...(kind && { allowance }) } as unknown as Permission
}
