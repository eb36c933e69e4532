/** Seeded random numbers (mulberry32): the same seed gives the same run everywhere. */
export interface Random {
  /** From 0 to below `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit)
  }
  return {
    below,
    pick(from) {
      const at = below(from.length)
      for (const [index, item] of from.entries()) if (index === at) return item
      throw new RangeError('nothing to pick from')
    },
    shuffle(list) {
      const left = [...list]
      return list.map(() => left.splice(below(left.length), 1)).flat()
    },
  }
}
