import { describe, expect, it, vi } from 'vitest'
import { deferred, make, probe, settle } from '../../test/support.js'
import { format } from '../late/format.js'

describe('the text of a key', () => {
  const texts = {
    en: { 'a.b': 'English', only: 'Only English' },
    de: { 'a.b': 'Deutsch' },
    'de-CH': { 'c.d': 'Schweiz' },
  }
  it.each([
    ['de-CH', 'Deutsch'],
    ['de', 'Deutsch'],
    ['en', 'English'],
    ['en-GB', 'English'],
    ['fr', 'English'],
  ])('A text in the locale %s falls back to %s', (locale, expected) => {
    const { kernel, ctx } = probe([], { locale })
    ctx.messages.add(texts)
    expect(kernel.ports.messages.text('a.b')).toBe(expected)
    expect(kernel.ports.messages.text('only')).toBe('Only English')
  })
  it('All catalogues of a plugin wake the texts on the page once, however many they are', () => {
    const { kernel, ctx } = probe([])
    const woken = vi.fn()
    kernel.ports.messages.revision.subscribe(woken)
    ctx.messages.add({ ...texts, es: {}, fr: {}, it: {}, ja: {}, ko: {}, pt: {}, zh: {} })
    expect(woken).toHaveBeenCalledTimes(1)
  })
  it.each([
    ['de_CH', 'de-CH', 'Deutsch'],
    ['DE-ch', 'de-CH', 'Deutsch'],
    ['EN', 'en', 'English'],
  ])('A text in the locale %s is that of %s', (locale, tag, expected) => {
    const { kernel, ctx } = probe([])
    ctx.messages.add(texts)
    kernel.setLocale(locale)
    expect([kernel.ports.messages.locale.get(), kernel.ports.messages.text('a.b')]).toEqual([
      tag,
      expected,
    ])
  })
  it.each([
    ['zh-CN', '简体'],
    ['zh-SG', '简体'],
    ['zh-Hans-HK', '简体'],
    ['zh-TW', 'English'],
    ['zh_HK', 'English'],
    ['zh-MO', 'English'],
    ['zh-Hant', 'English'],
    ['zh-Hant-TW', 'English'],
  ])(
    'A text in the locale %s is %s: readers of traditional characters never get simplified ones',
    (locale, expected) => {
      const { kernel, ctx } = probe([], { locale })
      ctx.messages.add({ en: { 'a.b': 'English' }, zh: { 'a.b': '简体' } })
      expect(kernel.ports.messages.text('a.b')).toBe(expected)
    },
  )
  it.each(['zh-Hant', 'zh-Hant-HK', 'zh-TW', 'zh-HK', 'zh_MO'])(
    'A text in the locale %s is that of zh-Hant if a catalogue has it',
    (locale) => {
      const { kernel, ctx } = probe([], { locale })
      ctx.messages.add({
        en: { 'a.b': 'English' },
        zh: { 'a.b': '简体' },
        'zh-Hant': { 'a.b': '繁體' },
      })
      expect(kernel.ports.messages.text('a.b')).toBe('繁體')
    },
  )
  it('A text in the locale zh-HK is that of zh-HK before that of zh-Hant', () => {
    const { kernel, ctx } = probe([], { locale: 'zh-HK' })
    ctx.messages.add({ 'zh-Hant': { 'a.b': '繁體', c: '繁體' }, 'zh-HK': { 'a.b': '香港' } })
    expect(['a.b', 'c'].map((key) => kernel.ports.messages.text(key))).toEqual(['香港', '繁體'])
  })
  it('The text is the key if no catalogue has it, inherited names included', () => {
    const { kernel, ctx } = probe([])
    ctx.messages.add(texts)
    for (const key of ['nobody.knows', 'toString', '__proto__', 'constructor'])
      expect(kernel.ports.messages.text(key)).toBe(key)
  })
  it("The host's texts come before all catalogues, and the latest catalogue before earlier ones", () => {
    const { kernel, ctx } = probe([], { texts: { 'a.b': 'Host' } })
    ctx.messages.add(texts)
    const stop = ctx.messages.add({ en: { only: 'Later' } })
    expect(kernel.ports.messages.text('a.b')).toBe('Host')
    expect(kernel.ports.messages.text('only')).toBe('Later')
    stop()
    expect(kernel.ports.messages.text('only')).toBe('Only English')
    kernel.setLocale('de', {})
    expect(kernel.ports.messages.text('a.b')).toBe('Deutsch')
  })
  it("A catalogue's loader is called once, when its locale is shown, and again after a failure", async () => {
    const { kernel, ctx } = probe([])
    const reports = vi.fn()
    kernel.on('kernel:error-reported', reports)
    const load = vi
      .fn(async () => ({ 'a.b': 'Geladen' }))
      .mockImplementationOnce(() => Promise.reject(new Error('offline')))
    ctx.messages.add({ de: load, en: { 'a.b': 'English' } })
    expect(load).not.toHaveBeenCalled()
    kernel.setLocale('de-CH')
    await settle()
    expect(reports).toHaveBeenCalledTimes(1)
    expect(kernel.ports.messages.text('a.b')).toBe('English')
    kernel.setLocale('de-AT')
    await settle()
    kernel.setLocale('de')
    expect(kernel.ports.messages.text('a.b')).toBe('Geladen')
    expect(load).toHaveBeenCalledTimes(2)
  })
  it('The revision changes when a text may have changed', async () => {
    const { kernel, ctx } = probe([])
    const { messages } = kernel.ports
    const seen = vi.fn()
    messages.revision.subscribe(seen)
    const late = deferred()
    ctx.messages.add({ en: () => late.promise.then(() => ({ a: 'b' })) })
    expect(seen).toHaveBeenCalledTimes(1)
    late.resolve()
    await settle()
    expect(messages.text('a')).toBe('b')
    expect(seen).toHaveBeenCalledTimes(2)
    messages.set({ texts: { a: 'c' } })
    expect(messages.text('a')).toBe('c')
    expect(seen.mock.calls.length).toBeGreaterThan(2)
    const locales: string[] = []
    messages.locale.subscribe((locale) => locales.push(locale))
    kernel.setLocale('fr')
    kernel.setLocale('fr')
    expect(locales).toEqual(['fr'])
  })
  it('The texts of a plugin are removed when the plugin ends', () => {
    const { kernel, ctx } = probe([])
    ctx.messages.add({ en: { a: 'b' } })
    kernel.dispose()
    expect(kernel.ports.messages.text('a')).toBe('a')
  })
})

