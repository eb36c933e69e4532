import { readFileSync } from 'node:fs'

export const vectors = <Shape>(path: string): Record<string, Shape> =>
  JSON.parse(readFileSync(new URL(`vectors/${path}`, import.meta.url), 'utf8')) as Record<
    string,
    Shape
  >

/** Numbers that look random and are the same in every run. */
export function createRandom(seed: number) {
  let state = seed
  const below = (most: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0
    const mixed = state ^ (state + Math.imul(state ^ (state >>> 7), 61 | state))
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
  const one = <Item>(items: ArrayLike<Item>): Item => items[below(items.length)]!
  const text = (characters: string, least: number, most: number): string =>
    Array.from({ length: least + below(most - least + 1) }, () => one(characters)).join('')
  return {
    below,
    one,
    text,
    bytes: (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256)),
  }
}
