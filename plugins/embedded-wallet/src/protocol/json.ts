import { MAX_RPC_DEPTH, MAX_RPC_LENGTH } from './bounds.js'

/** A value of JSON, as it arrives in a message. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** The characters that a value takes at least, or Infinity where JSON cannot hold it. */
function measure(value: unknown, depth: number, left: number): number {
  if (depth > MAX_RPC_DEPTH || left < 0) return Infinity
  if (value === null || typeof value === 'boolean') return 4
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return Number.isFinite(value) ? 1 : Infinity
  if (typeof value !== 'object') return Infinity
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return Infinity
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
