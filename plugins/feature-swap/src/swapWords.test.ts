import { expect, it } from 'vitest'
import { wordIn } from './swapWords.js'
import { translations } from './translations.js'

it.each(Object.entries(translations))(
  'The button of the Account view has the word of the views in the locale %s',
  async (locale, load) => {
    const { 'swap.title': word } = (await load()) as Record<string, string>
    expect(wordIn(locale)).toEqual({ 'swap.title': word })
  },
)
