// Every package's texts in every language: all of them, with the same parameters, in forms that the language has, and no longer than the views have room for.
import type { Catalogue } from '@latchkey/plugin-api'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { english as kernel } from '../../kernel/src/late/services/messages.js'
import { en } from '../src/messages/en.js'
import { locales } from '../src/messages/locales.js'
import { translations } from '../src/messages/translations.js'
import { literalWidth, paramsOf, partsOf, pseudo, reads, room, type Part } from './pseudo.js'

type Loaders = Readonly<Record<string, () => Promise<Catalogue>>>
const PLUGINS = join(import.meta.dirname, '../../../plugins')
const LANGUAGES = ['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'zh']
/** The modal's catalogues speak for the kernel too. */
const packages: [name: string, english: Catalogue, loaders: Loaders][] = [['ui-react', { ...en, ...kernel }, locales]]
for (const name of readdirSync(PLUGINS)) {
  const source = join(PLUGINS, name, 'src')
  if (!existsSync(join(source, 'translations.ts'))) continue
  const { english } = await import(join(source, 'messages.ts')) as { english: Catalogue }
  const { translations: loaders } = await import(join(source, 'translations.ts')) as { translations: Loaders }
  packages.push([name, english, loaders])
}

/** Words that a language has from English, or shares with it. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['Details', 'Wallets', 'App', 'Desktop', 'Website', 'Browser', 'Version', 'Salt'],
  es: ['App', 'Error', 'Tokens'],
  fr: ['Message', 'Type', 'Version'],
  pt: ['App', 'Tokens', 'NFTs'],
}
/** Proper names of stores and systems: English has them for everybody. */
const isProperName = (key: string): boolean => key.startsWith('ui.store.')
/** Sentences stand where they may take another line; buttons, titles and tags do not. */
const isSentence = (key: string, text: string): boolean => /[.?…]$/.test(text) || /^(errors|kernel)\./.test(key)

/** A complaint for each text of a language that is not right. */
function complaints(language: string, english: Catalogue, texts: Catalogue): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()
  const misformed = (parts: readonly Part[]): string[] => parts.flatMap((part) => {
    if (typeof part === 'string' || !part.branches) return []
    const forms = Object.keys(part.branches).filter((form) => !form.startsWith('=')).sort()
    return forms.join() === categories.join() ? [] : [`has the forms ${forms.join(', ')} instead of ${categories.join(', ')}`]
  })
  return Object.entries(english).flatMap(([key, original]) => {
    const text = texts[key]
    if (text === undefined) return []
    const [from, to] = [partsOf(original), partsOf(text)]
    const hasWords = from.some((part) => typeof part === 'string' && /\p{L}/u.test(part) || typeof part === 'object' && part.branches)
    return [
      ...(paramsOf(from).join() === paramsOf(to).join() ? [] : [`fills in ${paramsOf(to).join(', ') || 'nothing'} instead of ${paramsOf(from).join(', ') || 'nothing'}`]),
      ...misformed(to),
      ...(hasWords && text === original && !SAME[language]?.includes(text) ? ['is still English'] : []),
      ...(text.split('|').length === original.split('|').length ? [] : ['has another number of lines']),
      ...(text.trim() === text && text ? [] : ['is empty, or has space around it']),
      // The first letter decides which way the line runs, and what is filled in is often Latin.
      ...(language === 'ar' && hasWords && !/^(\{\w+, plural, \w+ \{)?\p{sc=Arabic}/u.test(text) ? ['does not begin with an Arabic letter'] : []),
      ...(!isSentence(key, original) && literalWidth(to) > room(literalWidth(from)) ? [`is ${literalWidth(to)} letters wide where there is room for ${room(literalWidth(from))}`] : []),
    ].map((what) => `${key} ${what}: ${text}`)
  })
}

describe.each(packages)('the texts of %s', (_, english, loaders) => {
  it('are there in every language', async () => {
    expect(Object.keys(loaders).sort()).toEqual(LANGUAGES)
    const missing: Record<string, string> = {}
    for (const [language, load] of Object.entries(loaders)) {
      const texts = await load()
      const gaps = [...Object.keys(english).filter((key) => !Object.hasOwn(texts, key) && !isProperName(key)), ...Object.keys(texts).filter((key) => !Object.hasOwn(english, key)).map((key) => `not in English: ${key}`)]
      if (gaps.length) missing[language] = gaps.join(' ')
    }
    expect(missing).toEqual({})
  })
  it.each(Object.entries(loaders))('are right in %s', async (language, load) => {
    expect(complaints(language, english, await load())).toEqual([])
  })
})

it('covers every plugin that has texts', () => {
  const having = readdirSync(PLUGINS).filter((name) => !name.startsWith('_') && existsSync(join(PLUGINS, name, 'src/messages.ts')))
  expect(packages.map(([name]) => name).slice(1).sort()).toEqual(having.sort())
})

it('offers for the button’s sake what there is', () => expect(Object.keys(translations()).sort()).toEqual(Object.keys(locales).sort()))

describe('a text in no language', () => {
  it('is in brackets, accented, longer, and keeps what is filled in', () => {
    expect(pseudo('Open {wallet}')).toBe('⟦Öpéñ {wallet} long⟧')
    expect(pseudo('{n, plural, one {# row of {name}} other {# rows}}')).toMatch(/^⟦\{n, plural, one \{# röw öf \{name\}\} other \{# röws\}\}.*⟧$/)
    expect(pseudo('{view}')).toBe('⟦{view}⟧')
    expect(pseudo('A|B')).toMatch(/^⟦Å.*⟧\|⟦B.*⟧$/)
  })
  it('is known again', () => {
    expect('Open Rabby (beta).').toMatch(reads('Open {wallet}.'))
    expect('Open Rabby').not.toMatch(reads('Close {wallet}'))
    expect('12 rows').toMatch(reads('{n, plural, one {# row} other {# rows}}'))
    expect('Open {wallet}').not.toMatch(reads('Open {wallet}'))
  })
  it.each(['{a', 'a}', '{a, plural, one}', '{a b}', '{n, plural, one {x} other {y}'])('says what is wrong with %s', (text) => expect(() => partsOf(text)).toThrow())
})
