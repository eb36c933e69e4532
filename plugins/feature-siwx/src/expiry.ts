import { endOf } from './sessions.js'
import type { KnownSession } from './types.js'

/** Longest time that a timer takes, ms. */
const LONGEST = 2_147_483_647

/** Calls back when a session ends while the page is open. */
export interface Expiry {
  watch(session: KnownSession): void
  stop(): void
}
export function createExpiry(ended: () => void): Expiry {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)
  const watch = (session: KnownSession): void => {
    stop()
    const left = endOf(session) - Date.now()
    if (left === Infinity) return
    timer = setTimeout(
      () => (left > LONGEST ? watch(session) : ended()),
      Math.min(Math.max(left, 0), LONGEST),
    )
  }
  return { watch, stop }
}
