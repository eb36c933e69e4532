import { MAX_RPC_DEPTH, MAX_RPC_LENGTH } from './bounds.js'

/** A value of JSON, as it arrives in a message. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/**
 * Whether a list has its items and nothing else. A list that came in a message may have fields with names
 * too: they would be signed, and JSON would not show them.
 */
const isPlainList = (list: readonly unknown[]): boolean => {
  const keys = Object.keys(list)
  return keys.length === list.length && keys.every((key, index) => key === String(index))
}

/** The characters that a value takes at least, or Infinity where JSON cannot hold it. */
function measure(value: unknown, depth: number, left: number): number {
  if (depth > MAX_RPC_DEPTH || left < 0) return Infinity
  if (value === null || typeof value === 'boolean') return 4
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return Number.isFinite(value) ? 1 : Infinity
  if (typeof value !== 'object') return Infinity
  const prototype: unknown = Object.getPrototypeOf(value)
  if (Array.isArray(value)) {
    if (!isPlainList(value)) return Infinity
  } else if (prototype !== Object.prototype && prototype !== null) return Infinity
  let length = 2
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') return Infinity
    length += key.length + 1 + measure(member, depth + 1, left - length)
    if (length > left) return Infinity
  }
  return length
}

/** Whether a value is JSON within the bounds of {@link MAX_RPC_LENGTH} and {@link MAX_RPC_DEPTH}. */
export const isBoundedJson = (value: unknown): value is JsonValue =>
  measure(value, 0, MAX_RPC_LENGTH) <= MAX_RPC_LENGTH
