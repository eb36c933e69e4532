import { expect, it } from 'vitest'
import { retryWords } from './retryWords.js'

const minutes = (count: number) => ({ k: 'names.retryMinutes', params: { count } })
const hours = (count: number) => ({ k: 'names.retryHours', params: { count } })

it.each([
  [undefined, undefined],
  [Number.NaN, undefined],
  [-1, undefined],
  [0, minutes(1)],
  [5_000, minutes(1)],
  [60_000, minutes(1)],
  [60_001, minutes(2)],
  [5 * 60_000, minutes(5)],
  [120 * 60_000, minutes(120)],
  [120 * 60_000 + 1, hours(3)],
  [86_400_000, hours(24)],
  [31 * 86_400_000, undefined],
  [Number.MAX_SAFE_INTEGER, undefined],
])('A wait of %s ms in words', (ms, words) => {
  expect(retryWords(ms)).toEqual(words)
})
