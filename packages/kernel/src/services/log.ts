import type { Dispose, LogPort } from '@latchkey/plugin-api'
import type { LogLine } from '../core.js'
import type { ResolvedOptions } from '../types.js'
import { toLogged } from './logWords.js'

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export interface Logs {
  of(source: string): LogPort
  onLog(listener: (line: LogLine) => void): Dispose
}

/** Logs to the console what the level lets through, and to its listeners everything; secrets to neither. */
export function createLogs(options: () => ResolvedOptions): Logs {
  const listeners = new Set<(line: LogLine) => void>()
  const write =
    (source: string, level: LogLine['level']) =>
    (...words: unknown[]): void => {
      const isShown = LEVELS.indexOf(level) >= LEVELS.indexOf(options().logLevel ?? 'error')
      if (!isShown && !listeners.size) return
      const logged = words.map(toLogged)
      // eslint-disable-next-line no-console -- this is the log
      if (isShown) console[level](`[${source}]`, ...logged.map(({ shown }) => shown))
      for (const listener of listeners)
        listener({ level, source, words: logged.map(({ text }) => text) })
    }
  return {
    of: (source) =>
      Object.fromEntries(
        LEVELS.slice(0, 4).map((level) => [level, write(source, level as 'debug')]),
      ) as unknown as LogPort,
    onLog(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
