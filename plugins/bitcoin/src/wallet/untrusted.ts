// Values of wallets are untrusted: they may be proxies, objects of other realms, or have getters
// that throw.

/** Reads a member of an untrusted value. `undefined` where there is none or reading throws. */
export function readMember(value: unknown, key: string | symbol): unknown {
  try {
    return (typeof value === 'object' && value !== null) || typeof value === 'function'
      ? (value as Record<string | symbol, unknown>)[key]
      : undefined
  } catch {
    return undefined
  }
}

/** The items of an untrusted list, read once. `undefined` for anything else. */
export function readItems(value: unknown, most: number): readonly unknown[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined
    const length = Math.min(Number(value.length), most)
    return Array.from({ length }, (_, index) => readMember(value, String(index)))
  } catch {
    return undefined
  }
}

/** A text of at most `most` characters. `undefined` for anything else, and for an empty text. */
export const readText = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : undefined
