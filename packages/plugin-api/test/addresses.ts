/** A whole number from 0 up to, and without, `below`. */
export type Random = (below: number) => number

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Characters of an alphabet that are taken for one another. */
export const ALPHABETS: Readonly<
  Record<'hex' | 'base58' | 'bech32', { confusable: readonly (readonly [string, string])[] }>
> = {
  hex: {
    confusable: [
      ['8', 'b'],
      ['b', '8'],
      ['6', 'b'],
    ],
  },
  base58: {
    confusable: [
      ['5', 'S'],
      ['S', '5'],
      ['8', 'B'],
      ['B', '8'],
      ['2', 'Z'],
      ['Z', '2'],
      ['1', 'i'],
      ['9', 'g'],
      ['u', 'v'],
      ['m', 'rn'],
      ['rn', 'm'],
      ['w', 'vv'],
      ['d', 'cl'],
      ['C', 'c'],
      ['x', 'X'],
      ['o', 'Q'],
    ],
  },
  bech32: {
    confusable: [
      ['5', 's'],
      ['s', '5'],
      ['2', 'z'],
      ['9', 'g'],
      ['g', '9'],
      ['u', 'v'],
      ['8', '6'],
      ['0', 'q'],
    ],
  },
}

const bytes = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => random(256))
function toBase58(input: readonly number[]): string {
  let number = input.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number; number /= 58n) text = BASE58[Number(number % 58n)] + text
  return '1'.repeat(input.findIndex((byte) => byte !== 0)) + text
}
const toBech32 = (random: Random, prefix: string, length: number): string =>
  prefix + Array.from({ length }, () => BECH32[random(32)]).join('')
const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[random(choices.length)]!
const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/**
 * Random addresses of the shapes that each chain family has; checksums are random too, and say
 * nothing to the eye. `fixed`: how many characters at the start all of them share.
 */
export const families: Readonly<
  Record<
    string,
    {
      make(random: Random): string
      fixed(address: string): number
      alphabet: keyof typeof ALPHABETS
      shorten(address: string): string
    }
  >
> = {
  eip155: {
    make: (random) =>
      `0x${bytes(random, 20)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')}`,
    fixed: () => 2,
    alphabet: 'hex',
    shorten,
  },
  solana: {
    make: (random) => toBase58(bytes(random, 32)),
    fixed: () => 0,
    alphabet: 'base58',
    shorten: (address) => `${address.slice(0, 4)}…${address.slice(-4)}`,
  },
  bip122: {
    make: (random) =>
      oneOf(random, [() => toBech32(random, 'bc1q', 38), () => toBech32(random, 'bc1p', 58)])(),
    fixed: () => 4,
    alphabet: 'bech32',
    shorten,
  },
  'bip122, base58': {
    make: (random) => toBase58([oneOf(random, [0, 5]), ...bytes(random, 24)]),
    fixed: () => 1,
    alphabet: 'base58',
    shorten,
  },
  polkadot: {
    make: (random) => toBase58([oneOf(random, [0, 42]), ...bytes(random, 34)]),
    fixed: () => 1,
    alphabet: 'base58',
    shorten,
  },
  cosmos: {
    make: (random) => toBech32(random, 'cosmos1', 38),
    fixed: () => 7,
    alphabet: 'bech32',
    shorten: (address) => `${address.slice(0, address.lastIndexOf('1') + 5)}…${address.slice(-4)}`,
  },
}
