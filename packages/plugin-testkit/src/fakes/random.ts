/** Random numbers from a seed: the same seed gives the same numbers everywhere. */
export interface Random {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number
  bytes(length: number): Uint8Array
  /** True with this probability, 0 to 1. */
  chance(part: number): boolean
  pick<T>(from: readonly T[]): T
  /** A copy in another order. */
  shuffle<T>(list: readonly T[]): T[]
  /** So many random bytes in lower-case hexadecimal, without prefix. */
  hex(length: number): string
  /** An integer of at most so many bits, of any length. */
  big(bits: number): bigint
}

/**
 * Makes random numbers from a seed (mulberry32).
 * @param seed an integer
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit)
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256))
  const hex = (length: number): string =>
    Array.from(bytes(length), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    below,
    bytes,
    hex,
    chance: (part) => below(1_000) < part * 1_000,
    pick(from) {
      if (!from.length)
        throw new RangeError('There is nothing to pick from: give a list that is not empty.')
      return from[below(from.length)]!
    },
    shuffle(list) {
      const left = [...list]
      return list.map(() => left.splice(below(left.length), 1)).flat()
    },
    big: (bits) =>
      (BigInt(`0x${hex(Math.ceil(bits / 8))}`) >> BigInt(below(bits))) &
      ((1n << BigInt(bits)) - 1n),
  }
}
