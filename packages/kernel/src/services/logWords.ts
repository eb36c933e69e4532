import { withoutSecrets } from '@latchkey/plugin-api'

/** Errors with what they hold, and without what JSON would not take or nobody should read. */
function spell(value: unknown, seen: WeakSet<object>): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) return '?'
  seen.add(value)
  if (value instanceof Map || value instanceof Set) return [...value as Iterable<unknown>]
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${value.byteLength} bytes`
  // Message and cause of an error are not enumerable. Its stack repeats the message, and is of places in scripts.
  return value instanceof Error ? Object.fromEntries(Object.getOwnPropertyNames(value).filter((name) => name !== 'stack').map((name) => [name, (value as unknown as Record<string, unknown>)[name]])) : value
}
const inFull = (word: object): string => {
  const seen = new WeakSet()
  return JSON.stringify(word, (_, value: unknown) => spell(value, seen)) ?? '?'
}
/** An error and what caused it. */
const chain = (error: unknown, depth = 0): string => `${String(error)}${error instanceof Error && error.cause !== undefined && depth < 5 ? ` < ${chain(error.cause, depth + 1)}` : ''}`

/** What a log shows of a word, as text for the buffer and as it may stand in the console. No secret is in either. */
export function toLogged(word: unknown): { text: string; shown: unknown } {
  try {
    if (typeof word !== 'object' || word === null) {
      const said = String(word)
      const text = withoutSecrets(said)
      return { text, shown: text === said ? word : text }
    }
    const full = inFull(word)
    const text = withoutSecrets(word instanceof Error ? chain(word) : full)
    // The console shows an error with its stack and all that it holds.
    return { text, shown: word instanceof Error && withoutSecrets(full) === full ? word : text }
  } catch {
    return { text: '?', shown: '?' }
  }
}
