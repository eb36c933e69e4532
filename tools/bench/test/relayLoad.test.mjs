import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onePerTick } from '../lib/relayLoad.mjs'

const TICK_MS = 5

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it.each([
  [10, 3],
  [1000, 1],
  [7, 2],
])(
  '%i calls a second for %i s are each made when they are due, not one call later (audit H2)',
  async (rate, seconds) => {
    const [began, late] = [performance.now(), []]
    const ended = onePerTick(rate, seconds, (due) => late.push(performance.now() - due))
    await vi.runAllTimersAsync()
    await ended
    expect(late).toHaveLength(rate * seconds)
    expect([Math.min(...late) >= 0, Math.max(...late) <= TICK_MS]).toEqual([true, true])
    expect(performance.now() - began).toBeLessThanOrEqual(seconds * 1000)
  },
)
