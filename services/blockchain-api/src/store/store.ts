import { type EventStore } from '@latchkey/service-kit/analytics'

/**
 * The data that the service keeps. CAIP-10 account and CAIP-2 chain are text at this border; bytes inside.
 * Of an account its namespace and address count; the chain is always named beside it. Amounts are
 * decimal text in the smallest unit, times are milliseconds since 1970.
 */
export interface Store {
  readonly history: {
    /** Newest first. `before` is left out of the page itself. */
    page(query: {
      account: string
      chain: string
      before?: HistoryPosition
      limit: number
    }): Promise<readonly EntryText[]>
  }
  readonly holdings: {
    /** In the order of contract and token id as text; `after` begins behind one of them. */
    ofAccount(
      account: string,
      chain: string,
      page?: { after?: Pick<Holding, 'token' | 'tokenId'> | undefined; limit?: number },
    ): Promise<readonly Holding[]>
  }
  readonly tokens: {
    find(chain: string, addresses: readonly string[]): Promise<readonly TokenRow[]>
    put(rows: readonly TokenRow[]): Promise<void>
    /** Addresses of ERC-20 contracts that moved something to or from the account, 1,000 at most. */
    seenBy(account: string, chain: string): Promise<readonly string[]>
  }
  readonly watched: {
    /**
     * Asks that an account is followed from now on. `full`: the bound on accounts is met. `never`: it
     * is an address where coins are burned. `known` too where all of the chain is kept.
     */
    ask(account: string, chain: string, now: number): Promise<'known' | 'new' | 'full' | 'never'>
    /**
     * When an account was asked for first, ms since 1970: from then on its payments of the native coin
     * are kept. Absent where all of the chain is kept, or where it is not known.
     */
    began(account: string, chain: string): Promise<number | undefined>
  }
  readonly sessions: {
    /**
     * Stores a grant over an older one of the same address and pci.
     * @param bounds so many sessions that last an address may have
     * @returns why nothing was stored: that pci was `revoked`, this grant is `older` than the stored
     * one, or the address has too many
     */
    put(
      row: SessionRow,
      bounds: { limit: number; now: number },
    ): Promise<'stored' | 'revoked' | 'older' | 'full'>
    /** Those that are neither revoked nor over. */
    ofAddress(address: string, now: number): Promise<readonly SessionRow[]>
    /** @returns false where there was none to revoke */
    revoke(address: string, pci: string, now: number): Promise<boolean>
    /**
     * Drops those that were over before that time. One that was revoked stays, so that its pci is
     * never granted again.
     * @returns how many
     */
    dropBefore(time: number): Promise<number>
  }
  readonly orders: {
    add(row: OrderRow): Promise<void>
    find(id: string): Promise<OrderRow | undefined>
    /** Those that are done and have a transaction, newest first. */
    ofAccount(query: {
      chain: string
      address: string
      before?: Pick<OrderRow, 'createdAt' | 'id'> | undefined
      limit: number
    }): Promise<readonly OrderRow[]>
    /**
     * Changes an order that is in one of these states. The state is asked and set in one step.
     * @returns false where it is in another state
     * @throws where `delivery` has a nonce of the sender that another order of the chain has
     */
    move(
      id: string,
      from: readonly OrderStatus[],
      change: Pick<OrderRow, 'status' | 'updatedAt'> &
        Partial<Pick<OrderRow, 'purchase' | 'payment' | 'hash' | 'delivery'>>,
    ): Promise<boolean>
    /** Forgets the signed transaction of an order, which is never undone any more. */
    settle(id: string): Promise<void>
    /**
     * Orders of a provider in these states, in the order of nonces. Of those with a transaction the ones
     * that are settled are left out.
     */
    pending(
      provider: string,
      statuses: readonly OrderStatus[],
      limit: number,
    ): Promise<readonly OrderRow[]>
    /** Gives up orders that nobody paid in time, and drops those that were given up so long ago. */
    tidy(now: number, keptMs: number): Promise<void>
    lastNonce(chain: string, sender: string): Promise<number | undefined>
  }
  readonly names: {
    /**
     * Gives a name to its first asker, in one step.
     * @param bounds `restedBefore`: a name that was left by then, ms since 1970, is free again
     * @returns `same`: that address has it on that chain; `full`: the address has too many of the zone
     */
    register(
      row: NameRow,
      bounds: { perAddress: number; restedBefore: number },
    ): Promise<'registered' | 'same' | 'taken' | 'confusable' | 'resting' | 'full'>
    find(zone: string, label: string): Promise<NameRow | undefined>
    /** Newest first. */
    ofAddress(address: string, limit: number): Promise<readonly NameRow[]>
    /** Those of the keys whose names are taken or rest. */
    blocked(
      zone: string,
      keys: readonly string[],
      restedBefore: number,
    ): Promise<ReadonlySet<string>>
    /** @returns false where the address has no such name on that chain, or signed a newer change */
    change(owned: OwnedName, attributes: NameRow['attributes'], signedAt: number): Promise<boolean>
    /** @returns false where the address has no such name on that chain */
    release(owned: OwnedName, now: number): Promise<boolean>
  }
  /** Of analytics. */
  readonly events: EventStore
  close(): Promise<void>
}

