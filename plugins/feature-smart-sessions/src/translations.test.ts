import { expect, it } from 'vitest'
import { english } from './messages.js'
import { translations } from './translations.js'

const parametersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort()

it.each(Object.keys(translations) as (keyof typeof translations)[])(
  'The catalogue %s has every text, with the same parameters',
  async (locale) => {
    const catalogue = await translations[locale]()
    expect(Object.keys(catalogue)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(english))
      expect([key, parametersOf(catalogue[key]!)]).toEqual([key, parametersOf(text)])
  },
)
