import type { Message } from '@latchkey/ui-react/kit'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Up to here minutes say it better than hours. */
const MOST_MINUTES = 120
/** A server that names a longer time does not mean it. */
const MAX_MS = 30 * 24 * HOUR_MS

/** The time after which somebody may try again, rounded up, in words. @param ms as `Retry-After` has it */
export function retryWords(ms: number | undefined): Message | undefined {
  if (ms === undefined || !(ms >= 0 && ms <= MAX_MS)) return undefined
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  return minutes <= MOST_MINUTES
    ? { k: 'names.retryMinutes', params: { count: minutes } }
    : { k: 'names.retryHours', params: { count: Math.ceil(ms / HOUR_MS) } }
}
