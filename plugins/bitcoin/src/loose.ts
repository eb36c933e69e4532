// What wallets say may be anything: proxies, getters that throw, other realms' objects.

/** A member of anything at all. */
export function member(value: unknown, key: string): unknown {
  try {
    return (typeof value === 'object' && value !== null) || typeof value === 'function'
      ? (value as Record<string, unknown>)[key]
      : undefined
  } catch {
    return undefined
  }
}

/** A list's items, read once. `undefined` for anything else. */
export function items(value: unknown, most: number): readonly unknown[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined
    const length = Math.min(Number(value.length), most)
    return Array.from({ length }, (_, index) => member(value, String(index)))
  } catch {
    return undefined
  }
}

/** A text that is not too long. */
export const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : undefined
