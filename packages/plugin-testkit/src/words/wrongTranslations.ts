import type { Catalogue } from '@latchkey/plugin-api'
import { literalWidth, paramsOf, partsOf, type Part } from './parts.js'
import { maxTranslationWidth } from './pseudo.js'

const hasWords = (parts: readonly Part[]): boolean =>
  parts.some((part) => (typeof part === 'string' ? /\p{L}/u.test(part) : !!part.branches))
/** Whether a text is a sentence, which may take another line; buttons, titles and tags may not. */
const isSentence = (key: string, text: string): boolean =>
  /[.?…]$/.test(text) || /^(errors|kernel)\./.test(key)
const listed = (names: readonly string[]): string => names.join(', ') || 'nothing'

function misformed(parts: readonly Part[], categories: readonly string[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || !part.branches) return []
    const forms = Object.keys(part.branches)
      .filter((form) => !form.startsWith('='))
      .sort()
    return forms.join() === categories.join()
      ? []
      : [`has the forms ${listed(forms)} instead of ${listed(categories)}`]
  })
}

function wrongs(
  language: string,
  key: string,
  original: string,
  text: string,
  same: readonly string[],
): string[] {
  const [from, to] = [partsOf(original), partsOf(text)]
  const [isWords, width] = [hasWords(from), literalWidth(to)]
  const limit = maxTranslationWidth(literalWidth(from))
  const wrong: readonly (readonly [unknown, string])[] = [
    [
      paramsOf(from).join() !== paramsOf(to).join(),
      `fills in ${listed(paramsOf(to))} instead of ${listed(paramsOf(from))}`,
    ],
    [isWords && text === original && !same.includes(text), 'is still English'],
    [text.split('|').length !== original.split('|').length, 'has another number of lines'],
    [!text || text.trim() !== text, 'is empty, or has space around it'],
    // The first letter decides which way the line runs, and what is filled in is often Latin.
    [
      language === 'ar' && isWords && !/^(\{\w+, plural, \w+ \{)?\p{sc=Arabic}/u.test(text),
      'does not begin with an Arabic letter',
    ],
    [
      !isSentence(key, original) && width > limit,
      `is ${width} letters wide where there is room for ${limit}`,
    ],
  ]
  return [
    ...misformed(to, new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()),
    ...wrong.flatMap(([isSo, what]) => (isSo ? [what] : [])),
  ]
}

/**
 * The faults of a catalogue in another language: missing and unknown keys, other parameters, plural
 * forms that the language does not have, words left in English, labels that are too wide for their
 * place.
 * @param same words that the language shares with English
 * @example expect(wrongTranslations('de', english, german, ['Version'])).toEqual([])
 */
export function wrongTranslations(
  language: string,
  english: Catalogue,
  texts: Catalogue,
  same: readonly string[] = [],
): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(texts, key))
  const more = Object.keys(texts).filter((key) => !Object.hasOwn(english, key))
  return [
    ...(missing.length ? [`missing: ${missing.join(' ')}`] : []),
    ...(more.length ? [`not in English: ${more.join(' ')}`] : []),
    ...Object.entries(english).flatMap(([key, original]) => {
      const text = texts[key]
      return text === undefined
        ? []
        : wrongs(language, key, original, text, same).map((what) => `${key} ${what}: ${text}`)
    }),
  ]
}
