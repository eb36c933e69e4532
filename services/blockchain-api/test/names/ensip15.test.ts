// The normal form of names (ENSIP-15). The published vectors are in no package of npm: the library's own
// tables, and laws that every name keeps, stand in for them.
import { ens_emoji, ens_normalize } from '@adraffy/ens-normalize'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNormal } from '../../src/names/rules.js'

const SEED = 17
const toText = (points: Iterable<number>): string => String.fromCodePoint(...points)
/** The selector that makes an emoji of a character. Names do not have it. */
const SELECTOR = /\ufe0f/g

it('Every emoji is normal without its presentation selector, and with one it is not', () => {
  const emoji = ens_emoji().map(toText)
  expect(emoji.length).toBeGreaterThan(3000)
  const wrong = emoji.filter((one) => {
    const plain = `${one.replace(SELECTOR, '')}.eth`
    const isRight = isNormal(plain) && ens_normalize(`${one}.eth`) === plain
    const isOther = one.includes('\ufe0f') && isNormal(`${one}.eth`)
    return !isRight || isOther
  })
  expect(wrong).toEqual([])
})

/** Every seventh code point of the planes that have letters, without halves of pairs. */
const characters = Array.from({ length: 0x32000 / 7 }, (_, at) => at * 7)
  .filter((at) => at < 0xd800 || at > 0xdfff)
  .map((at) => toText([at]))
it('A character that is normal alone is composed, visible, and its own normal form', () => {
  const normal = characters.filter(isNormal)
  // Letters of all scripts, with ideographs and syllables.
  expect(normal.length).toBeGreaterThan(14_000)
  const wrong = normal.filter(
    (one) =>
      ens_normalize(one) !== one ||
      one.normalize('NFC') !== one ||
      /[\p{Cc}\p{Cf}\p{Z}]/u.test(one) ||
      /[A-Z]/.test(one),
  )
  expect(wrong).toEqual([])
})

it('A text is normal if it is its own normal form, and only then', () => {
  const letter = fc.constantFrom(
    ...'aZé1-_.',
    ...['ß', 'а', 'α', '中', '\u200d', '\u0301', '\ufe0f', '🚴'],
  )
  const text = fc.oneof(fc.string({ unit: letter, maxLength: 12 }), fc.string({ unit: 'grapheme' }))
  const formOf = (one: string): string | undefined => {
    try {
      return ens_normalize(one)
    } catch {
      return undefined
    }
  }
  const wrong = fc.sample(text, { numRuns: 5000, seed: SEED }).filter((one) => {
    const form = formOf(one)
    const isRight = isNormal(one) === (one !== '' && form === one)
    return !isRight || (form && !isNormal(form))
  })
  expect(wrong).toEqual([])
})
