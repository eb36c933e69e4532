/** The last second of the year 9999, in seconds since 1970: a later time means never. */
export const LAST_SECOND = 253_402_300_799n

/** Seconds since 1970 as text, with the date where there is one. */
export const toTime = (seconds: string): string =>
  BigInt(seconds) <= LAST_SECOND
    ? `${seconds} (${new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC)`
    : seconds
