import type { HistoryEntry, PendingTransaction } from '../api.js'
import { compareHead } from './lists.js'
import { timeOf } from './months.js'

/** A new first page, by when its entries are shown. */
export interface HeadRead {
  /** Entries that are shown at once, in no order. */
  shown: readonly HistoryEntry[]
  /** Entries that wait until the visitor asks for them, as they would move what is read. */
  held: readonly HistoryEntry[]
  /** Entries that the chain took back. */
  gone: readonly HistoryEntry[]
  /** The held ones are a whole page: they take the list's place. */
  isGap: boolean
  /** All that is shown is in the page: what is older follows the page's cursor. */
  isAll: boolean
}

/**
 * Reads a new first page beside the entries that are shown. New ones wait, except for those that move
 * nothing: all of them in an empty list, those below the list, and those that take the place of a
 * pending transaction.
 */
export function readHead(
  transactions: readonly HistoryEntry[],
  page: readonly HistoryEntry[],
  { hasMore, pending }: { hasMore: boolean; pending: readonly PendingTransaction[] },
): HeadRead {
  const { kept, fresh, gone, isGap } = compareHead(transactions, page, hasMore)
  const own = new Set(pending.map(({ hash }) => hash?.toLowerCase()))
  const oldest = Math.min(...transactions.slice(-1).map(timeOf))
  const isStill = (entry: HistoryEntry): boolean =>
    !isGap && (timeOf(entry) < oldest || own.has(entry.metadata.hash.toLowerCase()))
  const inPage = new Set(page.map(({ id }) => id))
  return {
    shown: [...kept, ...fresh.filter(isStill)],
    held: fresh.filter((entry) => !isStill(entry)),
    gone,
    isGap,
    isAll: kept.every(({ id }) => inPage.has(id)),
  }
}
