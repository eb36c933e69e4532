import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount, toInput } from './amounts.js'

describe('parseAmount', () => {
  it.each([
    ['1.5', 'en', 6, 1_500_000n],
    ['0,123', 'en', 6, 123_000n],
    ['1,234', 'en', 6, 1_234_000_000n],
    ['1,234.5', 'en', 6, 1_234_500_000n],
    ['1.234,5', 'en', 6, 1_234_500_000n],
    ['1,5', 'de', 6, 1_500_000n],
    ['1.234', 'de', 6, 1_234_000_000n],
    ['1’234.5', 'de-CH', 6, 1_234_500_000n],
    ['12,34,567.8', 'en-IN', 2, 123_456_780n],
    ['1 234,5', 'fr', 2, 123_450n],
    ['١٫٥', 'ar', 2, 150n],
    ['1.500', 'en', 2, 150n],
    ['.5', 'en', 2, 50n],
    [' 7 ', 'en', 0, 7n],
  ])('The amount %j is read in the locale %s', (text, locale, decimals, value) => {
    expect(parseAmount(text, decimals, locale)).toBe(value)
  })

  it.each(['', '.', '-1', '1e5', 'NaN', '1,2,3', '1 2', '1.2.3', '0.1234567', 'Infinity', '0x10'])(
    'The text %j is refused as an amount',
    (text) => {
      expect(parseAmount(text, 6, 'en')).toBeUndefined()
    },
  )

  it('A formatted amount is read back as the same amount', () => {
    for (const locale of ['en', 'de', 'fr', 'de-CH', 'hi', 'pt'])
      for (const value of [0n, 1n, 999n, 1_000n, 123_456_789n, 10n ** 24n + 7n])
        expect(parseAmount(toInput(value, 6, locale), 6, locale)).toBe(value)
  })
})

describe('formatAmount', () => {
  it('An amount is cut and not rounded', () => {
    expect(formatAmount({ value: 1_999_999n, decimals: 6 }, 'en')).toBe('1.999')
    expect(formatAmount({ value: 12_345_678n, decimals: 0 }, 'de')).toBe('12.345.678')
  })
})
