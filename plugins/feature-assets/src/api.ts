import type {
  AccountAction,
  Caip2,
  Dispose,
  Namespace,
  Network,
  Observable,
} from '@latchkey/plugin-api'

/** A token, or the native coin, that the account has. The first eight members are the specification's. */
export interface AssetToken {
  name: string
  symbol: string
  chainId: Caip2
  /** Contract, mint or denom, without the network. `undefined`: the native coin. */
  address: string | undefined
  /** In {@link AssetsState.currency}. `undefined`: not known. */
  value: number | undefined
  /** Of one whole unit, in that currency. `undefined`: not known. */
  price: number | undefined
  /** Decimal text; `numeric` in whole units. */
  quantity: { decimals: string; numeric: string }
  /** From the host or the site's own server, or `data:image/`; empty where there is no picture. */
  iconUrl: string
  /** Where the balance comes from: the visitor's wallet, the site's server, the network's node. */
  origin: 'wallet' | 'backend' | 'network'
  /** The host lists it (`AssetsOptions.tokens`), the source has a price, or it is the native coin. */
  isVerified: boolean
  /** Why it is spam. `undefined`: it is not. */
  spam?: SpamReason
  /** The visitor hid it. */
  isHidden: boolean
}
/**
 * `flagged`: the source says so. `link`: its name or symbol has a link. `lookalike`: they spell a
 * listed token with other letters. `airdrop`: it came by a transaction of somebody else that moved
 * it to more than 20 receivers.
 */
export type SpamReason = 'flagged' | 'link' | 'lookalike' | 'airdrop'

/** An NFT that the account has. */
export interface AssetNft {
  chainId: Caip2
  contract: string
  /** Decimal text. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
  /** Pieces, decimal text; 1 for ERC-721. */
  amount: string
  collection: string
  name: string
  description: string
  traits: readonly { name: string; value: string }[]
  /** From the site's own server; empty where there is no picture. */
  imageUrl: string
  isSpam: boolean
}

/** The NFTs that were read so far. */
export interface NftsState {
  items: readonly AssetNft[]
  /** There are further pages. */
  hasMore: boolean
  /** A first page was read, or there is nobody to ask. */
  isRead: boolean
  /** Whether the site's server can be asked for NFTs on this network. */
  isServed: boolean
  loading: boolean
  /** Time at which the first page was read, ms since 1970: maybe on an earlier visit. */
  at?: number | undefined
  /** Time of the last failure, ms since 1970. `undefined`: the last reading went well. */
  lastRetry?: number | undefined
  error?: unknown
}

/**
 * A right over tokens of the account. `amount`: of an ERC-20. `item`: one ERC-721. `all`: everything
 * that the account has of a collection.
 */
export interface AssetApproval {
  chainId: Caip2
  kind: 'amount' | 'item' | 'all'
  /** Contract of the token. */
  token: string
  spender: string
  /** Empty: not known. */
  spenderName: string
  name: string
  symbol: string
  /** Decimal text, of an `item`. */
  tokenId?: string
  /** Of an `amount`, in whole units; in the smallest unit where the decimals are `null`. */
  quantity?: { decimals: number | null; numeric: string }
  /** No balance reaches it. */
  isUnlimited: boolean
  isSpam: boolean
}
/**
 * Taking a right away. `asked`: the wallet has been asked. `pending`: it was sent. `failed`: it was not
 * sent, as `error` says, or the network did not take it.
 */
export interface Revocation {
  status: 'asked' | 'pending' | 'failed'
  error?: unknown
}

/** The rights over the account's tokens that hold. */
export interface ApprovalsState {
  items: readonly AssetApproval[]
  isRead: boolean
  /** Whether the site's server can be asked for them on this network. */
  isServed: boolean
  /** `false`: the server still looks for old ones, or there are more than it tells. */
  isWhole: boolean
  loading: boolean
  /** Time of the last failure, ms since 1970. `undefined`: the last reading went well. */
  lastRetry?: number | undefined
  error?: unknown
  /** By the key of the right. */
  revocations: Readonly<Record<string, Revocation>>
}

