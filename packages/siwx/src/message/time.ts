const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The time of a minute, ms since 1970. `undefined` where the calendar has no such day, or the day
 * no such minute.
 */
function minuteOf([year, month, day, hour, minute]: readonly number[]): number | undefined {
  const date = new Date(0)
  // `Date.UTC` reads years below 100 as years of the twentieth century.
  date.setUTCFullYear(year!, month! - 1, day)
  const isDay =
    date.getUTCFullYear() === year && date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
  return isDay && hour! < 24 && minute! < 60
    ? date.getTime() + (hour! * 60 + minute!) * MINUTE
    : undefined
}

/** Whether a minute is the last one of a month in UTC: only those can have a leap second. */
const endsMonth = (minute: number): boolean =>
  (minute + MINUTE) % DAY === 0 && new Date(minute + MINUTE).getUTCDate() === 1

/**
 * An RFC 3339 date-time as ms since 1970. Fractions of a ms are cut off; a leap second is read as
 * the second after it. `undefined` for any other text, and for times that do not exist.
 */
export function timeOf(text: string): number | undefined {
  const found = DATE_TIME.exec(text)
  if (!found) return undefined
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '.0',
    sign = '+',
    offsetHour = '00',
    offsetMinute = '00',
  ] = found
  const local = minuteOf([year, month, day, hour, minute].map(Number))
  if (local === undefined || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const start =
    local - Number(`${sign}1`) * (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE
  if (Number(second) > (endsMonth(start) ? 60 : 59)) return undefined
  return start + Number(second) * 1000 + Math.floor(Number(`0${fraction.slice(0, 4)}`) * 1000)
}
