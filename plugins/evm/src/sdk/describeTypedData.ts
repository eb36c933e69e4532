import type { Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, type Row } from '@latchkey/plugin-api/describe'
import { toTime } from './time.js'
import { isAddress, otherAccount, rowsOf, toText, UNLIMITED, type By, type Fields } from './rows.js'

/** Rows of a message; what has more is shown raw. */
const MOST_ROWS = 40
const DEEPEST = 6
/** Between the names of a field and of one within it: message keys have a dot. */
const WITHIN = ' › '

interface Field {
  readonly name: string
  readonly type: string
}
interface Types {
  readonly [name: string]: readonly Field[] | undefined
}
interface Leaf {
  label: string
  type: string
  value: string
}
/** The domain's fields and their types (EIP-712). */
const DOMAIN: Readonly<Record<string, string>> = { name: 'string', version: 'string', chainId: 'uint256', verifyingContract: 'address', salt: 'bytes32' }

/** `isExact`: written again it is the same but for spaces. A name that stands there twice, or a number that is rounded, is read differently elsewhere. */
function parse(data: unknown): { given?: Fields | undefined; isExact: boolean } {
  if (typeof data !== 'string') return { given: rowsOf(data), isExact: true }
  try {
    const value = JSON.parse(data) as unknown
    return { given: rowsOf(value), isExact: data.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') === JSON.stringify(value) }
  } catch {
    return { isExact: false }
  }
}
/** Names of types that wallets would not all take for the same: some look among the types first. */
const AMBIGUOUS = /[[\](),\s]|^(address|bool|string|bytes\d*|u?int\d*)$/

function typesOf(value: unknown): Types | undefined {
  const types = rowsOf(value)
  const isField = (field: unknown): boolean => /^[A-Za-z_$][\w$]*$/.test(String(rowsOf(field)?.['name'])) && typeof rowsOf(field)?.['type'] === 'string'
  return types && Object.entries(types).every(([name, fields]) => !AMBIGUOUS.test(name) && Array.isArray(fields) && fields.every(isField)) ? (types as Types) : undefined
}

function integer(value: unknown, isSigned: boolean, bits: number): string | undefined {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
  if (!isNumber && !(typeof value === 'string' && /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value))) return undefined
  const [number, size] = [BigInt(value), BigInt(bits)]
  const [least, most] = isSigned ? [-(2n ** (size - 1n)), 2n ** (size - 1n)] : [0n, 2n ** size]
  return bits % 8 === 0 && bits > 0 && bits <= 256 && number >= least && number < most ? String(number) : undefined
}

/** One value as it is signed. `undefined` where it does not fit its type: wallets then sign what they make of it. */
function leaf(type: string, value: unknown): string | undefined {
  const [, kind, size = ''] = /^(address|bool|string|bytes|u?int)([1-9]\d{0,2})?$/.exec(type) ?? []
  if (kind === 'int' || kind === 'uint') return integer(value, kind === 'int', Number(size))
  if (kind === 'bytes') return typeof value === 'string' && Number(size) <= 32 && /^0x([0-9a-fA-F]{2})*$/.test(value) && (!size || value.length === 2 + 2 * Number(size)) ? value : undefined
  if (size) return undefined
  if (kind === 'bool') return typeof value === 'boolean' ? String(value) : undefined
  if (kind === 'address') return isAddress(value) ? value : undefined
  return kind === 'string' && typeof value === 'string' && value.length <= MOST_TEXT ? value : undefined
}

/** What is signed, field by field as the types say. `undefined` where a value and its type do not fit, or it is too much. */
function flatten(types: Types, type: string, value: unknown, label: string, depth = 0): Leaf[] | undefined {
  const all = (leaves: readonly (Leaf[] | undefined)[]): Leaf[] | undefined => {
    const flat = leaves.flatMap((each) => each ?? [])
    return leaves.includes(undefined) || flat.length > MOST_ROWS ? undefined : flat
  }
  if (depth > DEEPEST) return undefined
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) return Array.isArray(value) && value.length <= MOST_ROWS && (!length || value.length === Number(length)) ? all(value.map((item, index) => flatten(types, element, item, `${label}[${index}]`, depth + 1))) : undefined
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (fields) {
    const object = rowsOf(value)
    return object && all(fields.map(({ name, type: inner }) => flatten(types, inner, Object.hasOwn(object, name) ? object[name] : undefined, label ? `${label}${WITHIN}${name}` : name, depth + 1)))
  }
  const text = leaf(type, value)
  return text === undefined ? undefined : [{ label, type, value: text }]
}

