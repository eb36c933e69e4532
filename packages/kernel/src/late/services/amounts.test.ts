import { describe, expect, it } from 'vitest'
import { amounts } from './amounts.js'

const { format, parse, divide } = amounts

describe('amounts on the screen', () => {
  it.each([
    [1_239_990_000_000_000_000n, 18, '1.239'],
    [900_000_000_000_000n, 18, '0.000'],
    [0n, 18, '0.000'],
    [5n, 0, '5.000'],
    [1_234_567_890n, 6, '1,234.567'],
    [-1_500n, 3, '-1.500'],
    [2n ** 256n - 1n, 36, '115,792,089,237,316,195,423,570,985,008,687,907,853,269.984'],
  ])('are cut after three places: %s with %s decimals is %s', (value, decimals, text) => {
    expect(format(value, decimals, { locale: 'en' })).toBe(text)
  })

  it('are written as the locale writes numbers', () => {
    expect(format(1_234_567n, 2, { locale: 'de' })).toBe('12.345,670')
    expect(format(1_234_567n, 2, { locale: 'de-CH', places: 2 })).toMatch(/^12['\u2019]345\.67$/)
    expect(format(1_250n, 2, { locale: 'ar-EG', places: 2 })).toBe('\u0661\u0662\u066b\u0665\u0660')
    expect(format(19n, 1, { locale: 'en', places: 0 })).toBe('1')
  })

  it.each([37, -1, 1.5, NaN, Infinity])('refuse %s decimals', (decimals) => {
    expect(() => format(1n, decimals)).toThrow(RangeError)
    expect(parse('1', decimals)).toBeUndefined()
  })
})

describe('amounts that people type', () => {
  it.each([
    ['en', '1.5', 150n], ['en', '1,234.56', 123_456n], ['en', '1,234', 123_400n], ['en', '.5', 50n], ['en', '5.', 500n], ['en', ' 7 ', 700n], ['en', '12,34,567.8', 123_456_780n],
    ['en', '1,5', 150n], ['en', '0,123', undefined], ['en', '1.500', 150n], ['en', '1.234', undefined], ['en', '1.234,56', 123_456n], ['en', '1 234.56', 123_456n], ['en', '1.234.567', 123_456_700n],
    ['de', '1,5', 150n], ['de', '1.234,56', 123_456n], ['de', '1.234', 123_400n], ['de', '1,234.56', 123_456n], ['de', '1234.56', 123_456n],
    ['de-CH', '1\u2019234.56', 123_456n], ['de-CH', "1'234.56", 123_456n], ['fr', '1\u202f234,56', 123_456n], ['ar-EG', '\u0661\u066c\u0662\u0663\u0664\u066b\u0665\u0666', 123_456n],
  ] as const)('%s: %s', (locale, text, value) => {
    expect(parse(text, 2, locale)).toBe(value)
  })

  it.each(['', ' ', '.', ',', '-1', '+1', '1e5', 'NaN', 'Infinity', '0x10', '1..2', '1.2.3', '1,2,3', '1,23,4', '1.234,5.6', '1 2', '1 2345', '12a', '1_000', '\u0661x', '9'.repeat(201), 'null'])('refuses %s', (text) => {
    expect(parse(text, 6, 'en')).toBeUndefined()
  })

  it('read back what was written, in every locale', () => {
    for (const locale of ['en', 'de', 'de-CH', 'fr', 'hi', 'ar-EG', 'fa', 'pt-BR', 'ru', 'ja', 'sv']) {
      for (const value of [0n, 1n, 999n, 1_000n, 123_456_789n, 10n ** 30n + 7n]) expect(parse(format(value, 2, { places: 2, locale }), 2, locale), `${locale} ${value}`).toBe(value)
    }
  })

  it('are never read as more than the token has places for, except zeros', () => {
    expect(parse('1.001', 2, 'en')).toBeUndefined()
    expect(parse('1.100', 1, 'en')).toBe(11n)
    expect(parse('0.000000000000000001', 18, 'en')).toBe(1n)
  })
})

describe('division', () => {
  it('keeps 20 decimal places [CONST-13]', () => {
    expect(divide('1', '3')).toBe('0.33333333333333333333')
    expect(divide('100', '4')).toBe('25')
    expect(divide('0.1', '0.02')).toBe('5')
    expect(divide('1e25', '1')).toBe('10000000000000000000000000')
    expect(divide('1000', '10')).toBe('100')
  })

  it('rounds half up [CONST-14]', () => {
    expect(divide('5e-21', '1')).toBe('0.00000000000000000001')
    expect(divide('4e-21', '1')).toBe('0')
    expect(divide('2', '3')).toBe('0.66666666666666666667')
    expect(divide('-5e-21', '1')).toBe('-0.00000000000000000001')
    expect(divide('-4e-21', '1')).toBe('0')
    expect(divide('-2', '3')).toBe('-0.66666666666666666667')
    expect(divide('2', '-3')).toBe('-0.66666666666666666667')
    expect(divide('-2', '-3')).toBe('0.66666666666666666667')
  })

  it.each([['1', '0'], ['', '1'], ['.', '1'], ['NaN', '1'], ['1', 'x'], ['1e9999', '1'], ['0x1', '1']])('refuses %s / %s', (a, b) => {
    expect(() => divide(a, b)).toThrow(RangeError)
  })
})
