import type { NativeCurrency } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, textOf, toUnits, type Row } from '@latchkey/plugin-api/describe'
import type { ApiPromise } from '@polkadot/api'
import { DANGERS } from './dangers.js'

const MAX_ROWS = 120
/** Calls nested deeper than this are counted, not shown. */
const MAX_DEPTH = 5
/** Pallets whose amounts are in the native currency. */
const NATIVE = ['balances', 'staking']
const MONEY = /^(Compact<)?(T::)?Balance(Of)?(<[^>]*>)?>?$/
type Call = Pick<ReturnType<ApiPromise['createType']>, 'toHex'> & {
  section: string
  method: string
  argsEntries: readonly (readonly [string, Value])[]
  meta: { args: readonly { typeName: { toString(): string } }[] }
}
/**
 * The members of an argument that are read. Its polkadot.js type is not known at build time: the
 * runtime names it.
 */
interface Value {
  toJSON(): unknown
  toRawType(): string
  toU8a(isBare?: boolean): Uint8Array
  toBigInt?(): bigint
  /** The variant of an enum; `Id` is an address. */
  type?: string
  inner?: { toString(): string }
}
interface CallText {
  rows: readonly Row[]
  /** Whether the rows say everything. */
  isRead: boolean
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'argsEntries' in value
/** Calls within a call, as in a batch. */
const callsIn = (value: unknown): readonly Call[] | undefined =>
  isCall(value)
    ? [value]
    : Array.isArray(value) && value.length > 0 && value.every(isCall)
      ? value
      : undefined

/** Names of arguments that hold the hash of a call in its place. */
const HASH = /(^|[a-z_])hash$/i
/** More than 32 bytes are neither a key nor a hash: they may encode another call. */
const OPAQUE = /0x[0-9a-f]{65}/i

/** Labels of ours for money and its receiver; other arguments keep the runtime's name. */
const LABELS: Readonly<Record<string, string>> = {
  dest: 'polkadot.to',
  source: 'polkadot.from',
  value: 'polkadot.amount',
}

function argument(
  label: string,
  value: Value,
  isRemark: boolean,
  money: ((amount: bigint) => string) | undefined,
): CallText {
  const told = (text: string, more: Partial<Row> = {}): CallText => ({
    rows: [
      {
        label,
        value: text.slice(0, MOST_TEXT),
        ...more,
        ...(hasHidden(text) && { warning: 'polkadot.hiddenCharacters' }),
      },
    ],
    isRead: text.length <= MOST_TEXT && !hasHidden(text),
  })
  if (value.type === 'Id' && value.inner) return told(value.inner.toString())
  if (value.toBigInt) return told(money ? money(value.toBigInt()) : String(value.toBigInt()))
  const isBytes = value.toRawType() === 'Bytes'
  const text = isBytes ? textOf(value.toU8a(true)) : undefined
  // Only a remark is shown as text: the data of a contract call may spell one by chance.
  if (isRemark && text !== undefined && !hasHidden(text)) return told(text)
  const json = value.toJSON()
  const isHash = HASH.test(label) && typeof json === 'string' && /^0x[0-9a-f]{64}$/i.test(json)
  const shown =
    Array.isArray(json) && !json.length
      ? '[]'
      : typeof json === 'string'
        ? json
        : JSON.stringify(json)
  const { rows, isRead } = told(
    shown,
    isBytes ? { raw: true } : isHash ? { warning: 'polkadot.hashOnly' } : {},
  )
  return {
    rows,
    isRead: isRead && !isBytes && !isHash && !rows.some(({ value: text }) => OPAQUE.test(text)),
  }
}

/** @param place position among the enclosing calls, outermost first; empty for the outermost */
function callRows(call: Call, currency: NativeCurrency, place: readonly number[]): CallText {
  const name = `${call.section}.${call.method}`
  const danger = dangerOf(call)
  const title: Row = {
    label: 'polkadot.call',
    value: place.length ? `${place.join('.')} · ${name}` : name,
    ...(danger?.warning !== undefined && { warning: `polkadot.${danger.warning}` }),
  }
  const isNative = NATIVE.includes(call.section)
  const money = (amount: bigint): string =>
    `${toUnits(amount, currency.decimals)} ${currency.symbol}`
  let count = 0
  const parts = call.argsEntries.map(([argName, value], index): CallText => {
    const calls = callsIn(value)
    if (!calls)
      return argument(
        (call.section === 'balances' && Object.hasOwn(LABELS, argName) && LABELS[argName]) ||
          argName,
        value,
        call.section === 'system',
        isNative && MONEY.test(call.meta.args[index]?.typeName.toString() ?? '')
          ? money
          : undefined,
      )
    if (place.length >= MAX_DEPTH || calls.length > MAX_ROWS)
      return {
        rows: [{ label: argName, value: String(calls.length), warning: 'polkadot.notShown' }],
        isRead: false,
      }
    const inner = calls.map((each) => callRows(each, currency, [...place, ++count]))
    return { rows: inner.flatMap(({ rows }) => rows), isRead: inner.every(({ isRead }) => isRead) }
  })
  return {
    rows: [title, ...parts.flatMap(({ rows }) => rows)],
    isRead: !danger?.isUnread && parts.every(({ isRead }) => isRead),
  }
}

function dangerOf({ section, method, argsEntries }: Call): (typeof DANGERS)[string] | undefined {
  const name = `${section}.${method}`
  const danger = Object.hasOwn(DANGERS, name) ? DANGERS[name] : undefined
  const [argument, choice] = danger?.where ?? []
  return argument === undefined ||
    argsEntries.some(([each, value]) => each === argument && value.type === choice)
    ? danger
    : undefined
}
/** The headline of the first dangerous call, wherever it is nested. */
function worstIn(call: Call, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  const inner = call.argsEntries.flatMap(([, value]) => callsIn(value) ?? []).slice(0, MAX_ROWS)
  return (
    dangerOf(call)?.title ??
    inner.map((each) => worstIn(each, depth + 1)).find((title) => title !== undefined)
  )
}

const TITLES: Readonly<Record<string, string>> = {
  transfer: 'send',
  transferAllowDeath: 'send',
  transferKeepAlive: 'send',
  transferAll: 'sendAll',
}

/**
 * Describes a call and the calls nested in it by the runtime's own names. `undefined` where the
 * runtime decodes other bytes than were given.
 */
export function describeCall(
  api: Pick<ApiPromise, 'createType'>,
  data: string,
  currency: NativeCurrency,
): { title: string; rows: readonly Row[]; isRead: boolean } | undefined {
  try {
    const call = api.createType('Call', data) as unknown as Call
    if (call.toHex() !== data.toLowerCase()) return undefined
    const { rows, isRead } = callRows(call, currency, [])
    const title =
      worstIn(call) ??
      (call.section === 'balances' && Object.hasOwn(TITLES, call.method)
        ? TITLES[call.method]
        : undefined)
    return {
      title: `polkadot.${title ?? 'signTransaction'}`,
      rows: rows.slice(0, MAX_ROWS),
      isRead: isRead && rows.length <= MAX_ROWS,
    }
  } catch {
    return undefined
  }
}