/** What permits call their parts: EIP-2612, Permit2 (single, batch, transfers), and DAI's, which knows all or nothing. */
const PARTS: Readonly<Record<string, string>> = { spender: 'evm.spender', token: 'evm.token', amount: 'evm.baseUnits', value: 'evm.baseUnits', deadline: 'evm.deadline', sigDeadline: 'evm.deadline', expiry: 'evm.deadline', expiration: 'evm.expiration', allowed: 'evm.allowed' }
const TIMES = ['evm.deadline', 'evm.expiration']

function toRow({ label, type, value }: Leaf, isPermit: boolean): Row {
  const [, part = ''] = /^(?:(?:details|permitted)(?:\[\d+\])? › )?(\w+)$/.exec(label) ?? []
  const known = isPermit && Object.hasOwn(PARTS, part) ? PARTS[part] : undefined
  const isAmount = /(^| )(amount|value|allowance)$/i.test(label) && type.startsWith('uint')
  const isUnlimited = (isAmount && BigInt(value) >= UNLIMITED) || (known === 'evm.allowed' && value === 'true')
  const warning = hasHidden(value) ? 'evm.hiddenCharacters' : isUnlimited ? 'evm.unlimited' : undefined
  return { label: known ?? label, value: known !== undefined && TIMES.includes(known) && type.startsWith('uint') ? toTime(value) : value, ...(warning && { warning }) }
}

/** The fields of the domain, if they are what is signed: the types name them all, and no others. */
function domainRows(domain: Fields, types: Types, reference: string): { rows: Row[]; isRead: boolean } {
  const keys = Object.keys(DOMAIN).filter((key) => Object.hasOwn(domain, key))
  const texts = keys.map((key) => leaf(DOMAIN[key]!, domain[key]))
  const signed = Object.hasOwn(types, 'EIP712Domain') ? types['EIP712Domain'] ?? [] : []
  const isElsewhere = (key: string, index: number): boolean => key === 'chainId' && texts[index] !== reference
  return {
    rows: keys.map((key, index): Row => ({ label: `evm.domain.${key}`, value: texts[index] ?? toText(domain[key]), ...(isElsewhere(key, index) ? { warning: 'evm.otherNetwork' } : hasHidden(texts[index] ?? '') && { warning: 'evm.hiddenCharacters' }) })),
    isRead: !texts.includes(undefined) && !keys.some(isElsewhere) && Object.keys(domain).length === keys.length && signed.length === keys.length && signed.every(({ name, type }) => keys.includes(name) && DOMAIN[name] === type) && new Set(signed.map(({ name }) => name)).size === keys.length,
  }
}

/** `eth_signTypedData_v4` (EIP-712): who asks, for which network, and every field that is signed. */
export function describeTypedData({ reference }: Network, [account, data, ...rest]: readonly unknown[], by: By): Description | undefined {
  const { given, isExact } = parse(data)
  const types = typesOf(given?.['types'])
  const primaryType = given?.['primaryType']
  const domain = rowsOf(given?.['domain'])
  if (!given || !types || typeof primaryType !== 'string' || !domain || !isAddress(account)) return undefined
  const { rows: about, isRead } = domainRows(domain, types, reference)
  const leaves = primaryType === 'EIP712Domain' ? undefined : flatten(types, primaryType, given['message'], '')
  const isPermit = primaryType.startsWith('Permit') && !!types[primaryType]?.some(({ name, type }) => name === 'spender' && type === 'address')
  const message = leaves?.map((each) => toRow(each, isPermit)) ?? [{ label: 'evm.message', value: toText(given['message']), raw: true }]
  const rows: Row[] = [{ label: 'evm.primaryType', value: primaryType.slice(0, MOST_TEXT) }, ...about, ...message, ...otherAccount(account, by)]
  return {
    title: isPermit ? 'evm.permit' : 'evm.signTypedData',
    rows,
    complete: leaves !== undefined && isRead && isExact && !rest.length && !rows.some(({ value }) => hasHidden(value)) && Object.keys(given).every((key) => ['types', 'primaryType', 'domain', 'message'].includes(key)),
  }
}
