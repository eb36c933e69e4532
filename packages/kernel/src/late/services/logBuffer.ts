import type { LogLine } from '../../core.js'

/** Bytes of UTF-8 that are kept. */
const LOG_BYTES = 1_024_000
const LONGEST_LINE = 10_000

export interface LogBuffer {
  add(line: LogLine): void
  /** The lines, oldest first. */
  text(): string
}

/** The newest lines, at most about a megabyte. */
export function createLogBuffer(): LogBuffer {
  const encoder = new TextEncoder()
  let lines: Uint8Array[] = []
  let bytes = 0
  return {
    add({ level, source, words }) {
      const line = encoder.encode(
        `${`${new Date().toISOString()} ${level} [${source}] ${words.join(' ')}`.slice(0, LONGEST_LINE)}\n`,
      )
      lines.push(line)
      bytes += line.length
      if (bytes <= LOG_BYTES) return
      // A tenth at a time: shifting one by one would copy the list with every line.
      let dropped = 0
      while (bytes > LOG_BYTES * 0.9) bytes -= lines[dropped++]!.length
      lines = lines.slice(dropped)
    },
    text: () => lines.map((line) => new TextDecoder().decode(line)).join(''),
  }
}
