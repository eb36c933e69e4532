import { withoutSecrets } from '@latchkey/plugin-api'

/**
 * A word of a log line without secrets: `text` for the log buffer, `shown` for the console, which is
 * the word itself where it holds no secret.
 */
export type Redact = (word: unknown) => { text: string; shown: unknown }

/** Whether a value is an error. An error of another frame is not an instance of this frame's class. */
const isError = (value: unknown): value is Error =>
  value instanceof Error ||
  /^\[object (Error|DOMException)\]$/.test(Object.prototype.toString.call(value))

/**
 * The text of a stack without the places in scripts: the message as it was when the error was made.
 */
const messageInStack = (error: Error): string | undefined => {
  const text = String(error.stack ?? '')
    .split('\n')
    .filter((line) => !/^\s+at |@\S+:\d+:\d+$/.test(line))
    .join('\n')
    .trim()
  return text === String(error) ? undefined : text
}

/**
 * All that an error holds. Its own properties are not enumerable, and those of a DOMException are
 * its prototype's, so that neither JSON nor a spread would show them.
 */
const fieldsOf = (error: Error, own = Object(error) as Record<string, unknown>): object => ({
  ...Object.fromEntries(Object.getOwnPropertyNames(error).map((name) => [name, own[name]])),
  name: error.name,
  message: error.message,
  cause: error.cause,
  stack: messageInStack(error),
})

/** Turns into JSON what it would refuse or leave out; bytes become their number. */
function toJsonPart(value: unknown, seen: WeakSet<object>): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) return '?'
  seen.add(value)
  if (value instanceof Map || value instanceof Set) return [...(value as Iterable<unknown>)]
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${value.byteLength} bytes`
  return isError(value) ? fieldsOf(value) : value
}
const toJson = (word: object): string => {
  const seen = new WeakSet()
  return JSON.stringify(word, (_, value: unknown) => toJsonPart(value, seen)) ?? '?'
}

/** An error and its causes as one line of text, five causes deep. */
const causesOf = (error: unknown, depth = 0): string =>
  isError(error) && error.cause !== undefined && depth < 5
    ? `${String(error)} < ${causesOf(error.cause, depth + 1)}`
    : String(error)

/** Takes the secrets out of a word of a log line. Never throws: an unreadable word becomes `?`. */
export const redactWord: Redact = (word) => {
  try {
    if (typeof word !== 'object' || word === null) {
      const raw = String(word)
      const text = withoutSecrets(raw)
      return { text, shown: text === raw ? word : text }
    }
    const json = toJson(word)
    const text = withoutSecrets(isError(word) ? causesOf(word) : json)
    // The console shows an error with its stack and all that it holds.
    return { text, shown: isError(word) && withoutSecrets(json) === json ? word : text }
  } catch {
    return { text: '?', shown: '?' }
  }
}
