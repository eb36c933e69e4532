import { endOf } from '../stores/sessions.js'
import type { KnownSession } from '../types.js'

/** The longest time that a timer takes: 2^31 - 1. */
const MAX_TIMER_MS = 2_147_483_647

/** Calls back when the watched session expires while the page is open. */
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
      () => (left > MAX_TIMER_MS ? watch(session) : ended()),
      Math.min(Math.max(left, 0), MAX_TIMER_MS),
    )
  }
  return { watch, stop }
}