describe('parameters', () => {
  it('Parameters are filled in at once, plurals with the late half', async () => {
    const { kernel, ctx } = probe([])
    const changed = vi.fn()
    ctx.messages.add({
      en: {
        name: 'Hello {name}, {toString} {nobody}',
        rows: '{n, plural, one {# row} other {# rows}}',
      },
    })
    expect(ctx.messages.text('name', { name: '{name}' })).toBe('Hello {name}, {toString} {nobody}')
    kernel.ports.messages.revision.subscribe(changed)
    await kernel.ports.late.load()
    expect(changed).toHaveBeenCalledTimes(1)
    expect(ctx.messages.text('name', { name: 'Ada' })).toBe('Hello Ada, {toString} {nobody}')
    expect(ctx.messages.text('rows', { n: 2 })).toBe('2 rows')
  })
  const rows = '{count, plural, =0 {none} one {# row of {name}} other {# rows of {name}}}'
  it.each([
    ['{a} and {b}', { a: 1, b: 'two' }, 'en', '1 and two'],
    ['{a} and { b }', { a: 'x' }, 'en', 'x and { b }'],
    ['{toString}', {}, 'en', '{toString}'],
    ['{a}', { a: '{b}', b: 'again' }, 'en', '{b}'],
    ['code {code}', { code: 4001 }, 'en', 'code 4001'],
    [rows, { count: 0, name: 'x' }, 'en', 'none'],
    [rows, { count: 1, name: '#' }, 'en', '1 row of #'],
    [rows, { count: 12345, name: 'x' }, 'en', '12,345 rows of x'],
    [rows, { count: 12345, name: 'x' }, 'de', '12.345 rows of x'],
    ['{n, plural, one {eins} few {wenige} many {viele} other {andere}}', { n: 3 }, 'pl', 'wenige'],
    [
      '{n, plural, zero {لا حسابات} one {حساب} two {حسابان} few {# حسابات} many {# حسابًا} other {# حساب}}',
      { n: 2 },
      'ar',
      'حسابان',
    ],
    [
      '{n, plural, zero {z} one {o} two {t} few {# f} many {# m} other {# x}}',
      { n: 1100 },
      'ar-EG',
      '1,100 x',
    ],
    [
      '{n, plural, one {# de} many {# millions de} other {# des}}',
      { n: 1_000_000 },
      'fr',
      '1\u202f000\u202f000 millions de',
    ],
    ['before {n, plural, one {a} other {b}} after', { n: 2 }, 'en', 'before b after'],
    ['{n, plural, one {a}}', { n: 2 }, 'en', ''],
    ['an open { brace', { brace: 1 }, 'en', 'an open { brace'],
    ['$& {a}', { a: '$&' }, 'en', '$& $&'],
  ])('The text %s with %j in %s is filled in', (text, params, locale, expected) =>
    expect(format(text, params as Record<string, string>, locale)).toBe(expected),
  )
  it('Filling in a text full of braces takes no time', () => {
    // With the square of this many it would not end.
    expect(
      format(
        '{'.repeat(500_000) + 'a, plural, '.repeat(50_000) + '}'.repeat(500_000),
        { a: 1 },
        'en',
      ),
    ).toBeTypeOf('string')
  })
})

describe('the log', () => {
  it('The log prints only errors by default [CONST-25]', async () => {
    const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => undefined),
    )
    const { kernel } = make([], { logLevel: undefined as never })
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      kernel.ports.log[level]('hello', level)
    await vi.waitFor(() => expect(spies[3]).toHaveBeenCalled())
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 1])
    kernel.setOptions({ logLevel: 'info' })
    kernel.ports.log.info('now')
    kernel.setOptions({ logLevel: 'silent' })
    kernel.ports.log.error('never')
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 1, 0, 1])
    spies.forEach((spy) => spy.mockRestore())
  })
})
