import { expect, it } from 'vitest'
import { coins, euros, toCoin } from './money.js'
import { reduced } from './products.js'

it('A price becomes base units of a coin, and never less than it is worth', () => {
  expect(toCoin(2_500_00, 'eip155', 18)).toBe(10n ** 18n)
  expect(toCoin(60_000_00, 'bip122', 8)).toBe(100_000_000n)
  expect(toCoin(1, 'bip122', 8)).toBe(17n)
  expect(() => toCoin(1, 'unknown', 8)).toThrow('no rate')
})

it('Coins are shown with six digits at most, and without zeros at their end', () => {
  expect(coins(10n ** 18n, 18)).toBe('1')
  expect(coins(9_600_000_000_000_000n, 18)).toBe('0.0096')
  expect(coins(1n, 18)).toBe('0')
  expect(coins(40_000n, 8)).toBe('0.0004')
})

it('A discount is rounded to whole cents, and prices are written in the language', () => {
  expect(reduced(89_00, 15)).toBe(75_65)
  expect(reduced(1, 15)).toBe(1)
  expect(euros(24_00, 'en')).toBe('€24.00')
})
