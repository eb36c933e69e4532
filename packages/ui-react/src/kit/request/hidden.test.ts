import { expect, it } from 'vitest'
import { showHidden } from './hidden.js'
import { printParams } from './printParams.js'

it.each([
  ['what turns the order around', 'pay \u202Ecba\u202C', 'pay [U+202E]cba[U+202C]'],
  ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['what has no shape, counted', 'a\u200B\u200B\u200Bb\uFEFF', 'a[U+200B x 3]b[U+FEFF]'],
  ['controls', 'a\u0000b\u001B[2Jc\u0085', 'a[U+0000]b[U+001B][2Jc[U+0085]'],
  ['a return that would overwrite', 'safe\rbad', 'safe[U+000D]bad'],
  ['tags', 'a\u{E0041}\u{E0042}', 'a[U+E0041][U+E0042]'],
  ['fillers', 'a\u3164b\u115Fc\u2800', 'a[U+3164]b[U+115F]c[U+2800]'],
  ['a half of a pair', 'a\uD83D', 'a[U+D83D]'],
  ['lines that only some see', 'a\u2028b', 'a[U+2028]b'],
  ['a joiner between Latin letters', 'pay\u200Dpal', 'pay[U+200D]pal'],
  ['selectors that carry data', 'a\uFE0F\u{E0100}', 'a[U+FE0F][U+E0100]'],
])('Invisible characters are shown as codes: %s', (_, text, shown) =>
  expect(showHidden(text)).toBe(shown),
)

it.each([
  'Hello, world',
  'line\nline\tend',
  'two\r\nlines',
  '👨‍👩‍👧 ❤️ 👍🏽',
  'می‌خواهم',
  'שלום',
  'ｆｕｌｌ　ｗｉｄｔｈ',
  '日本語',
  'e\u0301',
  '',
])('Text without hidden characters stays as it is: %j', (text) =>
  expect(showHidden(text)).toBe(text),
)

it('Only the first hundred codes of a run are written, with the number of the rest (audit L10)', () => {
  const shown = showHidden(`a${'\u202E\u202D'.repeat(40_000)}b`)
  expect(shown).toBe(`a${'[U+202E][U+202D]'.repeat(50)}[+ 79900]b`)
})

it('Values that JSON cannot hold are printed as words', () => {
  const cyclic: Record<string, unknown> = {
    amount: 12n,
    bytes: new Uint8Array([0, 255]),
    run: () => 0,
    none: undefined,
  }
  cyclic['self'] = cyclic
  cyclic['list'] = [cyclic]
  expect(JSON.parse(printParams([cyclic]))).toEqual([
    {
      amount: '12n',
      bytes: '0x00ff',
      run: '[function]',
      none: '[undefined]',
      self: '[circular]',
      list: ['[circular]'],
    },
  ])
  expect(JSON.parse(printParams(new Uint8Array([1]).buffer))).toBe('0x01')
})
it('Data cannot decide by `toJSON` how it is printed', () => {
  expect(JSON.parse(printParams([{ to: 'thief', toJSON: () => ({ to: 'friend' }) }]))).toEqual([
    { to: 'thief', toJSON: '[function]' },
  ])
  expect(printParams(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"')
})
it('An object that occurs twice is printed twice', () => {
  const one = { a: 1 }
  expect(JSON.parse(printParams({ x: one, y: [one] }))).toEqual({ x: { a: 1 }, y: [{ a: 1 }] })
})
it('A member that throws when it is read does not stop the printing', () => {
  expect(
    printParams({
      get a() {
        throw new Error('no')
      },
    }),
  ).toBe('[unreadable]')
  expect(
    printParams(
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
    ),
  ).toBe('[unreadable]')
})