/** The place of an entry in its chain: transactions of a block are counted from 0. */
export interface HistoryPosition {
  block: number
  index: number
}

/** An entry as it is kept: the text of an answer, between whose parts something is put in when it is read. */
export interface EntryText extends HistoryPosition {
  /** One more than there are gaps. */
  readonly texts: readonly string[]
  readonly gaps: readonly Gap[]
}

/** A movement whose amount and names depend on what is known of the token. */
export type Gap = Pick<StoredTransfer, 'standard' | 'token' | 'tokenId' | 'amount'>

export interface HistoryRow extends HistoryPosition {
  /** Of the transaction, `0x` and 64 hex digits. */
  hash: string
  /** Time of the block. */
  at: number
  body: HistoryBody
}

/** The part of an entry that never changes. Token names and decimals are put in when it is read. */
export interface HistoryBody {
  /** From the account's side. `trade`: something left and something else came. */
  operationType: 'send' | 'receive' | 'trade' | 'mint' | 'burn' | 'approve' | 'deploy' | 'execute'
  status: 'confirmed' | 'failed'
  /** Sender of the transaction itself, with checksum. */
  sentFrom: string
  /** Its receiver; null where it made a contract. */
  sentTo: string | null
  nonce?: number
  /** Paid by the sender, in wei. */
  fee?: string
  /** Why it failed, in the contract's own words. */
  reason?: string
  transfers: readonly StoredTransfer[]
  /** So many more movements of the account are not told one by one. */
  more?: number
}

/** One movement from or to the account, in the order of the logs; the native one first. */
export interface StoredTransfer {
  direction: 'in' | 'out' | 'self'
  standard: TokenStandard
  /** Contract with checksum; absent for the native coin. */
  token?: string
  /** Decimal text; of NFTs only. */
  tokenId?: string
  amount: string
  /** Both ends with checksum. */
  from: string
  to: string
}

export type TokenStandard = 'native' | 'erc20' | 'erc721' | 'erc1155'

/** An NFT that an account has. */
export interface Holding {
  /** Contract with checksum. */
  token: string
  tokenId: string
  standard: 'erc721' | 'erc1155'
  /** 1 for ERC-721. */
  amount: string
}

/** A token as its contract describes itself. */
export interface TokenRow {
  chain: string
  address: string
  standard: Exclude<TokenStandard, 'native'>
  name: string
  symbol: string
  /** 0 for NFTs. */
  decimals: number
  spam: boolean
}

/** A smart session that a visitor granted. */
export interface SessionRow {
  /** CAIP-10 account. */
  address: string
  /** Identifier of the permission context, chosen by the granting page. */
  pci: string
  /** Ready JSON. */
  permissions: unknown
  /** Seconds since 1970. */
  expiry: number
  /** The grant as the account signed it, hex. */
  signature: string
  /** When the account signed it, as the grant says; 0 where it does not. */
  issuedAt: number
  createdAt: number
}

export type OrderStatus = 'created' | 'paid' | 'sent' | 'done' | 'failed' | 'refunded' | 'abandoned'

/** A purchase of coins. */
export interface OrderRow {
  id: string
  /** Of the page that asked; empty where it named none. */
  project: string
  /** Id of the provider. */
  provider: string
  /** CAIP-2. */
  chain: string
  /** Of the wallet, alone. */
  address: string
  status: OrderStatus
  /** The coin: `token` is absent for the native one. */
  coin?: { symbol: string; decimals: number; token?: string }
  /** Whole units, decimal text. */
  purchase?: { amount: string; currency: string }
  payment?: { amount: string; currency: string }
  /** Of the transaction that brings the coins. */
  hash?: string
  /** Of that transaction, where this service sent it. */
  sender?: string
  /** A signed transaction of this service. It is stored before it is sent for the first time. */
  delivery?: { sender: string; nonce: number; raw: string }
  /** Until when it may be paid. */
  expires: number
  createdAt: number
  updatedAt: number
}

/** A name that was given out. */
export interface NameRow {
  /** `shop.eth` */
  zone: string
  label: string
  /** Labels that look alike have the same one: none of the others is given out beside it. */
  key: string
  /** With checksum. */
  address: string
  /** ENSIP-9, ENSIP-11: of the chain on which it was signed. */
  coinType: number
  /** Signed by the address's own key, so that the address is the same person's on all EVM chains. */
  byKey: boolean
  attributes: {
    avatar?: string | undefined
    url?: string | undefined
    description?: string | undefined
  }
  /** Of the newest text that was signed, seconds since 1970. */
  signedAt: number
  createdAt: number
}

/** A name with whom it must belong to. */
export type OwnedName = Pick<NameRow, 'zone' | 'label' | 'address' | 'coinType'>
