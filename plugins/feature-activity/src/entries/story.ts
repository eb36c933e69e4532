import type { HistoryEntry } from '../api.js'

type Transfer = HistoryEntry['transfers'][number]
/** The kinds of transactions, from the account's side. */
export type Deed =
  | 'sent'
  | 'received'
  | 'swapped'
  | 'moved'
  | 'minted'
  | 'burned'
  | 'approved'
  | 'deployed'
  | 'executed'

/** The sense of a transaction. */
export interface Story {
  deed: Deed
  /** Left the account. */
  out: readonly Transfer[]
  /** Came to the account. */
  in: readonly Transfer[]
  /** The other side, where there is one. */
  counterparty?: string
}

const NOBODY = /^0x0{40}$/i
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

function deedOf(
  { metadata }: HistoryEntry,
  gone: readonly Transfer[],
  come: readonly Transfer[],
): Deed {
  if (gone.length && come.length) return 'swapped'
  if (come.length) return come.every(({ from }) => NOBODY.test(from)) ? 'minted' : 'received'
  if (gone.length) return gone.every(({ to }) => NOBODY.test(to)) ? 'burned' : 'sent'
  if (metadata.operationType === 'approve') return 'approved'
  return metadata.sentTo === '' ? 'deployed' : 'executed'
}

/** Reads what happened in a transaction of the account. */
export function storyOf(entry: HistoryEntry, account: string): Story {
  const { metadata, transfers } = entry
  const of = (direction: Transfer['direction']): readonly Transfer[] =>
    transfers.filter((transfer) => transfer.direction === direction)
  const [gone, come] = [of('out'), of('in')]
  const deed =
    !gone.length && !come.length && transfers.length ? 'moved' : deedOf(entry, gone, come)
  const other = isSameAddress(metadata.sentFrom, account) ? metadata.sentTo : metadata.sentFrom
  const side =
    deed === 'sent'
      ? gone[0]?.to
      : deed === 'received'
        ? come[0]?.from
        : deed === 'swapped'
          ? metadata.sentTo
          : other
  const isOther = !!side && !isSameAddress(side, account) && !NOBODY.test(side)
  return {
    deed,
    out: deed === 'moved' ? of('self') : gone,
    in: come,
    ...(isOther && { counterparty: side }),
  }
}

/**
 * All other sides of a transaction: the one that is shown, and those of its transfers. The contract
 * of a token is none, though a transaction that moves the token is sent to it.
 */
export function counterpartiesOf(entry: HistoryEntry, account: string): readonly string[] {
  const { counterparty } = storyOf(entry, account)
  const sides = entry.transfers.flatMap(({ from, to }) => [from, to])
  return [...new Set(counterparty === undefined ? sides : [counterparty, ...sides])].filter(
    (address) => !isSameAddress(address, account) && !NOBODY.test(address),
  )
}
