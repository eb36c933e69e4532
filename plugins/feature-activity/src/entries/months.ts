import type { HistoryEntry, MonthGroups } from '../api.js'

export interface Month {
  year: number
  /** 0 is January. */
  month: number
}

const formats = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
  })

/** Answers the month of a time (ms since 1970), in a time zone or in the visitor's own. */
export function createMonthOf(timeZone?: string): (time: number) => Month {
  const format = timeZone === undefined ? undefined : formats(timeZone)
  return (time) => {
    const date = new Date(time)
    if (!format) return { year: date.getFullYear(), month: date.getMonth() }
    const parts = format.formatToParts(date)
    const numberOf = (type: string): number =>
      Number(parts.find((part) => part.type === type)?.value)
    return { year: numberOf('year'), month: numberOf('month') - 1 }
  }
}

/** The value of a key that a server chose: `constructor` and `__proto__` are keys like any other. */
export const ownOf = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

export const timeOf = ({ metadata: { minedAt } }: HistoryEntry): number => Date.parse(minedAt)
/** Newest first. The order of one moment stays as it is. */
export const newestFirst = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  [...entries].sort((one, other) => timeOf(other) - timeOf(one))

/** Groups entries by year and month, the newest first in each. */
export function groupByMonth(
  entries: readonly HistoryEntry[],
  monthOf: (time: number) => Month,
): MonthGroups {
  const years: Record<number, Record<number, HistoryEntry[]>> = {}
  for (const entry of newestFirst(entries)) {
    const { year, month } = monthOf(timeOf(entry))
    const months = (years[year] ??= {})
    ;(months[month] ??= []).push(entry)
  }
  return years
}

/** The headline of a month: `November`, and `2024 · March` for one of another year than this one. */
export function monthName({ year, month }: Month, thisYear: number, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, month, 15),
  )
  return year === thisYear ? name : `${year} · ${name}`
}
