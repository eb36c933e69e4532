/** ms between two sign-ins by email. The limits that count are the service's. */
export const COOLDOWN_MS = 30_000

/** The time from which on a mail may be asked for again. A time in the future is not believed. */
export const resendTime = (last: number | undefined, now: number): number =>
  last === undefined || !(last <= now) ? 0 : last + COOLDOWN_MS

/** Whole seconds until then, 0 where it has passed. */
export const secondsUntil = (time: number, now: number): number =>
  Math.max(0, Math.ceil((time - now) / 1_000))
