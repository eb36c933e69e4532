import type { Catalogue } from '@latchkey/plugin-api'
import { literalWidth, partsOf, type Part } from './parts.js'

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  U: 'Û',
}
const accent = (text: string): string =>
  text.replace(/[aceinouyACEINOU]/g, (letter) => ACCENTS[letter] ?? letter)

/** Room for a translation, in letters as wide as those of English: 60 % more, and four letters for the sake of short words. */
export const room = (letters: number): number => Math.ceil(letters * 1.6) + 4

const write = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      typeof part === 'string'
        ? accent(part)
        : part.branches
          ? `{${part.param}, plural, ${Object.entries(part.branches)
              .map(([form, inside]) => `${form} {${write(inside)}}`)
              .join(' ')}}`
          : `{${part.param}}`,
    )
    .join('')

/** A text in no language: in brackets, with accents, and as long as a translation may be. */
export function pseudo(text: string): string {
  return text
    .split('|')
    .map((each) => {
      const parts = partsOf(each)
      const width = literalWidth(parts)
      // In words, as a text is: it breaks where a translation would.
      const more = ' long word'.repeat(30).slice(0, Math.max(0, room(width) - width - 2))
      return `⟦${write(parts)}${width ? more : ''}⟧`
    })
    .join('|')
}

export const pseudoCatalogue = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, pseudo(text)]))
