import { type Log } from '@latchkey/service-kit'
import { type Account } from '../accounts.js'
import { type ChainConfig, type Chains } from '../chains.js'
import { type Document } from '../media/fetcher.js'
import { type EntryText, type Store, type TokenStandard } from '../store/store.js'

/**
 * A place that knows something of accounts. A chain may have several, asked in the host's order; each
 * does what it can. A failure is logged by the source's name and never told to a client, except a
 * Refusal.
 */
export interface Source {
  /** Letters, digits and dashes. It stands in cursors, so it must not change. */
  readonly id: string
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  /**
   * How long its answers may be kept, by all instances together, ms; they must be values of JSON. All who
   * ask for the same meanwhile wait for one answer. Absent: each request asks.
   */
  readonly keptMs?: number
  history?(query: PageQuery): Promise<HistoryPage>
  balances?(query: BalanceQuery): Promise<Balances>
  nfts?(query: PageQuery): Promise<Page<NftItem>>
  /** Rights over tokens of the account that hold now. */
  approvals?(query: PageQuery): Promise<Page<ApprovalItem>>
  /** @returns prices of one whole unit by {@link tokenKey}; those that are not known are left out */
  prices?(query: PriceQuery): Promise<ReadonlyMap<string, number>>
  metadata?(query: MetadataQuery): Promise<NftMetadata | undefined>
  /**
   * Waits until the transaction is in a block.
   * @returns `undefined` where the signal ended it
   */
  settled?(query: AccountQuery & { hash: string }): Promise<Settled | undefined>
  /** How its chains are, for `/health`. A balancer asks often: it takes two seconds at most. */
  health?(): Promise<readonly SourceHealth[]>
  /** Gives back what it opened, such as connections. */
  close?(): Promise<void>
}

/** A source that has a copy of a chain tells how that is beside the chain of the nodes. */
export interface SourceHealth {
  chain: string
  /**
   * `lagging`: it lacks blocks that the nodes have had for a while. `behind`: the nodes do not have its
   * last block. `other_chain`: theirs is another one. `away`: it cannot be told, because the source or
   * the nodes do not answer.
   */
  state: 'ok' | 'lagging' | 'behind' | 'other_chain' | 'away'
  /** Since when it is `ok`, or is not, ms since 1970. */
  since: number
  /** Its last block. */
  top?: number
}

export interface AccountQuery {
  account: Account
  signal: AbortSignal
}

export interface BalanceQuery extends AccountQuery {
  /** An answer that was kept is not wanted. */
  isFresh?: boolean
  /** The answer must contain it; a source without `settled` is not asked for that. */
  after?: Settled
}

/** A transaction that the chain has. */
export interface Settled {
  /** Its block, or slot. */
  block: number
  /** Contracts that told of a movement from or to the account in it. */
  tokens: readonly string[]
}

export interface Balances {
  items: readonly BalanceItem[]
  /** Some tokens could not be read in time, and may be at the next asking. */
  isPartial?: boolean
}

export interface PageQuery extends AccountQuery {
  /** As the page before gave it. */
  position?: string
  limit: number
}

export interface Page<Item> {
  items: readonly Item[]
  /** Absent: this was the last page. */
  next?: string
  /** There may be more that could not be read yet. */
  isPartial?: boolean
}

export interface HistoryPage extends Page<HistoryItem> {
  /** Entries of the service's own store in the place of `items`: they are ready texts. */
  stored?: StoredEntries
  /** Payments of the native coin from before this time are not in the list, ms since 1970. */
  coinsSince?: number
}

export interface StoredEntries {
  entries: readonly EntryText[]
  /** By address in lower case; a token whose contract does not say is left out. */
  infos: ReadonlyMap<string, TokenInfo>
}

export interface PriceQuery {
  /** Lower case: `usd`. */
  currency: string
  /** Absent `address`: the native coin. */
  tokens: readonly { chain: string; address?: string }[]
  signal: AbortSignal
}

/** One NFT, or one kind of ERC-1155. */
export interface NftKey {
  chain: string
  token: string
  tokenId: string
  standard: 'erc721' | 'erc1155'
}

export interface MetadataQuery extends NftKey {
  signal: AbortSignal
}

export interface HistoryItem {
  hash: string
  /** Milliseconds since 1970. */
  at: number
  operationType: string
  status: 'confirmed' | 'failed'
  sentFrom: string
  sentTo: string | null
  nonce?: number
  /** Paid by the sender, in wei. */
  fee?: string
  /** Why it failed, in the contract's own words. */
  reason?: string
  transfers: readonly HistoryTransfer[]
  /** So many more are not told one by one. */
  more?: number
}

export interface HistoryTransfer {
  direction: 'in' | 'out' | 'self'
  from: string
  to: string
  standard: TokenStandard
  /** Contract; absent for the native coin. */
  token?: string
  tokenId?: string
  /** In the smallest unit, decimal text. */
  amount: string
  /** Absent where the contract does not say. */
  info?: TokenInfo
}

export interface TokenInfo {
  name: string
  symbol: string
  decimals: number
  spam: boolean
}

export interface BalanceItem {
  /** Absent for the native coin. */
  address?: string
  name: string
  symbol: string
  decimals: number
  /** In the smallest unit, decimal text. */
  amount: string
  spam: boolean
  /** Of one whole unit, where the source knows it. */
  price?: number
}

export interface NftItem {
  token: string
  tokenId: string
  standard: 'erc721' | 'erc1155'
  amount: string
  collection: string
  spam: boolean
}

/** `amount`: of an ERC-20. `item`: one ERC-721. `all`: everything that the account has of a collection. */
export interface ApprovalItem {
  kind: 'amount' | 'item' | 'all'
  token: string
  spender: string
  /** Of an `item`. */
  tokenId?: string
  /** Of an `amount`, in the smallest unit, decimal text. */
  amount?: string
  /** Absent where the contract does not say. */
  info?: TokenInfo
}

export interface NftMetadata {
  name: string
  description: string
  /** `https:`, `ipfs:` or `data:`; never shown to a page. */
  image?: string
  traits: readonly { name: string; value: string }[]
}

/** The parts of the service that a source may use. */
export interface SourceContext {
  chains: Chains
  store: Store
  /** Fetches what a stranger's contract names, with every guard. */
  fetchDocument(url: string, signal: AbortSignal): Promise<Document>
  /** The first block whose logs the host wants read. */
  backfillFrom: number
  now(): number
  log: Log
}

/** Makes the sources when the service starts. */
export type SourceFactory = (context: SourceContext) => readonly Source[]

/** The key of a token in a table of prices: `eip155:1` for the native coin, else with the address. */
export const tokenKey = (chain: string, address?: string): string =>
  (address === undefined ? chain : `${chain}:${address}`).toLowerCase()

/** The chain of a query must be one that the source was made for. */
export const chainOf = (chains: Chains, id: string): ChainConfig => {
  const chain = chains.find(id)
  if (!chain) throw new Error('the source was asked for a chain that it does not have')
  return chain
}
