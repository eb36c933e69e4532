import { expect, it, vi } from 'vitest'
import { byLanguage, languageOf, languages } from './languages.js'

it('There are twenty languages with English, each a tag that Intl knows', () => {
  expect(languages).toHaveLength(19)
  expect([...languages].sort()).toEqual(languages)
  expect(Intl.getCanonicalLocales([...languages])).toEqual(languages)
  expect(Intl.PluralRules.supportedLocalesOf([...languages])).toEqual(languages)
})

it.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE-ch', 'de'],
  ['pt-BR', 'pt'],
  ['sr-Latn-RS', 'sr'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['zh-SG', 'zh'],
  ['zh-Hans', 'zh'],
  ['zh-Hans-HK', 'zh'],
  ['zh-Hans-TW', 'zh'],
  ['zh-TW', 'zh-Hant'],
  ['zh-tw', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['zh-TW-u-nu-hanidec', 'zh-Hant'],
  ['en-HK', 'en'],
])('The locale %s reads the language %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
  // Intl agrees on the script of the locale.
  const { script } = new Intl.Locale(locale).maximize()
  if (locale.startsWith('zh')) expect(script).toBe(language === 'zh' ? 'Hans' : 'Hant')
})

it('A loader by language is called for its language alone, when it is wanted', async () => {
  const load = vi.fn((language: string) => Promise.resolve(`in ${language}`))
  const loaders = byLanguage(load)
  expect(Object.keys(loaders)).toEqual(languages)
  expect(load).not.toHaveBeenCalled()
  expect(await loaders['zh-Hant']()).toBe('in zh-Hant')
  expect(load.mock.calls).toEqual([['zh-Hant']])
})