/** The value of all that the visitor's accounts have on the site's networks, beside the one in use. */
export interface OthersState {
  /** In {@link AssetsState.currency}; 0: nothing with a price. `undefined`: no network could be read. */
  value: number | undefined
  /** Networks that are not in it: the site's server does not serve them, or they could not be read. */
  missing: readonly Caip2[]
  /** A part of the value is still being read. */
  loading: boolean
}

/** The state of the account in use, as far as it is known. */
export interface AssetsState {
  /** The account and the network that the state speaks of. `undefined`: nobody is connected. */
  owner?: { address: string; namespace: Namespace; network: Caip2 } | undefined
  /** The native coin first, then by value, then by name; hidden ones and spam too. */
  tokens: readonly AssetToken[]
  loading: boolean
  /**
   * Time of the last failure to read the tokens, ms since 1970: they are not asked for again within
   * 30 s. `undefined`: the last reading went well.
   */
  lastRetry?: number | undefined
  /** Of that failure. */
  error?: unknown
  /** When the tokens were read, ms since 1970. `undefined`: not yet. */
  at?: number | undefined
  /** The currency of values and prices: a code of ISO 4217 in small letters, such as `usd`. */
  currency: string
  /** The currency that the host asks for. Another one than `currency`: nobody has prices in it. */
  wanted: string
  /**
   * `undefined`: nobody has asked for the other networks yet (see {@link AssetsApi.watch}), there are
   * none, or there is no server to ask.
   */
  others?: OthersState | undefined
  nfts: NftsState
  /** `undefined`: nobody has asked for them yet. */
  approvals?: ApprovalsState
}

/** The plugin's API: `kernel.plugins.assets`, and the `api` of its views. */
export interface AssetsApi {
  readonly state: Observable<AssetsState>
  /**
   * Reads the tokens anew, whatever the cache has, and after the reading that is under way. Does
   * nothing within 30 s of a failure. Never rejects: a failure is in the state.
   */
  refresh(): Promise<void>
  /**
   * The tokens of the account and the network in use, without hidden ones and spam; from the cache
   * for 30 s. @throws the error of the reading where it failed and none were read before
   */
  tokens(): Promise<readonly AssetToken[]>
  /**
   * Keeps the tokens in the state up to date while it is watched: for views.
   * @param also - `others`: what there is on the other networks, too. It is read from the site's
   * server, one network after another, after the tokens
   */
  watch(also?: { others?: boolean }): Dispose
  /** Reads the next page of NFTs, the first one at first. Never rejects. */
  loadNfts(): Promise<void>
  /** Reads who may take tokens of the account. Does nothing within 30 s of a failure. Never rejects. */
  loadApprovals(): Promise<void>
  /** Has the wallet take a right away. Never rejects: how it goes is in the state. */
  revoke(approval: AssetApproval): Promise<void>
  /** Hides a token, or shows it again; kept in this browser. */
  hide(token: AssetToken, isHidden: boolean): void
  /** The actions that plugins have for a token. */
  actionsOf(token: AssetToken): readonly TokenAction[]
  /** The actions that plugins have for an NFT. */
  nftActionsOf(nft: AssetNft): readonly NftAction[]
  /** The network that a token is on. */
  networkOf(id: Caip2): Network | undefined
  /** Shows a view of this plugin. */
  show(view: 'assets.hidden' | 'assets.approvals'): void
  show(view: 'assets.approval', params: { approval: string }): void
  show(view: 'assets.token', params: { chainId: Caip2; address: string | undefined }): void
  show(view: 'assets.nft', params: { contract: string; tokenId: string }): void
  /** Actions of the Account view for an account that has nothing: receive, buy. */
  nextActions(): readonly AccountAction[]
}

/**
 * Something that a plugin can do with a token, such as sending it: a button of the token's view. Add
 * it to the point `assets.actions`.
 */
export interface TokenAction {
  id: string
  /** Message key. */
  label: string
  /** Key of a feature that must be on, such as `send` or `swaps`. */
  feature?: string
  when(token: AssetToken): boolean
  run(token: AssetToken): void
}

/** Something that a plugin can do with an NFT: a button of its view. Add it to the point `assets.nftActions`. */
export interface NftAction {
  id: string
  /** Message key. */
  label: string
  when(nft: AssetNft): boolean
  run(nft: AssetNft): void
}
