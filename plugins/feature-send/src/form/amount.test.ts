import { readAmount, writeAmount } from '@latchkey/plugin-api/amounts'
import { describe, expect, it } from 'vitest'
import { meaningOf, problemOf, toDollars, totalOf, toTyped } from './amount.js'
import { toBase, worthOf } from './worth.js'
import type { SendToken } from '../api.js'

const token = (more: Partial<SendToken> = {}): SendToken => ({
  name: 'Coin',
  symbol: 'COIN',
  quantity: { decimals: 18, numeric: '2' },
  price: '1234.5678',
  ...more,
})
/** A small random source (mulberry32) that gives the same sequence every time. */
function randomly(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('an amount', () => {
  it('An amount of any size and token is written as text and read back without a loss', () => {
    const random = randomly(11)
    for (let count = 0; count < 2_000; count++) {
      const decimals = Math.floor(random() * 37)
      const value = BigInt(Math.floor(random() * 2 ** 53)) ** BigInt(1 + Math.floor(random() * 4))
      expect(toBase(writeAmount(value, decimals), decimals)).toBe(value)
      const typed = toTyped(value, token({ quantity: { decimals, numeric: '0' } }), 'token', 'de')
      expect(typed.length > 100 ? value : readAmount(typed, decimals, 'de')).toBe(value)
    }
  })
  it('A text that is not a number is not read as an amount', () => {
    for (const text of ['', '.', '-1', '1e3', 'NaN', '0x1', '1,5', ' 1'])
      expect(toBase(text, 6)).toBeUndefined()
    for (const decimals of [-1, NaN, 1_000]) expect(toBase('1', decimals)).toBeUndefined()
  })
})

describe('dollars', () => {
  it('An amount in dollars is exact to a millionth, and cut there', () => {
    expect(toDollars(worthOf(1_500_000_000_000_000_000n, token())!)).toBe('1851.8517')
    expect(toDollars(worthOf(1n, token())!)).toBe('0')
    expect(toDollars(worthOf(10n ** 30n, token({ price: '0.000000000001' }))!)).toBe('1')
    expect([
      worthOf(1n, token({ price: 'NaN' })),
      worthOf(1n, token({ price: '0' })),
      worthOf(1n, { ...token(), price: '-1' }),
    ]).toEqual([undefined, undefined, undefined])
  })
  it('An amount in dollars never buys more of a token than it is worth', () => {
    const random = randomly(3)
    for (let count = 0; count < 2_000; count++) {
      const at = token({
        price: (random() * 10 ** Math.floor(random() * 8)).toFixed(Math.floor(random() * 9)),
      })
      const text = (random() * 10_000).toFixed(2)
      const { value } = meaningOf({ sendTokenAmount: text, unit: 'fiat', token: at }, 'en')
      if (value !== undefined)
        expect(worthOf(value, at)! <= BigInt(text.replace('.', '')) * 10_000n).toBe(true)
    }
  })
  it('The sum of all tokens counts only those with a price', () => {
    expect(
      totalOf([
        token(),
        token({ address: 'a', price: '0.105', quantity: { decimals: 6, numeric: '1' } }),
        { name: 'X', symbol: 'X', quantity: { decimals: 0, numeric: '9' } },
      ]),
    ).toBe('2469.24')
    expect(
      totalOf([{ name: 'X', symbol: 'X', quantity: { decimals: 0, numeric: '9' } }]),
    ).toBeUndefined()
  })
})

it('The fee is charged only against the native currency', () => {
  const [native, other] = [
    token({ quantity: { decimals: 2, numeric: '1' } }),
    token({ address: 'a', quantity: { decimals: 2, numeric: '1' } }),
  ]
  const fee = { status: 'known', amount: { value: 10n, decimals: 2, symbol: 'COIN' } } as const
  const problem = (of: SendToken, value: bigint, all = [native, other]) =>
    problemOf({ value, token: of, tokenBalances: all, fee })
  expect([
    problem(native, 90n),
    problem(native, 91n),
    problem(native, 101n),
    problem(other, 100n),
    problem(other, 101n),
  ]).toEqual([undefined, 'send.feeTooMuch', 'send.amountTooMuch', undefined, 'send.amountTooMuch'])
  expect(problem(other, 1n, [token({ quantity: { decimals: 2, numeric: '0.09' } }), other])).toBe(
    'send.feeTooMuch',
  )
})
