import { type Lock } from '@latchkey/service-kit/store'
import { type HistoryBody, type StoredTransfer } from './store.js'

/** The header of a block. `at` is milliseconds since 1970, hashes are `0x` and 64 hex digits. */
export interface Header {
  number: number
  hash: string
  parent: string
  at: number
}

/** An entry of one account, as it is written. */
export interface NewEntry {
  /** `0x` and 40 hex digits. */
  account: string
  block: number
  index: number
  hash: string
  at: number
  body: HistoryBody
  /** Movements beyond those of the body. NFTs count them; no page tells them. */
  rest?: readonly StoredTransfer[]
}

/** An account that is followed. */
export interface Followed {
  /** `0x` and 40 hex digits, lower case. */
  account: string
  /** The first block of which everything was read. */
  since: number
  /** Logs were read down to this block. 0: nothing older is wanted. */
  done: number
}

export interface ChainState {
  genesis: string
  top: Pick<Header, 'number' | 'hash'>
}

/** A part of a chain that was read, to be kept at once or not at all. */
export interface Commit {
  chain: string
  /** Of the lease. Where somebody has taken a newer one, nothing is kept. */
  epoch: number
  /** The own top while this was read. Where it has moved, nothing is kept. */
  expected: string
  /** Blocks above this one were replaced by others: what came from them is taken back first. */
  takeBackAbove?: number
  /** Oldest first; the last one is the new top, except of a commit backwards. */
  blocks: readonly Header[]
  entries: readonly NewEntry[]
  /**
   * The logs of these accounts were read from one block down to another; the top stays where it is.
   * Where one of them is no longer at `from`, nothing is kept.
   */
  backwards?: { accounts: readonly string[]; from: number; done: number }
  /** Of one account; a tenth more is kept before the oldest are dropped. Absent: all. */
  maxEntries?: number
}

/** The right to follow a chain. */
export interface Lease extends Lock {
  /** Counts the leases of the chain. 0: it was not begun yet. */
  epoch: number
}

/** The side of the store that belongs to the follower. Chains are CAIP-2 ids. */
export interface FollowerStore {
  /**
   * From here on the leases before this one write nothing.
   * @param whole everything of the chain is kept, so that no account has to be asked for
   * @returns undefined while another process or thread follows the chain
   */
  lease(chain: string, whole?: boolean): Promise<Lease | undefined>
  state(chain: string): Promise<ChainState | undefined>
  /**
   * Begins a chain at a block; its own entries are not read.
   * @returns the first epoch, which is the caller's
   * @throws ApiStoreError `store.conflict` where it was begun
   */
  begin(chain: string, genesis: string, top: Header, whole?: boolean): Promise<number>
  /** Headers that were kept, the newest first, from below a block. Gaps are possible. */
  headersBelow(chain: string, number: number, limit: number): Promise<readonly Header[]>
  /**
   * @returns accounts that have as many entries as they may: nothing older is wanted of them
   * @throws ApiStoreError `store.conflict` where another has written; `store.other_chain`
   */
  commit(part: Commit): Promise<readonly string[]>
  /** Those whose following has begun. */
  followed(chain: string): Promise<readonly Followed[]>
  /**
   * Begins those that were asked for since: they are followed from the block after the top.
   * @throws ApiStoreError `store.conflict` where a newer lease was taken
   */
  adopt(chain: string, epoch: number): Promise<readonly Followed[]>
  /**
   * Drops accounts that nobody asked for since a time, with all that was kept of them.
   * @returns those accounts
   * @throws ApiStoreError `store.conflict` where a newer lease was taken
   */
  forget(chain: string, epoch: number, askedBefore: number): Promise<readonly string[]>
}
