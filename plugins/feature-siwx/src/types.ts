import type {
  Caip2,
  ConnectedAccount,
  Json,
  Namespace,
  Network,
  Observable,
  PluginContext,
  Schema,
} from '@latchkey/plugin-api'
import type { NodeRequest, SiwxMessage, SiwxSession } from '@latchkey/siwx'

/** A nonce for one message. */
export interface Nonce {
  nonce: string
  /** ms since 1970; never, if left out. */
  expiresAt?: number
}

/** A session as its store has it. A session of a server comes without text and signature. */
export type KnownSession = Pick<SiwxSession, 'data'> &
  Partial<SiwxSession> & {
    /** RFC 3339: when the session ends, where that is not the message's own expiration time. */
    expirationTime?: string
    /**
     * A token of the server for calls of the page's own, `Authorization: Bearer`, where the server
     * does not use cookies.
     */
    token?: string
  }

/**
 * Where sessions are kept. The plugin brings a store for this browser and one for a server; any
 * object with these methods will do.
 */
export interface SessionStore {
  nonce(): Promise<Nonce>
  /**
   * Verifies a session, here or on a server, and keeps it. Answers the session with the fields that
   * the store adds, if it adds any.
   * @throws `siwx.*` where it is refused
   */
  add(session: SiwxSession): Promise<KnownSession | void>
  /** Sessions of an account on a network that have not ended. */
  getSessions(chainId: Caip2, accountAddress: string): Promise<readonly KnownSession[]>
  /** Ends the sessions of an account on a network, or on all of them. */
  revoke(chainId: Caip2 | undefined, accountAddress: string): Promise<void>
}
/**
 * The storage in this browser. Lists have the newest entry first; entries are checked when they are
 * read.
 */
export type SiwxStorage = {
  readonly sessions: Schema<readonly Json[]>
  /** By account, CAIP-10. */
  readonly authToken: Schema<Readonly<Record<string, string>>>
  readonly nonceToken: Schema<string>
  readonly declined: Schema<readonly Json[]>
  readonly left: Schema<readonly Json[]>
  readonly changed: Schema<string>
}
export type Context = PluginContext<SiwxStorage, 'siwx'>

/** Nonces that this page makes itself, for a store without a server. Each is used once. */
export interface PageNonces {
  make(): string
  has(nonce: string): boolean
  /** @returns whether it was given out and not used yet */
  use(nonce: string): boolean
}

/** The surroundings that a store is opened with. */
export interface StorePlace {
  nonces: PageNonces
  ctx: Context
  /** ms by which clocks may differ. */
  clockSkew: number
  /** Further values that a message's URI may have, beside the page's own site. */
  uris: readonly string[]
  /** Asks a node of that network, for contract accounts. */
  node(chainId: Caip2): NodeRequest
}
/** The choice of a store: `browserStore()`, `serverStore()`, or `{ open: () => yours }`. */
export interface StoreChoice {
  /** Origins that the store talks to: part of the plugin's passport. */
  readonly origins?: readonly string[]
  /**
   * `true`: its nonces are the page's own ({@link StorePlace.nonces}), so that an opening, which
   * fetches one ahead, does not load the store.
   */
  readonly pageNonces?: boolean
  /** Called when sessions or a nonce are first wanted, and again after it failed. */
  open(place: StorePlace): SessionStore | Promise<SessionStore>
}

/** Options of `serverStore`. */
export interface ServerStoreOptions {
  /** URL of the server's handlers, absolute or on the page's own origin: `/api/siwx`. */
  url: string
  /**
   * How sessions travel: in an HttpOnly cookie, which no script of the page can read (default), or
   * as a token that the page keeps and sends.
   */
  mode?: 'cookie' | 'token'
}

/** Options of the plugin. */
export interface SiwxOptions {
  store: StoreChoice
  /** `true`: a visitor who does not sign in is disconnected. `false` if left out. */
  required?: boolean
  /** `false`: visitors are asked only when the site calls `signIn()` or `requestSignMessage()`. */
  automatic?: boolean
  /** Only in these chain families. All that can sign, if left out. */
  namespaces?: readonly Namespace[]
  /** Only on these networks; wins over `namespaces`. */
  networks?: readonly Caip2[]
  /** One line of ASCII in the message: the terms that the visitor agrees to, for example. */
  statement?: string
  /**
   * The URI of the message: one of this very site, or one that `uris` lists. The page's origin if
   * left out. The domain is always the page's own.
   */
  uri?: string
  /**
   * Further values that `uri` may have, beside the site's own, which is https (http where it is
   * local): origins, or whole URIs to the letter. A server must list them as well.
   */
  uris?: readonly string[]
  resources?: readonly string[]
  /** ms from signing until the message expires; a day if left out. `Infinity`: never. */
  lifetime?: number
  /** RFC 3339: wins over `lifetime`. */
  expirationTime?: string
  /** RFC 3339. */
  notBefore?: string
  requestId?: string
  /** ms by which the visitor's clock may differ; a minute if left out. */
  clockSkew?: number
  /**
   * `false`: a session outlives the connection. A visitor who disconnects is signed out, if left
   * out.
   */
  signOutOnDisconnect?: boolean
}

/** The message that the visitor is asked to sign. */
export interface SignRequest {
  readonly account: ConnectedAccount
  readonly network: Network
  readonly data: SiwxMessage
  /** The exact text. */
  readonly message: string
  /** The wallet that will ask the visitor. */
  readonly wallet: { readonly name: string; readonly icon?: string }
}
/**
 * `idle`: no wallet is connected, or no sign-in is wanted on this network. `checking`: the store is
 * asked for a session. `asking`: the view is shown. `signing`: the wallet is asked. `verifying`:
 * the store verifies the signature. `leaving`: the visitor cancelled a required sign-in.
 */
export type SiwxStatus =
  'idle' | 'checking' | 'asking' | 'signing' | 'verifying' | 'leaving' | 'signedIn' | 'signedOut'
export interface SiwxState {
  readonly status: SiwxStatus
  /** The session of the account and the network in use. */
  readonly session?: KnownSession | undefined
  readonly request?: SignRequest | undefined
  /** Why the last try failed. */
  readonly error?: unknown
}

/** The plugin's API: `kernel.plugins.siwx`, and the `api` of its view. */
export interface SiwxApi {
  readonly session: Observable<SiwxState>
  readonly required: boolean
  /**
   * Shows the sign-in view and waits until the visitor has signed. A visitor who is signed in
   * already is not asked.
   * @throws `siwx.not_enabled`, `siwx.account_missing`, `siwx.network_missing`,
   * `kernel.connection_client_missing`, `siwx.cancelled`, `siwx.start_failed`
   */
  signIn(): Promise<KnownSession>
  /**
   * Asks the wallet at once, without the view, and stores the signed message. For pages that draw
   * everything themselves.
   * @throws `siwx.not_enabled`, `siwx.account_missing`, `siwx.network_missing`,
   * `kernel.connection_client_missing`, `wallet.*`, `siwx.*`
   */
  requestSignMessage(): Promise<SiwxSession>
  /**
   * Ends the session of the account and network in use. Where sign-in is required the wallet is
   * disconnected as well.
   */
  signOut(): Promise<void>
  /** Sessions of the account and network in use. */
  getSessions(): Promise<readonly KnownSession[]>
  /** Declines to sign in, as the view's button does. */
  cancel(): Promise<void>
}
