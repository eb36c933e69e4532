import type { Description, Network } from '@latchkey/plugin-api'
import { isHidden, rowsOf, UNLIMITED, type Fields, type Row } from './rows.js'

/** Rows of a message; what has more is shown raw. */
const MOST_ROWS = 40
const DEEPEST = 6

interface Types {
  readonly [name: string]: readonly { readonly name: string; readonly type: string }[] | undefined
}

const parse = (data: unknown): Fields | undefined => {
  try {
    return rowsOf(typeof data === 'string' ? (JSON.parse(data) as unknown) : data)
  } catch {
    return undefined
  }
}

function typesOf(value: unknown): Types | undefined {
  const types = rowsOf(value)
  const isField = (field: unknown): boolean => typeof rowsOf(field)?.['name'] === 'string' && typeof rowsOf(field)?.['type'] === 'string'
  return types && Object.values(types).every((fields) => Array.isArray(fields) && fields.every(isField)) ? (types as Types) : undefined
}

const isUnlimited = (label: string, type: string, text: string): boolean => /(^|\.)(amount|value|allowance)$/i.test(label) && /^uint/.test(type) && /^(\d+|0x[0-9a-f]+)$/i.test(text) && BigInt(text) >= UNLIMITED

/** What is signed, field by field as the types say. `undefined` where a value and its type do not fit, or it is too much. */
function flatten(types: Types, type: string, value: unknown, label: string, depth = 0): Row[] | undefined {
  const all = (rows: readonly (Row[] | undefined)[]): Row[] | undefined => {
    const flat = rows.flatMap((row) => row ?? [])
    return rows.includes(undefined) || flat.length > MOST_ROWS ? undefined : flat
  }
  if (depth > DEEPEST) return undefined
  const [, element] = /^(.+)\[\d*\]$/.exec(type) ?? []
  if (element !== undefined) return Array.isArray(value) && value.length <= MOST_ROWS ? all(value.map((item, index) => flatten(types, element, item, `${label}[${index}]`, depth + 1))) : undefined
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (fields) {
    const object = rowsOf(value)
    return object && all(fields.map(({ name, type: inner }) => flatten(types, inner, Object.hasOwn(object, name) ? object[name] : undefined, label ? `${label}.${name}` : name, depth + 1)))
  }
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined
  const text = String(value)
  const warning = isHidden(text) || isHidden(label) ? 'evm.hiddenCharacters' : isUnlimited(label, type, text) ? 'evm.unlimited' : undefined
  return [{ label, value: text, ...(warning && { warning }) }]
}

/** `eth_signTypedData_v4` (EIP-712): who asks, for which network, and every field that is signed. */
export function describeTypedData({ reference }: Network, [account, data]: readonly unknown[]): Description | undefined {
  const given = parse(data)
  const types = typesOf(given?.['types'])
  const primaryType = given?.['primaryType']
  const domain = rowsOf(given?.['domain'])
  if (!given || !types || typeof primaryType !== 'string' || !domain || typeof account !== 'string') return undefined
  const isElsewhere = domain['chainId'] !== undefined && Number(domain['chainId']) !== Number(reference)
  const message = flatten(types, primaryType, given['message'], '')
  const shown = ['name', 'version', 'verifyingContract', 'chainId', 'salt'].filter((key) => Object.hasOwn(domain, key))
  const rows: Row[] = [
    { label: 'evm.primaryType', value: primaryType },
    ...shown.map((key): Row => ({ label: `evm.domain.${key}`, value: String(domain[key]), ...(key === 'chainId' && isElsewhere && { warning: 'evm.otherNetwork' }) })),
    ...(message ?? [{ label: 'evm.message', value: JSON.stringify(given['message'] ?? null), raw: true }]),
  ]
  const isHiddenAnywhere = rows.some(({ label, value }) => isHidden(label) || isHidden(value))
  return { title: 'evm.signTypedData', rows, complete: message !== undefined && !isElsewhere && !isHiddenAnywhere && Object.keys(domain).length === shown.length }
}
