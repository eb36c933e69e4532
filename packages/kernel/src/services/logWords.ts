import { withoutSecrets } from '@latchkey/plugin-api'

/** Also those of another frame. */
const isError = (value: unknown): value is Error =>
  value instanceof Error ||
  /^\[object (Error|DOMException)\]$/.test(Object.prototype.toString.call(value))
/** What a stack says beside places in scripts: the message, as it was when the error was made. */
const saidIn = (error: Error): string | undefined => {
  const said = String(error.stack ?? '')
    .split('\n')
    .filter((line) => !/^\s+at |@\S+:\d+:\d+$/.test(line))
    .join('\n')
    .trim()
  return said === String(error) ? undefined : said
}
/** All of an error, wherever it keeps it: own properties are not enumerable, and those of a DOMException are its prototype's. */
const fieldsOf = (error: Error): object => ({
  ...Object.fromEntries(
    Object.getOwnPropertyNames(error).map((name) => [
      name,
      (error as unknown as Record<string, unknown>)[name],
    ]),
  ),
  name: error.name,
  message: error.message,
  cause: error.cause,
  stack: saidIn(error),
})

/** Errors with what they hold, and without what JSON would not take or nobody should read. */
function spell(value: unknown, seen: WeakSet<object>): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) return '?'
  seen.add(value)
  if (value instanceof Map || value instanceof Set) return [...(value as Iterable<unknown>)]
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${value.byteLength} bytes`
  return isError(value) ? fieldsOf(value) : value
}
const inFull = (word: object): string => {
  const seen = new WeakSet()
  return JSON.stringify(word, (_, value: unknown) => spell(value, seen)) ?? '?'
}
/** An error and what caused it. */
const chain = (error: unknown, depth = 0): string =>
  `${String(error)}${isError(error) && error.cause !== undefined && depth < 5 ? ` < ${chain(error.cause, depth + 1)}` : ''}`

/** What a log shows of a word, as text for the buffer and as it may stand in the console. No secret is in either. */
export function toLogged(word: unknown): { text: string; shown: unknown } {
  try {
    if (typeof word !== 'object' || word === null) {
      const said = String(word)
      const text = withoutSecrets(said)
      return { text, shown: text === said ? word : text }
    }
    const full = inFull(word)
    const text = withoutSecrets(isError(word) ? chain(word) : full)
    // The console shows an error with its stack and all that it holds.
    return { text, shown: isError(word) && withoutSecrets(full) === full ? word : text }
  } catch {
    return { text: '?', shown: '?' }
  }
}
