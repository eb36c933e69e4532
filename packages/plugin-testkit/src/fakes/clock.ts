import type { Dispose } from '@latchkey/plugin-api'
import { stubGlobals } from '../page.js'

/** Time that passes when a test says so. */
export interface FakeClock {
  /** The time in ms since 1970. */
  now(): number
  /**
   * Lets so many ms pass. Timers run in order, and the tasks that one starts run before the next.
   */
  advance(ms: number): Promise<void>
  /** The number of timers that wait. */
  waiting(): number
  /** Restores the real clock. */
  dispose: Dispose
}
interface Timer {
  at: number
  every?: number
  run(): void
}
type Callback = (...args: unknown[]) => void

/**
 * Replaces `setTimeout`, `setInterval` and `Date.now` until it is disposed.
 * @param start ms since 1970
 * @example const clock = fakeClock(); quote.start(); await clock.advance(30_000); clock.dispose()
 */
export function fakeClock(start = 1_700_000_000_000): FakeClock {
  const timers = new Map<number, Timer>()
  const { setTimeout: realTimeout } = globalThis
  const realNow = Date.now
  let time = start
  let count = 0
  const set =
    (repeats: boolean) =>
    (run: Callback, ms = 0, ...args: unknown[]): number => {
      const wait = Math.max(0, Number(ms) || 0)
      timers.set(++count, {
        at: time + wait,
        run: () => run(...args),
        ...(repeats && { every: Math.max(1, wait) }),
      })
      return count
    }
  const clear = (id: unknown): void => void timers.delete(id as number)
  const restore = stubGlobals({
    setTimeout: set(false),
    setInterval: set(true),
    clearTimeout: clear,
    clearInterval: clear,
  })
  Date.now = () => time
  const settle = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 0))
  const next = (until: number): readonly [number, Timer] | undefined =>
    [...timers]
      .filter(([, { at }]) => at <= until)
      .sort(([a, { at }], [b, { at: other }]) => at - other || a - b)[0]
  return {
    now: () => time,
    waiting: () => timers.size,
    async advance(ms) {
      const until = time + ms
      await settle()
      for (let due = next(until); due; due = next(until)) {
        const [id, timer] = due
        time = timer.at
        if (timer.every) timer.at += timer.every
        else timers.delete(id)
        timer.run()
        await settle()
      }
      time = until
    },
    dispose() {
      restore()
      Date.now = realNow
    },
  }
}
