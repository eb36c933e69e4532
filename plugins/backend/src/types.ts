import type { Caip2, HttpOptions } from '@latchkey/plugin-api'
import type { NameCalls } from './namesTypes.js'
import type { OnrampCalls } from './onrampTypes.js'
import type { SwapCalls } from './swapTypes.js'

export interface BackendOptions {
  /** Address of a `@latchkey/blockchain-api`: `https://api.shop.example`, or a path of this site. */
  url: string
  /** The site's id at the server, where the server has a list of projects. */
  projectId?: string
}

/** The chains that the server can be asked about. */
export interface SupportedChains {
  /** By requests. */
  http: readonly Caip2[]
  /** By WebSocket too. */
  ws: readonly Caip2[]
}

/** A movement in a transaction. Either `fungible_info` or `nft_info` is there. */
export interface HistoryTransfer {
  direction: 'in' | 'out' | 'self'
  from: string
  to: string
  /** Whole units, decimal text. For an NFT, the number of pieces. */
  quantity: { numeric: string }
  fungible_info?: {
    name: string
    symbol: string
    /** `null`: not known, and the quantity is in the smallest unit. */
    decimals: number | null
    /** CAIP-10; absent for the native coin. */
    address?: string
    flags: { is_spam: boolean }
  }
  nft_info?: {
    name: string
    /** CAIP-10. */
    contract: string
    token_id: string
    standard: 'erc721' | 'erc1155'
    flags: { is_spam: boolean }
    /** `url` is empty where there is no picture. */
    content: { preview: { url: string } }
  }
}

/** A transaction of an account, from the account's side. */
export interface HistoryEntry {
  /** The same for the same transaction, on every page. */
  id: string
  metadata: {
    /** `0x` and 64 hex digits. */
    hash: string
    /** ISO 8601. */
    minedAt: string
    chain: Caip2
    operationType: string
    status: 'confirmed' | 'failed'
    sentFrom: string
    /** Empty where the transaction made a contract. */
    sentTo: string
    nonce?: number
    /** In the smallest unit of the native coin, decimal text. */
    fee?: string
    /**
     * Words of the contract that undid a failed transaction, as its author wrote them: in whatever
     * language, and by whoever made the contract. Absent where the server does not know them.
     */
    reason?: string
  }
  transfers: readonly HistoryTransfer[]
  /** So many more transfers are not told one by one. */
  more?: number
}

/** How a request uses the browser's HTTP cache, in the words of the Fetch standard. */
export type CacheUse = NonNullable<HttpOptions<unknown>['cache']>

/** A page of a list. */
export interface Page<Item> {
  data: readonly Item[]
  /** Cursor of the next page; `null` at the end. */
  next: string | null
}

/** A page of what an account did and got. */
export interface HistoryPage extends Page<HistoryEntry> {
  /**
   * On the last page, ISO 8601: payments of the network's own coin from before this time are not in the
   * list. Absent where all are.
   */
  coinsSince?: string
}

/** A token, or the native coin, that an account has. */
export interface TokenBalance {
  /** On one line, without characters that hide or turn text. */
  name: string
  symbol: string
  /**
   * Name and symbol as the server has them, where they were cleaned: to judge a token by, never to be
   * drawn. At most 2,000 UTF-16 units each.
   */
  written?: { name: string; symbol: string }
  chainId: Caip2
  /** CAIP-10; absent for the native coin. */
  address?: string
  /** In the currency that was asked for. Absent: not known. */
  value?: number
  /** Of one whole unit. Absent: not known. */
  price?: number
  /** `numeric`: whole units. Both are decimal text. */
  quantity: { decimals: string; numeric: string }
  /** Absolute; empty where there is no picture. */
  iconUrl: string
  flags: { is_spam: boolean }
}

/** The balances of an account, and what is not in them. */
export interface Portfolio {
  balances: readonly TokenBalance[]
  /** Networks whose balances are not whole. */
  missing: readonly Caip2[]
  /** `false`: the transaction that was named is not in these balances yet. */
  settled: boolean
  /** Of values and prices, in small letters: `usd` where the server has none in the one asked for. */
  currency: string
}

