import type { HistoryEntry } from '../api.js'

/** Pages that are read at most: a server may never end. */
const MAX_PAGES = 200
/** Pages without an entry of this network that are passed at once. */
const MAX_EMPTY_PAGES = 5

interface Page {
  data: readonly HistoryEntry[]
  next: string | null
  /** ISO 8601, as {@link HistoryPage} has it. */
  coinsSince?: string
}
/** A part of the list. `next` is absent at the end; `coinsSince` is ms since 1970. */
export interface Found {
  data: readonly HistoryEntry[]
  next: string | undefined
  coinsSince: number | undefined
}

export const foundIn = ({ data, next, coinsSince }: Page): Found => ({
  data,
  next: next ?? undefined,
  coinsSince: coinsSince === undefined ? undefined : Date.parse(coinsSince),
})

/** Reads a list page by page, whatever cursors a server gives. */
export interface Pages {
  /** Whether the page of a cursor was read. */
  isUsed(cursor: string): boolean
  /**
   * Reads the page of a cursor, the first one without. Pages without entries are passed over. `next`
   * is absent at the end, after a cursor that was used before, and after 200 pages.
   */
  read(
    cursor: string | undefined,
    fetchPage: (cursor: string | undefined) => Promise<Page>,
  ): Promise<Found>
}

export function createPages(): Pages {
  const used = new Set<string>()
  return {
    isUsed: (cursor) => used.has(cursor),
    async read(cursor, fetchPage) {
      let at = cursor
      for (let turn = 1; ; turn++) {
        if (at !== undefined) used.add(at)
        const page = await fetchPage(at)
        const { data, next } = page
        const isEnd = next === null || used.has(next) || used.size >= MAX_PAGES - 1
        if (isEnd) return foundIn({ ...page, next: null })
        if (data.length || turn === MAX_EMPTY_PAGES) return foundIn(page)
        at = next
      }
    },
  }
}
