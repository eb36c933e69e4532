import type { Limits } from '@latchkey/smart-account'
import { expect, it } from 'vitest'
import { nextPeriodOf } from './nextPeriod.js'

const limits = (expiry: number): Limits => ({
  permission: {
    type: 'native',
    allowance: { kind: 'period', amount: 1n, period: 100, start: 1_000 },
  },
  expiry,
})

it.each([
  ['before the first', 900, 1_000],
  ['at its start', 1_000, 1_100],
  ['within it', 1_099, 1_100],
  ['after a whole one', 1_100, 1_200],
])('The next period is known %s', (_, now, next) => {
  expect(nextPeriodOf(limits(5_000), now)).toBe(next)
})

it('There is no next period at the end of a grant, and none of a sum', () => {
  expect(nextPeriodOf(limits(1_200), 1_150)).toBeUndefined()
  const permission = { type: 'native', allowance: { kind: 'total', amount: 1n } } as const
  expect(nextPeriodOf({ permission, expiry: 5_000 }, 1_050)).toBeUndefined()
})
