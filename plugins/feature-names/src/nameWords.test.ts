import { expect, it } from 'vitest'
import { wordIn } from './nameWords.js'
import { translations } from './translations.js'

it.each(Object.entries(translations))(
  'The entry of the Account view has the word of the views in the locale %s',
  async (locale, load) => {
    const { 'names.title': word } = (await load()) as Record<string, string>
    expect(wordIn(locale)).toEqual({ 'names.title': word })
  },
)
