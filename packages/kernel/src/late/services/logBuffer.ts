import type { LogLine } from '../../core.js'

/** Bytes of UTF-8 that are kept. */
const LOG_BYTES = 1_024_000
const LONGEST_LINE = 10_000

export interface LogBuffer {
  add(line: LogLine): void
  /** The lines, oldest first. */
  text(): string
}

const wordOf = (word: unknown): string => {
  try {
    if (word instanceof Error) return `${word.name}: ${word.message}`
    return typeof word === 'object' && word !== null ? JSON.stringify(word) : String(word)
  } catch {
    return '[unreadable]'
  }
}
/** A pairing link holds a key: only its topic stays. */
const withoutKeys = (text: string): string => text.replace(/\bwc:([0-9a-f-]{1,64})@[^\s"'<>]*/gi, 'wc:$1@...')

/** The newest lines, at most about a megabyte. */
export function createLogBuffer(most = LOG_BYTES): LogBuffer {
  const encoder = new TextEncoder()
  let lines: { text: string; bytes: number }[] = []
  let bytes = 0
  return {
    add({ level, source, words }) {
      const text = withoutKeys(`${new Date().toISOString()} ${level} [${source}] ${words.map(wordOf).join(' ')}`).slice(0, LONGEST_LINE)
      const line = { text, bytes: encoder.encode(text).length + 1 }
      lines.push(line)
      bytes += line.bytes
      if (bytes <= most) return
      // A tenth at a time: shifting one by one would copy the list with every line.
      let dropped = 0
      while (bytes > most * 0.9 && dropped < lines.length) bytes -= lines[dropped++]!.bytes
      lines = lines.slice(dropped)
    },
    text: () => lines.map(({ text }) => `${text}\n`).join(''),
  }
}
