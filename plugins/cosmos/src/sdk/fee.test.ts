import { expect, it } from 'vitest'
import { feeOf, gasLimitOf } from './fee.js'

it.each([
  [200_000n, '0.025', 5_000n],
  [1n, '0.025', 1n],
  [91_001n, '0.005', 456n],
  [100_000n, '12500000000', 1_250_000_000_000_000n],
  [0n, '0.1', 0n],
  [3n, '1', 3n],
])('%d gas at a price of %s cost %d', (gas, price, fee) => {
  expect(feeOf(gas, price)).toBe(fee)
})

it('The gas limit is 1.4 times the gas that the simulation used', () => {
  expect(gasLimitOf(65_000n)).toBe(91_000n)
  expect(gasLimitOf(1n)).toBe(2n)
})
