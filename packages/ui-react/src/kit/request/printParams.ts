const bytesOf = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : value instanceof ArrayBuffer
      ? new Uint8Array(value)
      : undefined
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ||
  (value === Object(value) &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as null))
const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * Prints a request's parameters for reading: JSON with bytes in hexadecimal, `bigint` as `12n`, and
 * a word for each value that JSON cannot hold. Never throws.
 */
export function printParams(params: unknown): string {
  // The objects around the value, to detect circles.
  const above: unknown[] = []
  try {
    return JSON.stringify(
      params,
      function (this: Readonly<Record<string, unknown>>, key: string, said: unknown): unknown {
        while (above.length && above.at(-1) !== this) above.pop()
        const given = this[key]
        // `toJSON` of plain data is ignored, because a page could use it to show other content than
        // it sends. Dates and addresses are built-in types and may use theirs.
        const value = isPlain(given) ? given : said
        const bytes = bytesOf(given)
        if (bytes) return toHex(bytes)
        if (typeof given === 'bigint') return `${given}n`
        if (['undefined', 'function', 'symbol'].includes(typeof value)) return `[${typeof value}]`
        if (value !== Object(value)) return value
        if (above.includes(value)) return '[circular]'
        above.push(value)
        return value
      },
      2,
    )
  } catch {
    return '[unreadable]'
  }
}