/** An NFT that an account has. */
export interface Nft {
  chainId: Caip2
  /** CAIP-10. */
  contract: string
  /** Decimal text. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
  /** Decimal text; 1 for ERC-721. */
  amount: string
  collection: string
  name: string
  description: string
  traits: readonly { name: string; value: string }[]
  /** Absolute; empty where there is no picture. */
  imageUrl: string
  flags: { is_spam: boolean }
}

/**
 * A right over tokens of an account, which a contract or a person has now. `amount`: of an ERC-20.
 * `item`: one ERC-721. `all`: everything that the account has of a collection.
 */
export interface Approval {
  chainId: Caip2
  kind: 'amount' | 'item' | 'all'
  /** The account, CAIP-10. */
  owner: string
  /** CAIP-10. */
  token: string
  /** CAIP-10. */
  spender: string
  /** Empty: not known. */
  spenderName: string
  name: string
  symbol: string
  /** Decimal text, of an `item`. */
  tokenId?: string
  /**
   * Of an `amount`: whole units, decimal text; in the smallest unit where the decimals are `null`, as
   * the contract does not say.
   */
  quantity?: { decimals: number | null; numeric: string }
  /** No balance reaches it. */
  isUnlimited: boolean
  flags: { is_spam: boolean }
}

/** A page of approvals. */
export interface Approvals extends Page<Approval> {
  /** `false`: the server still reads old logs, and may know of more later. */
  complete: boolean
  /** `false`: the transaction that was named is in no block yet. */
  settled: boolean
}

/** A token with its price. */
export interface FungiblePrice {
  /** As it was asked for. */
  address: string
  name: string
  symbol: string
  /** Of one whole unit. Absent: not known. */
  price?: number
  /** The price is that of a pool, which whoever trades there can move. */
  approximate?: true
}

/** The account and the network that are asked about. */
export interface AccountQuery {
  /** The address alone, as the chain writes it. */
  address: string
  chainId: Caip2
  signal?: AbortSignal
}

/**
 * Asks the server. Entries that are malformed, or of another account or network than the one asked
 * about, are left out; names come on one line, without characters that hide or turn text.
 * @throws of every call: `http.status`, `http.unreachable`, `http.bad_answer`. Refusals that the
 * catalogue of alerts knows raise their alert too.
 */
export interface BackendClient extends SwapCalls, OnrampCalls, NameCalls {
  getSupportedChains(options?: { signal?: AbortSignal }): Promise<SupportedChains>
  /**
   * Newest first. `onramp` asks for purchases at that provider alone. `cache`: how the browser's HTTP
   * cache is used.
   */
  getHistory(
    query: AccountQuery & { cursor?: string; onramp?: string; cache?: CacheUse },
  ): Promise<HistoryPage>
  /**
   * `forceUpdate` asks the server to read anew: the hash of a transaction that must be in the answer,
   * or `true`. `currency` is a code such as `usd`, which is asked for if it is left out.
   */
  getBalances(
    query: AccountQuery & { currency?: string; forceUpdate?: string | true },
  ): Promise<readonly TokenBalance[]>
  /** The same, with what the server says about them, and with prices in another currency. */
  getPortfolio(
    query: AccountQuery & { currency?: string; forceUpdate?: string | true },
  ): Promise<Portfolio>
  getNfts(query: AccountQuery & { cursor?: string }): Promise<Page<Nft>>
  /** `forceUpdate`: the hash of a transaction whose block the server waits for, up to 4 s. */
  getApprovals(query: AccountQuery & { cursor?: string; forceUpdate?: string }): Promise<Approvals>
  /** `addresses`: CAIP-10 of tokens, CAIP-2 for a native coin; at most 100. */
  getPrices(query: {
    addresses: readonly string[]
    currency?: string
    signal?: AbortSignal
  }): Promise<readonly FungiblePrice[]>
  /**
   * The word by which the server refused a call: a field such as `amount`, or a class such as `balance`.
   * It is a word to compare, and not a text to show. `undefined`: the server gave none, or the error is
   * not its refusal.
   */
  reasonOf(error: unknown): Promise<string | undefined>
}

export interface BackendApi {
  readonly client: BackendClient
  /** Of the server: `https://api.shop.example`. */
  readonly origin: string
}
