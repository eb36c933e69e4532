import { expect, it } from 'vitest'
import { createRateLimit } from './rateLimit.js'

it('a client has its burst, then its rate; others are not touched', () => {
  let now = 0
  const { take } = createRateLimit({ rate: 10, burst: 5 }, () => now)
  expect([1, 1, 1, 1, 1, 1].map((cost) => take('a', cost))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(take('b', 5)).toBe(true)
  now = 200
  expect([take('a', 2), take('a', 1)]).toEqual([true, false])
})

it('a clock that goes back gives nothing and takes nothing', () => {
  let now = 10_000
  const { take } = createRateLimit({ rate: 10, burst: 2 }, () => now)
  take('a', 2)
  now = 0
  expect(take('a', 1)).toBe(false)
})

it('forgetting a quiet client does not give a busy one anything', () => {
  let now = 0
  const { take, sweep } = createRateLimit({ rate: 1, burst: 2 }, () => now)
  take('a', 2)
  now = 1000
  sweep()
  expect(take('a', 2)).toBe(false)
})
