import type { Catalogue } from '@latchkey/plugin-api'
// Pseudo-localisation: texts that show where a user interface is too narrow for a translation, or
// shows a text that is not from the catalogue.
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

/**
 * The width that a user interface must have for the translation of an English text: 60 % more, and
 * four letters more because short words grow most. Widths are in letters of English.
 */
export const maxTranslationWidth = (englishWidth: number): number =>
  Math.ceil(englishWidth * 1.6) + 4

/** Writes a text that was taken apart, with accents; its parameters and plural forms stay. */
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

/**
 * A text of the catalogue as if translated: in brackets, with accents, and as long as a translation
 * may be. Each line of a text with `|` is treated alone.
 * @example pseudo('Open {wallet}') // '⟦Öpéñ {wallet} long⟧'
 */
export function pseudo(text: string): string {
  return text
    .split('|')
    .map((each) => {
      const parts = partsOf(each)
      const width = literalWidth(parts)
      // The filling consists of words, so that a line breaks where that of a translation would. The
      // brackets take two letters.
      const fillWidth = Math.max(0, maxTranslationWidth(width) - width - 2)
      const more = ' long word'.repeat(30).slice(0, fillWidth)
      return `⟦${write(parts)}${width ? more : ''}⟧`
    })
    .join('|')
}

/** A whole catalogue as if translated, with the keys of the given one. */
export const pseudoCatalogue = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, pseudo(text)]))
