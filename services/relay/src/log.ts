export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Receives what happens, in fixed words and numbers: no payload, no topic, no key. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, string | number | boolean>>,
) => void

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** One line of JSON for each event, from a level upwards. */
export const jsonLog =
  (write: (line: string) => void, from: LogLevel = 'info'): Log =>
  (level, event, fields) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  }
