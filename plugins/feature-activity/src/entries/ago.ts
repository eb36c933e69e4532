const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** After so many days the date says more. */
const MAX_DAYS = 7

/**
 * The time since something happened as a message key and its count, in short forms such as `5 min` and
 * `2 hrs`; `date` where it is so long ago that a date says more. A time in the future is now.
 */
export function agoOf(time: number, now: number): { k: string; count: number } | { date: number } {
  const passed = Math.max(0, now - time)
  if (passed < MINUTE_MS) return { k: 'activity.now', count: 0 }
  if (passed < HOUR_MS) return { k: 'activity.minutes', count: Math.floor(passed / MINUTE_MS) }
  if (passed < DAY_MS) return { k: 'activity.hours', count: Math.floor(passed / HOUR_MS) }
  const days = Math.floor(passed / DAY_MS)
  return days < MAX_DAYS ? { k: 'activity.days', count: days } : { date: time }
}
