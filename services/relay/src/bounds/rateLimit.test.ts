import { expect, it } from 'vitest'
import { createRateLimit } from './rateLimit.js'

it('A client may spend its burst, then its rate, and other clients are not affected', () => {
  let now = 0
  const { takeUnits } = createRateLimit({ rate: 10, burst: 5 }, () => now)
  expect([1, 1, 1, 1, 1, 1].map((cost) => takeUnits('a', cost))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(takeUnits('b', 5)).toBe(true)
  now = 200
  expect([takeUnits('a', 2), takeUnits('a', 1)]).toEqual([true, false])
})

it('A client gets no units when the clock goes back', () => {
  let now = 10_000
  const { takeUnits } = createRateLimit({ rate: 10, burst: 2 }, () => now)
  takeUnits('a', 2)
  now = 0
  expect(takeUnits('a', 1)).toBe(false)
})

it('A busy client gets no units when the rate limit forgets idle clients', () => {
  let now = 0
  const { takeUnits, forgetIdleClients } = createRateLimit({ rate: 1, burst: 2 }, () => now)
  takeUnits('a', 2)
  now = 1000
  forgetIdleClients()
  expect(takeUnits('a', 2)).toBe(false)
})
