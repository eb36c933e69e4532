import type { BackendApi, CacheUse, HistoryEntry } from '@latchkey/backend'
import type { Caip2, Dispose, Network, Observable } from '@latchkey/plugin-api'
import type { Lookalike } from '@latchkey/plugin-api/lookalike'

export type { CacheUse, HistoryEntry }
/** The server that histories come from. */
export type Client = BackendApi['client']

/** Entries by year, then by month: 0 is January. Newest first in each month. */
export type MonthGroups = Readonly<
  Record<number, Readonly<Record<number, readonly HistoryEntry[]>>>
>

/** A transaction that a plugin of this page sent, and whose end may not be known yet. */
export interface PendingTransaction {
  /** Unique among the transactions of its source. */
  id: string
  network: Caip2
  /** The address that sent it. */
  account: string
  /** Its hash, where it is known: the chain's entry of the same hash takes its place. */
  hash?: string
  /** Time at which it was sent, ms since 1970. */
  at: number
  /** The end of it, and `pending` until then. */
  status: 'pending' | 'success' | 'failed' | 'replaced' | 'dropped'
  /** Whole units, decimal text. */
  amount: string
  symbol: string
  /** An NFT in words, shown in the place of amount and symbol: `Cats #7`. */
  item?: string
  receiver: string
  /** https address of the transaction in the network's explorer. */
  link?: string
}

/**
 * A plugin's contribution to the point `activity.pending`: what it sent and follows. The list is read
 * again whenever it tells of a change.
 * @example ctx.points.add(createToken<PendingSource>('activity.pending'), { id: 'swap', pending })
 */
export interface PendingSource {
  id: string
  pending: Observable<readonly PendingTransaction[]>
}

/**
 * A reason to doubt a transaction. `zeroValue`: it moves nothing, and another account sent it.
 * `lookalike`: its counterparty can be mistaken for one that the account dealt with. `spelling`: its
 * token spells a listed one with other letters. `link`: its token's name has a link in it. `dust`: it
 * is worth less than 0.001 US dollars.
 */
export type Doubt = 'zeroValue' | 'lookalike' | 'spelling' | 'link' | 'dust'

export interface Suspicion {
  doubts: readonly Doubt[]
  /** The address that can be mistaken for a known one. */
  address?: string
  /** The known address, and where the other one differs. */
  lookalike?: Lookalike
  /** The ranges in which the known address differs from the other one, as in `Lookalike`. */
  knownDifferences?: Lookalike['differences']
  /** The listed name or symbol that the token spells. */
  spelled?: string
}

export interface ActivityState {
  /** Newest first, of the account and the network in use. Those that are hidden as spam too. */
  transactions: readonly HistoryEntry[]
  transactionsByYear: MonthGroups
  /** Purchases by Coinbase. */
  coinbaseTransactions: MonthGroups
  /** Network of the last fetch. */
  lastNetworkInView: Caip2 | undefined
  /** Address of the last fetch. */
  lastAccountInView: string | undefined
  loading: boolean
  /** The last fetch found nothing, or failed: `error` tells these apart. */
  empty: boolean
  /** Cursor of the next page. Absent at the end. */
  next: string | undefined
  /**
   * Payments of the network's own coin from before this time are not in the list, ms since 1970. It is
   * there once the end of the list was read; absent where all are listed.
   */
  coinsSince: number | undefined
  /** Failure of the last fetch. Its code can be shown. */
  error: unknown
  /** Time of the last good answer, ms since 1970. */
  readAt: number | undefined
  /** Time before which the server is not asked again, ms since 1970. */
  blockedUntil: number | undefined
  /** Transactions that this page sent with the account and the network in use, newest first. */
  pending: readonly PendingTransaction[]
  /** The number of new transactions that `showNew` puts above the others. */
  fresh: number
  /** The number of transactions that a reorganisation of the chain took back, until `showNew`. */
  undone: number
  /** Doubts by the id of the entry. */
  suspicions: Readonly<Record<string, Suspicion>>
  /** Names of known addresses: own accounts and contacts, by address in lower case. */
  names: Readonly<Record<string, string>>
  /** Whether there is a server to ask. */
  hasBackend: boolean
  /** IANA name of the time zone of months and times; the visitor's own if undefined. */
  timeZone: string | undefined
  /** The network of the list. */
  network: Network | undefined
  /** Next steps of an account without activity: buttons of the Account view, such as Receive. */
  steps: readonly { id: string; label: string; run(): void }[]
}

/** The place in the list that the visitor comes back to. */
export interface Place {
  /** Scroll position in px. */
  top: number
  /** The row that was opened. */
  row: number
}

/** The parameters of a fetch. */
export interface HistoryQuery {
  /** Address; the account in use if left out. */
  account?: string
  /** The network in use if left out. */
  chainId?: Caip2
  /** Cursor of a page; the first one if left out. */
  cursor?: string
  /** Asks for purchases at this provider alone, which are kept apart. */
  onramp?: 'coinbase'
  /** How the browser's HTTP cache is used. */
  cache?: CacheUse
}

/** The history of the account in use, as the views draw it. */
export interface ActivityApi {
  readonly state: Observable<ActivityState>
  /**
   * Fetches a page. One with a cursor is appended, one without takes the list's place. A failure is
   * in the state, said once, and told by the event `activity:fetch-failed`.
   * @throws `activity.account_missing`
   */
  fetchTransactions(query?: HistoryQuery): Promise<void>
  /** Fetches the first page, unless it is shown already for this account and network. */
  open(): Promise<void>
  /** Fetches the next page, if there is one and no fetch is under way. */
  loadMore(): Promise<void>
  /** Looks for new transactions, and for those that the chain took back. */
  refresh(): Promise<void>
  /** Puts new transactions above the others. */
  showNew(): Promise<void>
  /** Keeps the list up to date until the answer is called: new heads are looked for. */
  follow(): Promise<Dispose>
  /** The place in the list, kept while another view is shown, until the modal is closed. */
  readonly place: Place
  /** Opens the view of a transaction of the list. */
  show(id: string): void
}
