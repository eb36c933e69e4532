import { MOST_TEXT } from '@latchkey/plugin-api/describe'
import type { Struct } from './kinds.js'
import { isAddress, rowsOf, type Fields } from './rows.js'

/** A message with more rows is shown raw. */
const MAX_ROWS = 40
const MAX_DEPTH = 6
/** Separates the names of nested fields. A dot would make message keys of them. */
const NESTED = ' › '
/** Value of a row for an empty list. */
export const EMPTY_LIST = '[]'

export interface Field {
  readonly name: string
  readonly type: string
}
export interface Types {
  readonly [name: string]: readonly Field[] | undefined
}
/** A field whose value is neither a struct nor a list, as a row shows it. */
export interface Leaf {
  /** The names of the fields around it and its own: `details › amount`. */
  label: string
  /** Name of the field alone, without the fields around it. */
  field: string
  type: string
  value: string
}
/** A message without nesting. */
export interface Flat {
  leaves: readonly Leaf[]
  /** Whether the value has no field beside those of the types. */
  isExact: boolean
}

/** Type names that wallets read differently: some of them search the given types first. */
const AMBIGUOUS = /[[\](),\s]|^(address|bool|string|bytes\d*|u?int\d*)$/

/** Reads the types of typed data. `undefined` where a name or a field is not valid. */
export function typesOf(value: unknown): Types | undefined {
  const types = rowsOf(value)
  const isField = (field: unknown): boolean =>
    /^[A-Za-z_$][\w$]*$/.test(String(rowsOf(field)?.['name'])) &&
    typeof rowsOf(field)?.['type'] === 'string'
  return types &&
    Object.entries(types).every(
      ([name, fields]) => !AMBIGUOUS.test(name) && Array.isArray(fields) && fields.every(isField),
    )
    ? (types as Types)
    : undefined
}

const own = (types: Types, name: string): readonly Field[] | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined

/** The struct of that name and the structs nested in it, each once, the outermost first. */
export function structsOf(types: Types, name: string, seen = new Set<string>()): Struct[] {
  const fields = own(types, name)
  if (!fields || seen.has(name)) return []
  seen.add(name)
  return [
    { name, fields: new Map(fields.map(({ name: field, type }) => [field, type])) },
    ...fields.flatMap(({ type }) => structsOf(types, type.replace(/(\[\d*\])+$/, ''), seen)),
  ]
}
/**
 * Whether all types are used by the message: a wallet that works out the primary type by itself might
 * take an unused one.
 */
export const isWhole = (types: Types, primaryType: string): boolean => {
  const used = [...structsOf(types, primaryType), ...structsOf(types, 'EIP712Domain')].map(
    ({ name }) => name,
  )
  return Object.entries(types).every(
    ([name, fields]) =>
      used.includes(name) && fields?.every((field) => Object.keys(field).length === 2),
  )
}

function integer(value: unknown, isSigned: boolean, bits: number): string | undefined {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
  if (!isNumber && !(typeof value === 'string' && /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)))
    return undefined
  const [number, size] = [BigInt(value), BigInt(bits)]
  const [least, most] = isSigned ? [-(2n ** (size - 1n)), 2n ** (size - 1n)] : [0n, 2n ** size]
  return bits % 8 === 0 && bits > 0 && bits <= 256 && number >= least && number < most
    ? String(number)
    : undefined
}

/**
 * Reads one value as it is signed. `undefined` where it does not fit its type: wallets then sign
 * different things.
 */
export function leaf(type: string, value: unknown): string | undefined {
  const [, kind, size = ''] = /^(address|bool|string|bytes|u?int)([1-9]\d{0,2})?$/.exec(type) ?? []
  if (kind === 'int' || kind === 'uint') return integer(value, kind === 'int', Number(size))
  if (kind === 'bytes')
    return typeof value === 'string' &&
      Number(size) <= 32 &&
      /^0x([0-9a-fA-F]{2})*$/.test(value) &&
      (!size || value.length === 2 + 2 * Number(size))
      ? value
      : undefined
  if (size) return undefined
  if (kind === 'bool') return typeof value === 'boolean' ? String(value) : undefined
  if (kind === 'address') return isAddress(value) ? value : undefined
  return kind === 'string' && typeof value === 'string' && value.length <= MOST_TEXT
    ? value
    : undefined
}

/** Joins all parts. `undefined` where one is missing, or they have too many rows. */
function join(parts: readonly (Flat | undefined)[]): Flat | undefined {
  const all = parts.flatMap((each) => each ?? [])
  const leaves = all.flatMap((each) => each.leaves)
  return all.length < parts.length || leaves.length > MAX_ROWS
    ? undefined
    : { leaves, isExact: all.every(({ isExact }) => isExact) }
}

/**
 * Reads all fields that are signed, by their types; an empty list or struct is a row too. `undefined`
 * where a value does not fit its type, or there are too many rows.
 */
export function flatten(
  types: Types,
  type: string,
  value: unknown,
  label = '',
  field = '',
  depth = 0,
): Flat | undefined {
  if (depth > MAX_DEPTH) return undefined
  const said = (text: string): Flat => ({
    leaves: [{ label, field, type, value: text }],
    isExact: true,
  })
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) {
    if (
      !Array.isArray(value) ||
      value.length > MAX_ROWS ||
      (length && value.length !== Number(length))
    )
      return undefined
    return value.length
      ? join(
          value.map((item, index) =>
            flatten(types, element, item, `${label}[${index}]`, field, depth + 1),
          ),
        )
      : said(EMPTY_LIST)
  }
  const fields = own(types, type)
  if (!fields) {
    const text = leaf(type, value)
    return text === undefined ? undefined : said(text)
  }
  const object = rowsOf(value)
  if (!object) return undefined
  if (!fields.length && label) return { ...said('{}'), isExact: !Object.keys(object).length }
  const inner = join(
    fields.map(({ name, type: of }) =>
      flatten(
        types,
        of,
        given(object, name),
        label ? `${label}${NESTED}${name}` : name,
        name,
        depth + 1,
      ),
    ),
  )
  return (
    inner && {
      ...inner,
      isExact:
        inner.isExact &&
        Object.keys(object).every((name) => fields.some((each) => each.name === name)),
    }
  )
}
const given = (object: Fields, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
