import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a call may begin. @throws the signal's reason */
export type Pace = (signal: AbortSignal) => Promise<void>

const SECOND_MS = 1000

/** Lets so many calls begin in a second, in the order in which they came. */
export function createPace(perSecond: number): Pace {
  const stepMs = SECOND_MS / perSecond
  let free = 0
  return async (signal) => {
    const now = Date.now()
    const start = Math.max(now, free)
    free = start + stepMs
    if (start > now) await pause(start - now, undefined, { signal })
    signal.throwIfAborted()
  }
}
