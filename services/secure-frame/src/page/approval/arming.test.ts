import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ARM_MS, createArming } from './arming.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('arming', () => {
  it('Works after 800 ms of visibility, and not a millisecond before', () => {
    const told: boolean[] = []
    const arming = createArming((isArmed) => told.push(isArmed))
    arming.seen(true)
    vi.advanceTimersByTime(ARM_MS - 1)
    expect([arming.isArmed(), told]).toEqual([false, []])
    vi.advanceTimersByTime(1)
    expect([arming.isArmed(), told]).toEqual([true, [true]])
  })

  it('A card that is never seen is never armed', () => {
    const arming = createArming(() => undefined)
    arming.seen(false)
    arming.disturb()
    vi.advanceTimersByTime(100 * ARM_MS)
    expect(arming.isArmed()).toBe(false)
  })

  it.each(Array.from({ length: 100 }, (_, index) => index * 8))(
    'A click %i ms after the card was uncovered is not taken',
    (after) => {
      const arming = createArming(() => undefined)
      arming.seen(true)
      vi.advanceTimersByTime(5 * ARM_MS)
      arming.seen(false)
      vi.advanceTimersByTime(5 * ARM_MS)
      arming.seen(true)
      vi.advanceTimersByTime(after)
      expect(arming.isArmed()).toBe(false)
    },
  )

  it('A change of size or place begins the time anew and disarms', () => {
    const told: boolean[] = []
    const arming = createArming((isArmed) => told.push(isArmed))
    arming.seen(true)
    vi.advanceTimersByTime(ARM_MS)
    arming.disturb()
    expect([arming.isArmed(), told]).toEqual([false, [true, false]])
    vi.advanceTimersByTime(ARM_MS)
    expect([arming.isArmed(), told]).toEqual([true, [true, false, true]])
  })

  it('A stopped card stays disarmed', () => {
    const arming = createArming(() => undefined)
    arming.seen(true)
    arming.stop()
    vi.advanceTimersByTime(5 * ARM_MS)
    expect(arming.isArmed()).toBe(false)
  })

  it('Whatever happens, it is armed only after 800 ms in which nothing did', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constantFrom('seen', 'hidden', 'disturb') }),
      fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: 1_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const arming = createArming(() => undefined)
        let [isSeen, quiet] = [false, 0]
        for (const each of events) {
          if (each.kind === 'pass' && 'ms' in each) {
            vi.advanceTimersByTime(each.ms)
            quiet += each.ms
          } else if (each.kind === 'disturb') {
            arming.disturb()
            quiet = 0
          } else {
            const next = each.kind === 'seen'
            arming.seen(next)
            if (next !== isSeen) quiet = 0
            isSeen = next
          }
          expect(arming.isArmed()).toBe(isSeen && quiet >= ARM_MS)
        }
        arming.stop()
      }),
    )
  })
})
