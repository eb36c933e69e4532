import { type Release } from './engine/engine.js'
import { type HistoryBody } from './store.js'

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
}

/** An account that is followed. */
export interface Followed {
  /** `0x` and 40 hex digits, lower case. */
  account: string
  /** The first block of which everything was read. */
  since: number
  /** Logs were read down to this block. */
  done: number
}

export interface ChainState {
  genesis: string
  top: Pick<Header, 'number' | 'hash'>
}

/** A part of a chain that was read, to be kept at once or not at all. */
export interface Commit {
  chain: string
  /** The own top while this was read. Where it has moved, nothing is kept. */
  expected: string
  /** Blocks above this one were replaced by others: what came from them is taken back first. */
  takeBackAbove?: number
  /** Oldest first; the last one is the new top, except of a commit backwards. */
  blocks: readonly Header[]
  entries: readonly NewEntry[]
  /** The logs of these accounts were read down to this block; the top stays where it is. */
  backwards?: { accounts: readonly string[]; done: number }
}

/** The side of the store that belongs to the follower. Chains are CAIP-2 ids. */
export interface FollowerStore {
  /** @returns undefined while another process or thread follows the chain */
  lease(chain: string): Promise<Release | undefined>
  state(chain: string): Promise<ChainState | undefined>
  /** Begins a chain at a block; its own entries are not read. Does nothing where it was begun. */
  begin(chain: string, genesis: string, top: Header): Promise<void>
  /** Headers that were kept, the newest first, from below a block. Gaps are possible. */
  headersBelow(chain: string, number: number, limit: number): Promise<readonly Header[]>
  /** @throws ApiStoreError `store.conflict` where the own top is not the expected one */
  commit(part: Commit): Promise<void>
  /** Those whose following has begun. */
  followed(chain: string): Promise<readonly Followed[]>
  /** Begins those that were asked for since: they are followed from the block after the top. */
  adopt(chain: string): Promise<readonly Followed[]>
  /**
   * Drops accounts that nobody asked for since a time, with all that was kept of them.
   * @returns those accounts
   */
  forget(chain: string, askedBefore: number): Promise<readonly string[]>
}
