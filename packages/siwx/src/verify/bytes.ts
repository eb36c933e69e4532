/** The UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export function join(...parts: ReadonlyArray<Uint8Array | readonly number[]>): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/**
 * Decodes a text of unknown origin. `undefined` where the coder throws, or the text is longer than
 * any signature.
 */
export function decode(text: unknown, coder: (text: string) => Uint8Array): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > 65_536) return undefined
  try {
    return coder(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a check of curve arithmetic succeeds. Libraries throw on invalid points and numbers: that
 * counts as a wrong signature.
 */
export function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
