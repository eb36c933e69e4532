import { useLocale, type Message } from '@latchkey/ui-react/kit'
import { useEffect, useMemo, useState } from 'react'
import { agoOf } from '../entries/ago.js'

/** How often relative times are drawn anew. */
const TICK_MS = 30_000

/** The time in ms, kept up to date while it is drawn. */
export function useNow(everyMs = TICK_MS): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Writes times (ms since 1970) in the visitor's language: relative to now, exactly, and the hour. */
export function useTimes(
  now: number,
  timeZone: string | undefined,
): {
  ago(time: number): string | Message
  exact(time: number): string
  hour(time: number): string
} {
  const locale = useLocale()
  // Making a format takes far longer than its use.
  const formats = useMemo(() => {
    const of = (style: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...style, timeZone })
    return {
      day: of({ dateStyle: 'medium' }),
      exact: of({ dateStyle: 'medium', timeStyle: 'medium' }),
      hour: of({ timeStyle: 'short' }),
    }
  }, [locale, timeZone])
  return useMemo(
    () => ({
      ago(time) {
        const ago = agoOf(time, now)
        return 'k' in ago ? { k: ago.k, params: { count: ago.count } } : formats.day.format(time)
      },
      exact: (time) => formats.exact.format(time),
      hour: (time) => formats.hour.format(time),
    }),
    [now, formats],
  )
}
