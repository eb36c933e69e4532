import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a call may begin. @throws the signal's reason; an error where too many wait before it */
export type Pace = (signal: AbortSignal) => Promise<void>

const SECOND_MS = 1000
/** A source has 4 s: one that would have to wait for longer is not let in, and keeps nobody waiting. */
const LONGEST_MS = 3000

/** Lets so many calls of this process begin in a second, in the order in which they came. */
export function createPace(perSecond: number): Pace {
  const stepMs = SECOND_MS / perSecond
  let free = 0
  return async (signal) => {
    const now = Date.now()
    const start = Math.max(now, free)
    if (start - now > LONGEST_MS) throw new Error('too many calls wait')
    free = start + stepMs
    if (start > now) await pause(start - now, undefined, { signal })
    signal.throwIfAborted()
  }
}
