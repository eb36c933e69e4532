import type { HistoryEntry, PendingTransaction } from '../api.js'
import { timeOf, type Month } from './months.js'

/** A row of the list. `month` is there on the first row of a month. */
export type ListRow = (
  | { kind: 'pending'; id: string; transaction: PendingTransaction }
  | { kind: 'entry'; id: string; entry: HistoryEntry }
) & { month?: Month }

/**
 * The rows of the list: what is pending, then the entries and what has ended, newest first. A pending
 * one stands in its month as an entry does, so that nothing moves when the chain's entry takes its
 * place.
 */
export function rowsOf(
  pending: readonly PendingTransaction[],
  entries: readonly HistoryEntry[],
  monthOf: (time: number) => Month,
): readonly ListRow[] {
  const sent = pending.map((transaction) => ({
    row: { kind: 'pending' as const, id: transaction.id, transaction },
    at: transaction.at,
  }))
  const isWaiting = ({ row }: (typeof sent)[number]): boolean =>
    row.transaction.status === 'pending'
  const ended: { row: ListRow; at: number }[] = [
    ...sent.filter((one) => !isWaiting(one)),
    ...entries.map((entry) => ({
      row: { kind: 'entry' as const, id: entry.id, entry },
      at: timeOf(entry),
    })),
  ]
  const rows = [...sent.filter(isWaiting), ...ended.sort((one, other) => other.at - one.at)]
  let before: Month | undefined
  return rows.map(({ row, at }) => {
    const month = monthOf(at)
    const isNew = before?.year !== month.year || before.month !== month.month
    before = month
    return isNew ? { ...row, month } : row
  })
}

/** Decimal text of whole units as an integer with its decimals. */
export function amountOf(numeric: string): { value: bigint; decimals: number } {
  const [whole = '0', fraction = ''] = numeric.split('.')
  return { value: BigInt(whole + fraction), decimals: fraction.length }
}
