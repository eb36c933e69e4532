import { describe, expect, it } from 'vitest'
import { pseudoCatalogue, wrongTranslations } from '../src/index.js'
import { partsOf, reads } from '../src/words/parts.js'
import { pseudo } from '../src/words/pseudo.js'

describe('a text in no language', () => {
  it('A pseudo text is in brackets, accented and longer, and keeps its placeholders', () => {
    expect(pseudo('Open {wallet}')).toBe('⟦Öpéñ {wallet} long⟧')
    expect(pseudo('{n, plural, one {# row of {name}} other {# rows}}')).toMatch(
      /^⟦\{n, plural, one \{# röw öf \{name\}\} other \{# röws\}\}.*⟧$/,
    )
    expect(pseudo('{view}')).toBe('⟦{view}⟧')
    expect(pseudo('A|B')).toMatch(/^⟦Å.*⟧\|⟦B.*⟧$/)
    expect(Object.keys(pseudoCatalogue({ 'a.b': 'c' }))).toEqual(['a.b'])
  })
  it('A pseudo text is recognised', () => {
    expect('Open Rabby (beta).').toMatch(reads('Open {wallet}.'))
    expect('Open Rabby').not.toMatch(reads('Close {wallet}'))
    expect('12 rows').toMatch(reads('{n, plural, one {# row} other {# rows}}'))
    expect('Open {wallet}').not.toMatch(reads('Open {wallet}'))
  })
  it.each(['{a', 'a}', '{a, plural, one}', '{a b}', '{n, plural, one {x} other {y}'])(
    'A text with a broken placeholder is refused: %s',
    (text) => expect(() => partsOf(text)).toThrow(),
  )
})

describe('a translation', () => {
  const english = {
    open: 'Open {wallet}',
    rows: '{n, plural, one {# row} other {# rows}}',
    view: '{view}',
    done: 'Done',
  }
  const german = {
    open: '{wallet} öffnen',
    rows: '{n, plural, one {# Zeile} other {# Zeilen}}',
    view: '{view}',
    done: 'Fertig',
  }
  it('A correct translation has no faults', () =>
    expect(wrongTranslations('de', english, german)).toEqual([]))
  it.each([
    ['a key', { done: undefined }, 'missing: done'],
    ['none too many', { more: 'Mehr' }, 'not in English: more'],
    ['its parameters', { open: 'Öffnen' }, 'open fills in nothing instead of wallet: Öffnen'],
    ['words of its own', { done: 'Done' }, 'done is still English: Done'],
    [
      'the forms of its language',
      { rows: '{n, plural, few {# Zeilen} other {# Zeilen}}' },
      'rows has the forms few, other instead of one, other: {n, plural, few {# Zeilen} other {# Zeilen}}',
    ],
    ['text', { done: '' }, 'done is empty, or has space around it: '],
    [
      'room',
      { done: 'Vollständig abgeschlossen' },
      'done is 25 letters wide where there is room for 11: Vollständig abgeschlossen',
    ],
  ])('A wrong translation is reported: %s', (_, change, said) =>
    expect(
      wrongTranslations(
        'de',
        english,
        JSON.parse(JSON.stringify({ ...german, ...change })) as Record<string, string>,
      ),
    ).toEqual([said]),
  )
  it('An Arabic translation runs from right to left', () =>
    expect(wrongTranslations('ar', { open: 'Open {wallet}' }, { open: '{wallet} فتح' })).toEqual([
      'open does not begin with an Arabic letter: {wallet} فتح',
    ]))
  it('A translation may share the words that are listed', () =>
    expect(wrongTranslations('de', { a: 'App' }, { a: 'App' }, ['App'])).toEqual([]))
})
