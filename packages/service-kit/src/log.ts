export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Receives events in fixed words and numbers: no payload, no topic, no key. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, string | number | boolean>>,
) => void

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** @returns `undefined` where it is not the name of a level */
export const readLogLevel = (word: string): LogLevel | undefined =>
  LEVELS.find((level) => level === word)

/** Writes one line of JSON for each event of a level or above. */
export const jsonLog =
  (write: (line: string) => void, from: LogLevel = 'info'): Log =>
  (level, event, fields) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  }
