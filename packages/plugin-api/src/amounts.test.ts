import { describe, expect, it } from 'vitest'
import { marksOf, readAmount, writeAmount } from './amounts.js'

describe('readAmount', () => {
  it.each<[string, string, bigint]>([
    ['1.5', 'en', 1_500_000n],
    ['1,5', 'de', 1_500_000n],
    ['1.234,5', 'de', 1_234_500_000n],
    ['1,234.5', 'en', 1_234_500_000n],
    ['1.234', 'de', 1_234_000_000n],
    ['1.234', 'en', 1_234_000n],
    ['1 234,5', 'fr', 1_234_500_000n],
    ['1’234.5', 'de-CH', 1_234_500_000n],
    ['١٢٫٥', 'ar', 12_500_000n],
    ['۱۲٫۵', 'fa', 12_500_000n],
    ['.5', 'en', 500_000n],
    ['5.', 'en', 5_000_000n],
    ['1.50000000000', 'en', 1_500_000n],
  ])('The text %s in %s is %s base units of a token with 6 decimal places', (text, locale, value) =>
    expect(readAmount(text, 6, locale)).toBe(value),
  )
  it.each(['', '.', 'x', '-1', '1e3', '0x1', '1.2.3', '1 2', '1,2,3', '1'.repeat(101)])(
    'The text %j is not an amount',
    (text) => expect(readAmount(text, 6, 'en')).toBe('invalid'),
  )
  it('An amount with more decimal places than the token has is told apart from a text without a number', () =>
    expect(readAmount('1.2345678', 6, 'en')).toBe('decimals'))
})

describe('writeAmount', () => {
  it('An amount that is written with the marks of a locale is read back without a loss', () => {
    for (const locale of ['en', 'de', 'fr', 'ar', 'de-CH'])
      for (const decimals of [0, 1, 6, 18])
        for (const value of [0n, 1n, 10n, 999n, 1_000n, 1_234_567n, 10n ** 30n]) {
          const text = writeAmount(value, decimals, marksOf(locale).decimal)
          expect(readAmount(text, decimals, locale), `${text} in ${locale}`).toBe(value)
        }
  })
  it('An amount is written with a point, without group marks and without zeros at the end', () => {
    expect(writeAmount(1_234_500_000n, 6)).toBe('1234.5')
    expect(writeAmount(1n, 6)).toBe('0.000001')
    expect(writeAmount(7n, 0)).toBe('7')
  })
})
