import type { Caip2 } from '@latchkey/plugin-api'
import type { HistoryEntry, PendingTransaction } from '../api.js'
import { timeOf } from './months.js'

/** A transaction is spam where all that it moves is flagged as spam, and it moves something. */
export const isSpam = ({ transfers }: HistoryEntry): boolean =>
  transfers.length > 0 &&
  transfers.every(({ fungible_info, nft_info }) => (fungible_info ?? nft_info)?.flags.is_spam)

/** The entries of one network. */
export const onNetwork = (
  entries: readonly HistoryEntry[],
  network: Caip2,
): readonly HistoryEntry[] => entries.filter(({ metadata }) => metadata.chain === network)

/** The entries with others behind them, each id once. */
export function append(
  entries: readonly HistoryEntry[],
  more: readonly HistoryEntry[],
): readonly HistoryEntry[] {
  const ids = new Set(entries.map(({ id }) => id))
  return [...entries, ...more.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** A new first page beside the entries that are shown. */
export interface Head {
  /** Entries that are still there, as the page has them. */
  kept: readonly HistoryEntry[]
  /** Entries that were not shown yet. */
  fresh: readonly HistoryEntry[]
  /** Entries that the chain took back: in the page's time, and not in the page. */
  gone: readonly HistoryEntry[]
  /** All of the page is new: entries may lie between it and those that are shown. */
  isGap: boolean
}

/**
 * Compares a new first page with the entries that are shown.
 * @param hasMore whether there are older entries than those of the page
 * @param early ids of shown entries that say nothing about what lies below them
 */
export function compareHead(
  shown: readonly HistoryEntry[],
  page: readonly HistoryEntry[],
  { hasMore, early }: { hasMore: boolean; early: ReadonlySet<string> },
): Head {
  const byId = new Map(page.map((entry) => [entry.id, entry]))
  const ids = new Set(shown.map(({ id }) => id))
  const fresh = page.filter(({ id }) => !ids.has(id))
  const isJoined = page.some(({ id }) => ids.has(id) && !early.has(id))
  const isGap = hasMore && !isJoined && shown.some(({ id }) => !early.has(id))
  const oldest = hasMore ? Math.min(...page.map(timeOf)) : -Infinity
  const isGone = (entry: HistoryEntry): boolean =>
    !isGap && !byId.has(entry.id) && timeOf(entry) > oldest
  return {
    fresh,
    isGap,
    kept: shown.filter((entry) => !isGone(entry)).map((entry) => byId.get(entry.id) ?? entry),
    gone: shown.filter(isGone),
  }
}

/** The hashes of entries, in lower case. */
const hashesOf = (entries: readonly HistoryEntry[]): ReadonlySet<string> =>
  new Set(entries.map(({ metadata }) => metadata.hash.toLowerCase()))

/** The pending ones that the chain does not have yet: its entry of the same hash takes their place. */
export const stillPending = (
  pending: readonly PendingTransaction[],
  entries: readonly HistoryEntry[],
): readonly PendingTransaction[] => {
  const hashes = hashesOf(entries)
  return pending.filter(({ hash }) => hash === undefined || !hashes.has(hash.toLowerCase()))
}
