import type { Limits, Permission } from '@latchkey/smart-account'
import type { Caip2, Json, Observable } from '@latchkey/plugin-api'
import type { WiderPart } from './grants/widerParts.js'

/** The permissions that a site asks a visitor for. */
export interface SessionRequest {
  /** The network on which it holds; the one in use if left out. */
  network?: Caip2
  /** The account that may act: the address of the site's session key. */
  to: string
  /** One to ten; each becomes a session of its own, and the wallet is asked once for all. */
  permissions: readonly Permission[]
  /** Seconds since 1970, a year ahead at most. */
  expiry: number
  /**
   * How often each session may act; 100 if left out. `'any'`: as often as the amounts allow, which is not
   * possible for calls that carry coins.
   */
  maxCalls?: number | 'any'
  /** Whether the visitor may lower it in the wallet. `true` if left out. */
  isAdjustmentAllowed?: boolean
  /** Why, in one sentence of the visitor's language. The wallet may show it. */
  justification?: string
}

/** Makes an account that is not on the chain yet, as the wallet tells it. */
export interface SessionDependency {
  factory: `0x${string}`
  factoryData: `0x${string}`
}

/** The used and the remaining part of an amount, in base units. */
export interface SessionAmount {
  used: bigint
  /** The amount that may be moved now. */
  left: bigint
}

/** The use that was made of a session, as the chain tells it. */
export interface SessionUsage {
  /** `undefined` where the session moves no amount: it calls contracts. */
  amount: SessionAmount | undefined
  /** Redemptions; `undefined` where they are not counted. */
  calls: { used: number; left: number } | undefined
}

/** A permission that an account has granted. */
export interface SmartSession {
  /** Its id: the hash of the delegation. For a grant of another kind, what names it to wallet and service. */
  pci: string
  network: Caip2
  /** The account that granted it. */
  account: string
  /** The account that may act; `undefined` where only the service knows the session and does not say. */
  to: string | undefined
  /** Seconds since 1970. */
  expiry: number
  /** The limits that the chain enforces; `undefined` where they are not written in a way that is known here. */
  limits: Limits | undefined
  /** The permission in the words of the wallet or the service, where `limits` is not known. */
  permissions: Json | undefined
  /** `undefined`: the chain did not answer, or the session cannot be read there. */
  usage: SessionUsage | undefined
  /**
   * The permission context (ERC-7710), which whoever holds the session key redeems. Known of grants of
   * this page and of the wallet's record.
   */
  context: string | undefined
  /**
   * Make the account where it is not on the chain yet (ERC-4337): a server that redeems the session needs
   * them beside the context.
   */
  dependencies: readonly SessionDependency[]
  /** Whether the server keeps it. */
  isServed: boolean
  /** Parts that allow more than this site asked for, as far as this page knows: take such a session back. */
  wider: readonly WiderPart[]
}

/** How taking a session back goes. `asked`: the wallet asks the visitor. `pending`: the chain is awaited. */
export interface SessionRevocation {
  status: 'asked' | 'pending' | 'failed'
  error?: unknown
}

/**
 * The source that says that a session has ended. `chain`: the contract that enforces its limits, or the end that
 * stands in them, so that it is certain. `wallet`, `server`: these alone, as the chain could not be asked.
 */
export type RevocationWitness = 'chain' | 'wallet' | 'server'

/** A token whose amounts sessions move, as its contract tells it. */
export interface SessionToken {
  decimals: number
  /** Without letters that cannot be seen; empty where the contract tells none. */
  symbol: string
}

/** Everything that the view draws. */
export interface SessionsState {
  /** Those that the account in use has granted and that have not ended, those that end first on top. */
  items: readonly SmartSession[]
  /** The account whose sessions `items` are. */
  account?: string | undefined
  /** They were read at least once. */
  isRead?: boolean
  loading?: boolean
  /** Why nobody could tell the sessions. */
  error?: unknown
  /** The server did not answer: sessions that it alone knows may be missing. */
  isServiceAway?: boolean
  /** The wallet did not answer: sessions that it alone knows may be missing. */
  isWalletAway?: boolean
  /** Networks that did not answer: what was used of their sessions is not known. */
  unread?: readonly Caip2[]
  /** By `network`, a space, and the contract in small letters. */
  tokens?: Readonly<Record<string, SessionToken>>
  /** By `network`, a space, and `pci`. */
  revocations: Readonly<Record<string, SessionRevocation>>
  /** The source that says so, of sessions that have ended. By the same keys; of the account in use alone. */
  ended: Readonly<Record<string, RevocationWitness>>
}

/** The API of the plugin. */
export interface SmartSessionsApi {
  readonly state: Observable<SessionsState>
  /**
   * Asks the wallet to grant permissions, and answers a session for each. The wallet may have lowered them:
   * read `limits`.
   * @throws `rpc.method_not_allowed` where sessions are switched off, or the wallet cannot grant them;
   * `evm.permissions_unsupported` on a network without smart accounts; `sessions.refused`,
   * `sessions.bad_grant`, `kernel.account_or_network_missing`, `wallet.*`
   */
  grant(request: SessionRequest): Promise<readonly SmartSession[]>
  /**
   * Reads the sessions of the account in use: from the wallet, the server and this page, and what was used of
   * them from the chain, with one call for each network.
   * @throws `rpc.method_not_allowed` where sessions are switched off; the server's error where nobody
   * else knows anything
   */
  list(): Promise<readonly SmartSession[]>
  /**
   * Takes a session back: on the chain, by the account, and at the server, where that keeps it.
   * @returns who says that it has ended: only with `chain` it is certain
   * @throws `sessions.unknown_session`, `sessions.not_revoked`, `rpc.method_not_allowed`,
   * `wallet.*`
   */
  revoke(session: Pick<SmartSession, 'pci' | 'network'>): Promise<RevocationWitness>
  /** Takes back every session in `state.items`. It ends at the first one that fails. @throws as `revoke` */
  revokeAll(): Promise<void>
}
