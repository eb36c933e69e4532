import { expect, it } from 'vitest'
import { checkQuote } from '../src/quotes/checkQuote.js'
import { fromUnits, toUnits, trimmed } from '../src/quotes/decimals.js'
import { estimate, ESTIMATE_ID, feeBounds, isEstimate } from '../src/quotes/estimate.js'
import { bestOf, byWorth } from '../src/quotes/sortOffers.js'
import type { OnrampOffer, OnrampQuote } from '../src/index.js'
import { PROVIDERS } from '../src/providers/list.js'
import { quote } from './bench.js'

it('Decimal text is read without a sign, an exponent or a word, and written as it was', () => {
  expect(toUnits('1.5')).toBe(1_500_000_000_000_000_000n)
  for (const wrong of [
    '',
    '.',
    '-1',
    '+1',
    '1e400',
    '0x1',
    'NaN',
    '1.',
    '.5',
    ' 1',
    '1,5',
    1,
    null,
  ])
    expect(toUnits(wrong)).toBeUndefined()
  expect(fromUnits(toUnits('12.345')!, 2)).toBe('12.34')
  expect(fromUnits(toUnits('12.341')!, 2, true)).toBe('12.35')
  expect(fromUnits(toUnits('12.5')!, 0)).toBe('12')
  expect(['1.50', '10', '1.00', '100.0'].map(trimmed)).toEqual(['1.5', '10', '1', '100'])
})

it('An estimate has all six fields, the highest fee of the list, and no coins', () => {
  expect(feeBounds('100', '1-2%')).toEqual(['1.00', '2.00'])
  expect(feeBounds('0.01', '1-2%')).toEqual(['0.01', '0.01'])
  const made = estimate('100', 'USD', 'ETH', '1-2%')
  expect(made).toEqual({
    coinbaseFee: { amount: '2.00', currency: 'USD' },
    networkFee: { amount: '0.00', currency: 'USD' },
    paymentSubtotal: { amount: '98.00', currency: 'USD' },
    paymentTotal: { amount: '100.00', currency: 'USD' },
    purchaseAmount: { amount: '0', currency: 'ETH' },
    quoteId: ESTIMATE_ID,
  })
  expect(isEstimate(made)).toBe(true)
  expect(estimate('junk', 'USD', 'ETH', 'junk').paymentTotal.amount).toBe('0.00')
})

const asked = {
  provider: 'coinbase',
  coin: { id: 'eth-id', symbol: 'ETH' },
  currency: 'USD',
  amount: '100',
  side: 'payment',
} as const
const honest = quote('coinbase', '100.00', '0.03') as unknown as OnrampQuote & { provider: string }

it('A quote that answers the question is taken as it is, in the id or the symbol of the coin', () => {
  const { provider: _, ...rest } = honest
  expect(checkQuote(honest, asked)).toEqual(rest)
  const symbol = { ...honest, purchaseAmount: { amount: '0.03', currency: 'ETH' } }
  expect(checkQuote(symbol, asked).purchaseAmount.currency).toBe('ETH')
})
it('A quote for other coins than those that were asked for is refused', () => {
  const less = { ...asked, side: 'purchase', amount: '0.031' } as const
  expect(() => checkQuote(honest, less)).toThrow('amount')
  expect(checkQuote(honest, { ...less, amount: '0.03' }).quoteId).toBe('quote-of-coinbase')
})

const offer = (index: number, coins: string, total = '100.00'): OnrampOffer => ({
  provider: PROVIDERS[index]!,
  isTest: false,
  status: 'quoted',
  quote: quote('x', total, coins) as unknown as OnrampQuote,
})
it('The offer by which most arrives comes first, or where the coins are fixed the cheapest', () => {
  const [a, b] = [offer(0, '0.029', '99.00'), offer(1, '0.03', '100.00')]
  const failed: OnrampOffer = { provider: PROVIDERS[0]!, isTest: false, status: 'failed', error: 1 }
  const unpriced: OnrampOffer = { provider: PROVIDERS[1]!, isTest: false, status: 'unpriced' }
  expect([failed, a, unpriced, b].sort(byWorth('payment'))).toEqual([b, a, unpriced, failed])
  expect([b, a].sort(byWorth('purchase'))).toEqual([a, b])
})
it('Only where two real prices can be compared one of them is the best', () => {
  expect(bestOf([offer(0, '0.03'), offer(1, '0.02')])).toBe('coinbase')
  expect(bestOf([offer(0, '0.03')])).toBeUndefined()
  const failed: OnrampOffer = { provider: PROVIDERS[1]!, isTest: false, status: 'failed', error: 1 }
  expect(bestOf([offer(0, '0.03'), failed])).toBeUndefined()
})
