import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createExpiry } from '../src/flow/expiry.js'
import type { KnownSession } from '../src/types.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
afterEach(() => void vi.useRealTimers())
const DAY_MS = 86_400_000
const session = (expirationTime?: string, own?: string): KnownSession => ({
  data: {
    domain: 'a',
    accountAddress: 'a',
    chainId: 'eip155:1',
    uri: 'https://a',
    version: '1',
    nonce: 'n1234567',
    issuedAt: '2026-01-01T00:00:00Z',
    ...(expirationTime !== undefined && { expirationTime }),
  },
  ...(own !== undefined && { expirationTime: own }),
})
const at = (ms: number): string => new Date(ms).toISOString()
const watch = () => {
  const ended = vi.fn()
  return { ended, ...createExpiry(ended) }
}

it('The earlier of two expiry times calls back once', () => {
  const expiry = watch()
  expiry.watch(session(at(61_000), at(31_000)))
  vi.advanceTimersByTime(29_999)
  expect(expiry.ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(DAY_MS)
  expect(expiry.ended).toHaveBeenCalledTimes(1)
})
it('An expiry that is later than one timer can wait still calls back', () => {
  const expiry = watch()
  expiry.watch(session(at(1_000 + 60 * DAY_MS)))
  vi.advanceTimersByTime(59 * DAY_MS)
  expect(expiry.ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * DAY_MS)
  expect(expiry.ended).toHaveBeenCalledTimes(1)
})
it('A session without an expiry never calls back, and a malformed expiry counts as passed', () => {
  const expiry = watch()
  expiry.watch(session())
  expect(vi.getTimerCount()).toBe(0)
  expiry.watch(session('soon'))
  vi.advanceTimersByTime(1)
  expect(expiry.ended).toHaveBeenCalledTimes(1)
})
it('One session is watched at a time, until it is stopped', () => {
  const expiry = watch()
  expiry.watch(session(at(2_000)))
  expiry.watch(session(at(3_000)))
  expect(vi.getTimerCount()).toBe(1)
  expiry.stop()
  vi.advanceTimersByTime(DAY_MS)
  expect([expiry.ended.mock.calls, vi.getTimerCount()]).toEqual([[], 0])
})
