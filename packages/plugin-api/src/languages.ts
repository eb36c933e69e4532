/**
 * The languages in which Latchkey's own packages speak, and which of them a locale reads.
 * @packageDocumentation
 */

/** Besides English, by language tag (BCP 47). One text, because it is in the first chunk of a page. */
const TAGS = 'ar de es fr hi id it ja ko nl pl pt ru th tr uk vi zh zh-Hant'
type Words<List extends string> = List extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : List

/** A language besides English: `zh` is Chinese in simplified characters, `zh-Hant` in traditional ones. */
export type Language = Words<typeof TAGS>

/** The languages besides English, in alphabetical order. */
export const languages = TAGS.split(' ') as readonly Language[]

/**
 * The language whose texts a locale reads, whether or not somebody has texts in it. Traditional
 * characters are read in Taiwan, Hong Kong and Macao too, and simplified ones never stand for them.
 * @param locale BCP 47, in any case
 * @returns `de` for `de-CH`, `zh-Hant` for `zh-TW`, `zh` for `zh-Hans-HK`
 */
export const languageOf = (locale: string): string =>
  /^zh-(hant|tw|hk|mo)/i.test(locale) ? 'zh-Hant' : locale.replace(/-.*/, '').toLowerCase()

/**
 * A loader for each language besides English, as `ctx.messages.add` takes them.
 * @param load gets the texts of a language; called when the language is shown
 * @example ctx.messages.add(byLanguage(async (language) => (await import('./words.js')).wordIn(language)))
 */
export const byLanguage = <T>(
  load: (language: Language) => Promise<T>,
): Record<Language, () => Promise<T>> =>
  Object.fromEntries(languages.map((language) => [language, () => load(language)])) as Record<
    Language,
    () => Promise<T>
  >
