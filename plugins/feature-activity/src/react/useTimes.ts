import { useLocale } from '@latchkey/ui-react/kit'
import { useEffect, useMemo, useState } from 'react'

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

/** Formats of times in the visitor's language. Making one takes far longer than its use. */
export function useFormats(
  timeZone: string | undefined,
): Readonly<Record<'day' | 'exact' | 'hour', Intl.DateTimeFormat>> {
  const locale = useLocale()
  return useMemo(() => {
    const of = (style: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...style, timeZone })
    return {
      day: of({ dateStyle: 'medium' }),
      exact: of({ dateStyle: 'medium', timeStyle: 'medium' }),
      hour: of({ timeStyle: 'short' }),
    }
  }, [locale, timeZone])
}
