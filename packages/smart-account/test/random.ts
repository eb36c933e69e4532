// Random values from a seed, so that a failure can be had again.
import {
  getAddress,
  keccak256,
  numberToHex,
  slice,
  stringToHex,
  type Address,
  type Hex,
} from 'viem'

export interface Random {
  bytes(length: number): Hex
  /** Up to so many bits, short numbers as often as long ones. */
  integer(bits: number): bigint
  /** Below `limit`. */
  below(limit: number): number
  address(): Address
  pick<Item>(items: readonly Item[]): Item
  list<Item>(atLeast: number, atMost: number, make: () => Item): Item[]
}

export function randomFrom(seed: string): Random {
  let state = keccak256(stringToHex(seed))
  const next = (): Hex => (state = keccak256(state))
  const bytes = (length: number): Hex => {
    let text = ''
    while (text.length < length * 2) text += next().slice(2)
    return `0x${text.slice(0, length * 2)}`
  }
  const below = (limit: number) => Number(BigInt(slice(next(), 0, 6)) % BigInt(limit))
  return {
    bytes,
    below,
    integer: (bits) => BigInt(next()) >> BigInt(256 - 1 - below(bits)),
    address: () => getAddress(bytes(20)),
    pick: (items) => items[below(items.length)]!,
    list: (atLeast, atMost, make) =>
      Array.from({ length: atLeast + below(atMost - atLeast + 1) }, make),
  }
}

export const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
