import { type Tables } from '../store/schema.js'

/** The tables that are moved, each with the columns of its key. */
export const KEYS = {
  chain: ['chain'],
  block: ['chain', 'number'],
  token: ['chain', 'address'],
  watched: ['account', 'chain'],
  holding: ['account', 'chain', 'token', 'token_id'],
  entry: ['account', 'chain', 'block', 'idx'],
  session: ['address', 'pci'],
  event: ['seq'],
  event_count: ['project', 'day', 'name', 'step'],
  onramp_order: ['id'],
  registered_name: ['zone', 'key'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>

export type MovedTable = keyof typeof KEYS
export const MOVED = Object.keys(KEYS) as MovedTable[]

/** A row of any table: bytes are a Buffer. */
export type Row = Readonly<Record<string, unknown>>

/** libsql gives an ArrayBuffer, which it does not take. */
export const toRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof ArrayBuffer ? Buffer.from(value) : value,
    ]),
  )

/** A row as a text that is the same from both engines. */
export const textOf = (row: Row): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => writeValue(row[name])),
  )

/** A value as one of JSON. */
export const writeValue = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value
