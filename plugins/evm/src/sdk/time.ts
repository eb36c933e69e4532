/** The last second of the year 9999: later ones mean never. */
export const LAST = 253_402_300_799n

/** Seconds since 1970, as they are and as a date where there is one. */
export const toTime = (seconds: string): string =>
  BigInt(seconds) <= LAST
    ? `${seconds} (${new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC)`
    : seconds
