import { useLocale, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, useState } from 'react'
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
  ago(time: number): string
  exact(time: number): string
  hour(time: number): string
} {
  const locale = useLocale()
  const text = useMessages()
  return {
    ago(time) {
      const ago = agoOf(time, now)
      return 'k' in ago
        ? text(ago.k, { count: ago.count })
        : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(time)
    },
    exact: (time) =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'medium',
        timeZone,
      }).format(time),
    hour: (time) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(time),
  }
}
