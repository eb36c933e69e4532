/** Seeded random numbers: the same seed gives the same run everywhere. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** From 0 to below `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  uuid(): string
  word(length: number): string
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** mulberry32: small, fast, and good enough to mix cases. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const word = (length: number) =>
    Array.from({ length }, () => letters[below(letters.length)]).join('')
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('')
  return {
    next,
    below,
    pick,
    word,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
  }
}
