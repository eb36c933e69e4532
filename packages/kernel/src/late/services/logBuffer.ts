import type { LogLine } from '../../core.js'

/** Bytes of UTF-8 that are kept. */
const MAX_BYTES = 1_024_000
/** Characters of a line that are kept. */
const MAX_LINE_LENGTH = 10_000

export interface LogBuffer {
  add(line: LogLine): void
  /** All lines that are kept, the oldest first. */
  text(): string
}

/** Keeps the newest lines of the log, about a megabyte at most. */
export function createLogBuffer(): LogBuffer {
  const encoder = new TextEncoder()
  let lines: Uint8Array[] = []
  let bytes = 0
  return {
    add({ level, source, words }) {
      const line = encoder.encode(
        `${`${new Date().toISOString()} ${level} [${source}] ${words.join(' ')}`.slice(0, MAX_LINE_LENGTH)}\n`,
      )
      lines.push(line)
      bytes += line.length
      if (bytes <= MAX_BYTES) return
      // Drops a tenth at a time: dropping one line would copy the list with every new line.
      let dropped = 0
      while (bytes > MAX_BYTES * 0.9) bytes -= lines[dropped++]!.length
      lines = lines.slice(dropped)
    },
    text: () => lines.map((line) => new TextDecoder().decode(line)).join(''),
  }
}
