import { useLocale, useMessages } from '@latchkey/ui-react/kit'
import { agoOf } from '../entries/ago.js'
import { useFormats } from './useTimes.js'

/** The words of rows in the visitor's language. Each text is looked up once for all rows. */
export interface RowWords {
  readonly locale: string
  text(k: string, count?: number): string
  /** The time since then: a text of the catalogue with its key, or a date. Times are in ms since 1970. */
  ago(time: number): { k: string | undefined; shown: string }
  exact(time: number): string
}

/** @param now the time in ms since 1970 that times are relative to */
export function useRowWords(now: number, timeZone: string | undefined): RowWords {
  const message = useMessages()
  const locale = useLocale()
  const formats = useFormats(timeZone)
  const known = new Map<string, string>()
  const text: RowWords['text'] = (k, count = 0) => {
    const name = `${k} ${count}`
    const found = known.get(name) ?? message(k, { count })
    known.set(name, found)
    return found
  }
  return {
    locale,
    text,
    ago(time) {
      const ago = agoOf(time, now)
      return 'k' in ago
        ? { k: ago.k, shown: text(ago.k, ago.count) }
        : { k: undefined, shown: formats.day.format(time) }
    },
    exact: (time) => formats.exact.format(time),
  }
}
