/** The last second that a date can say. */
const LAST = 8_640_000_000_000n

/** Seconds since 1970, as they are and as a date where there is one. */
export const toTime = (seconds: string): string =>
  BigInt(seconds) <= LAST ? `${seconds} (${new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC)` : seconds
