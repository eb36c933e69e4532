import type { HistoryEntry, PendingTransaction } from '../api.js'
import { compareHead } from './lists.js'
import { timeOf } from './months.js'

/** A new first page, by when its entries are shown. */
export interface HeadRead {
  /** Entries that are shown at once, in no order. */
  shown: readonly HistoryEntry[]
  /** Entries that wait until the visitor asks for them, as they would move what is read. */
  held: readonly HistoryEntry[]
  /** The number of held ones that are not shown yet. */
  waiting: number
  /** Entries that the chain took back. */
  gone: readonly HistoryEntry[]
  /** The held ones are the whole page: they take the list's place. */
  isGap: boolean
  /** Ids of entries that are shown although others may be missing between them and the rest. */
  early: ReadonlySet<string>
  /** All that is shown is in the page: what is older follows the page's cursor. */
  isAll: boolean
}

/**
 * Reads a new first page beside the entries that are shown. New ones wait, except for those that move
 * nothing: all of them in an empty list, those below the list, and those that take the place of a
 * pending transaction, also where other entries are missing below them.
 * @param early those of the read before
 */
export function readHead(
  transactions: readonly HistoryEntry[],
  page: readonly HistoryEntry[],
  {
    hasMore,
    pending,
    early: earlyBefore,
  }: {
    hasMore: boolean
    pending: readonly PendingTransaction[]
    early: ReadonlySet<string>
  },
): HeadRead {
  const { kept, fresh, gone, isGap } = compareHead(transactions, page, {
    hasMore,
    early: earlyBefore,
  })
  const own = new Set(pending.map(({ hash }) => hash?.toLowerCase()))
  const oldest = Math.min(...transactions.slice(-1).map(timeOf))
  const isStill = (entry: HistoryEntry): boolean =>
    own.has(entry.metadata.hash.toLowerCase()) || (!isGap && timeOf(entry) < oldest)
  const [still, waiting] = [fresh.filter(isStill), fresh.filter((entry) => !isStill(entry))]
  const inPage = new Set(page.map(({ id }) => id))
  return {
    shown: [...kept, ...still],
    held: isGap ? page : waiting,
    waiting: waiting.length,
    gone,
    isGap,
    early: new Set(isGap ? [...earlyBefore, ...still.map(({ id }) => id)] : []),
    isAll: kept.every(({ id }) => inPage.has(id)),
  }
}
