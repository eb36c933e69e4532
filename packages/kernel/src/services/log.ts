import { brand, type Dispose, type LogPort } from '@latchkey/plugin-api'
import type { LogLine } from '../core.js'
import type { ResolvedOptions } from '../types.js'
import type { Redact } from './redactWord.js'

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Raw lines that are kept until redaction is loaded; the oldest beyond them are dropped. */
const MAX_WAITING = 200
/** Time in ms after a failed load of redaction in which it is not tried again. */
const RETRY_GAP_MS = 10_000

export interface Logs {
  of(source: string): LogPort
  onLog(listener: (line: LogLine) => void): Dispose
}

/** A line as its plugin gave it. It may hold secrets, and so never leaves this file. */
interface RawLine {
  readonly level: LogLine['level']
  readonly source: string
  readonly words: readonly unknown[]
  readonly isShown: boolean
}

/**
 * Logs to the console what the level lets through, and to the listeners every line, both without
 * secrets. Redaction is not part of a page's first bytes: it is loaded with the first line that is
 * to be written, which waits for it in memory; later lines are written in the very call.
 */
export function createLogs(
  options: () => Pick<ResolvedOptions, 'logLevel'>,
  loadRedaction = () => import('./redactWord.js'),
): Logs {
  const listeners = new Set<(line: LogLine) => void>()
  let redact: Redact | undefined
  let waiting: RawLine[] = []
  let isLoading = false
  let failedAt = -Infinity
  const write = ({ level, source, words, isShown }: RawLine, redactWord: Redact): void => {
    const redacted = words.map(redactWord)
    // eslint-disable-next-line no-console -- this is the log
    if (isShown) console[level](`[${source}]`, ...redacted.map(({ shown }) => shown))
    for (const listener of listeners)
      listener({ level, source, words: redacted.map(({ text }) => text) })
  }
  const load = (): void => {
    if (isLoading || Date.now() - failedAt < RETRY_GAP_MS) return
    isLoading = true
    loadRedaction()
      .then(({ redactWord }) => {
        redact = redactWord
        const lines = waiting
        waiting = []
        for (const line of lines) write(line, redactWord)
      })
      .catch(() => {
        // A later line tries again; until then the lines that wait stay in memory.
        isLoading = false
        failedAt = Date.now()
        if (waiting.some(({ isShown }) => isShown))
          // eslint-disable-next-line no-console -- this is the log
          console.warn(`[${brand.name}]`, 'Log lines wait: their redaction did not load.')
      })
  }
  const lineOf =
    (source: string, level: LogLine['level']) =>
    (...words: unknown[]): void => {
      const isShown = LEVELS.indexOf(level) >= LEVELS.indexOf(options().logLevel ?? 'error')
      if (!isShown && !listeners.size) return
      const line = { level, source, words, isShown }
      if (redact) return write(line, redact)
      waiting = [...waiting, line].slice(-MAX_WAITING)
      load()
    }
  return {
    of: (source) => ({
      debug: lineOf(source, 'debug'),
      info: lineOf(source, 'info'),
      warn: lineOf(source, 'warn'),
      error: lineOf(source, 'error'),
    }),
    onLog(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
