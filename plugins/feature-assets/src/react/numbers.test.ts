import { describe, expect, it } from 'vitest'
import { exactAmount, shownAmount, shownPrice, shownValue } from './numbers.js'

const of = (numeric: string, decimals = '18') => ({ decimals, numeric })
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('amounts', () => {
  it.each([
    ['1.23999', '1.239'],
    ['0.0009', '0.000'],
    ['0', '0.000'],
    ['1234567.8', '1,234,567.800'],
    [
      '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.584',
    ],
  ])('[BAL-09] The amount %s is shown with 3 decimals, cut: %s', (numeric, shown) => {
    expect(shownAmount(of(numeric), 'en')).toBe(shown)
    expect(shownAmount(of(numeric, '2'), 'en')).toBe(shown)
  })
  it('An amount has the marks of the locale', () => {
    expect(shownAmount(of('1234.5678'), 'de')).toBe('1.234,567')
    expect(plain(shownAmount(of('1234.5678'), 'fr'))).toBe('1 234,567')
  })
  it.each([
    ['1.234567890123456789', '1.234567890123456789'],
    ['1000.50', '1,000.5'],
    ['3.000', '3'],
  ])('The whole amount of %s is %s', (numeric, shown) => {
    expect(exactAmount(of(numeric), 'en')).toBe(shown)
  })
  it('The whole amount has the marks of the locale too', () => {
    expect(exactAmount(of('1234.5678'), 'de')).toBe('1.234,5678')
  })
})

describe('values', () => {
  it.each([
    [12.3, '$12.30'],
    [12.344, '$12.34'],
    [12.346, '$12.35'],
    [0, '$0.00'],
    [1234567, '$1,234,567.00'],
  ])('[BAL-10] The value %s is shown with 2 decimals: %s', (value, shown) => {
    expect(shownValue(value, 'usd', 'en')).toBe(shown)
  })
  it('[BAL-10] A value between two cents is shown with 2 decimals', () => {
    expect(shownValue(12.345, 'usd', 'en')).toMatch(/^\$12\.3[45]$/)
  })
  it('A value has the style of the locale and the currency', () => {
    expect(plain(shownValue(12.3, 'eur', 'de'))).toBe('12,30 €')
    expect(shownValue(12.3, 'jpy', 'en')).toBe('¥12.30')
  })
  it('A currency that is not of ISO 4217 stands before the number', () => {
    expect(shownValue(12.3, 'usdc', 'en')).toBe('USDC 12.30')
  })
  it('A value that is less than a cent and more than nothing is not shown as nothing', () => {
    expect(shownValue(0.004, 'usd', 'en')).toBe('<$0.01')
    expect(shownValue(0.0099, 'usd', 'en')).toBe('<$0.01')
    expect(shownValue(0.01, 'usd', 'en')).toBe('$0.01')
    expect(plain(shownValue(0.004, 'eur', 'de'))).toBe('<0,01 €')
    expect(shownValue(0.004, 'usdc', 'en')).toBe('<USDC 0.01')
  })
})

describe('prices', () => {
  it.each([
    [3120.554, '$3,120.55'],
    [1, '$1.00'],
    [0.5, '$0.50'],
    [0.01234, '$0.0123'],
    [0.0000123456, '$0.0000123'],
    [0.00001, '$0.00001'],
    [0.999999, '$1.00'],
    [1.5e-12, '$0.0000000000015'],
    [1e-30, '<$0.00000000000000000001'],
    [0, '$0.00'],
  ])('The price %s has two decimals, and three digits where it is small: %s', (price, shown) => {
    expect(shownPrice(price, 'usd', 'en')).toBe(shown)
  })
  it('A price has the style of the locale, also in a currency that Intl does not know', () => {
    expect(plain(shownPrice(0.0000123, 'eur', 'de'))).toBe('0,0000123 €')
    expect(shownPrice(0.0000123, 'usdc', 'en')).toBe('USDC 0.0000123')
  })
})
