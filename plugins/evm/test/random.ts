/** Seeded random numbers (mulberry32): the same seed gives the same run everywhere. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit)
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256))
  return {
    below,
    bytes,
    chance: (part: number): boolean => below(1_000) < part * 1_000,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
    hex: (length: number): string => Buffer.from(bytes(length)).toString('hex'),
    /** A whole number of up to so many bits, of any length. */
    big: (bits: number): bigint => BigInt(`0x${Buffer.from(bytes(Math.ceil(bits / 8))).toString('hex')}`) >> BigInt(below(bits)) & ((1n << BigInt(bits)) - 1n),
  }
}
export type Random = ReturnType<typeof createRandom>
