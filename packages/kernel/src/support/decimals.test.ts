import { describe, expect, it } from 'vitest'
import { divideDecimals as divide } from './decimals.js'

describe('division', () => {
  it('A quotient has 20 decimal places [CONST-13]', () => {
    expect(divide('1', '3')).toBe('0.33333333333333333333')
    expect(divide('100', '4')).toBe('25')
    expect(divide('0.1', '0.02')).toBe('5')
    expect(divide('1e25', '1')).toBe('10000000000000000000000000')
    expect(divide('1000', '10')).toBe('100')
  })

  it('A quotient is rounded half up [CONST-14]', () => {
    expect(divide('5e-21', '1')).toBe('0.00000000000000000001')
    expect(divide('4e-21', '1')).toBe('0')
    expect(divide('2', '3')).toBe('0.66666666666666666667')
    expect(divide('-5e-21', '1')).toBe('-0.00000000000000000001')
    expect(divide('-4e-21', '1')).toBe('0')
    expect(divide('-2', '3')).toBe('-0.66666666666666666667')
    expect(divide('2', '-3')).toBe('-0.66666666666666666667')
    expect(divide('-2', '-3')).toBe('0.66666666666666666667')
  })

  it.each([
    ['1', '0'],
    ['', '1'],
    ['.', '1'],
    ['NaN', '1'],
    ['1', 'x'],
    ['1e9999', '1'],
    ['0x1', '1'],
  ])('The division %s / %s is refused', (a, b) => {
    expect(() => divide(a, b)).toThrow(RangeError)
  })
})
