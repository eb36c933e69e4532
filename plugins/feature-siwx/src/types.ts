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

/** A session as its store knows it. One that a server keeps comes without text and signature. */
export type KnownSession = Pick<SiwxSession, 'data'> &
  Partial<SiwxSession> & {
    /** RFC 3339: when the session ends, where that is not the message's own expiration time. */
    expirationTime?: string
    /** What a server gave for calls of the page's own, `Authorization: Bearer`, where it does not use cookies. */
    token?: string
  }

/** Who is signed in. One for this browser and one for a server come with the plugin; any object with these methods will do. */
export interface SessionStore {
  nonce(): Promise<Nonce>
  /** Takes a session after its signature has been verified, there or here. Answers it as it is known from now on, where that is more. @throws `siwx.*` where it is refused */
  add(session: SiwxSession): Promise<KnownSession | void>
  /** Sessions of an account on a network that have not ended. */
  getSessions(chainId: Caip2, accountAddress: string): Promise<readonly KnownSession[]>
  /** Ends the sessions of an account on a network, or on all of them. */
  revoke(chainId: Caip2 | undefined, accountAddress: string): Promise<void>
}
/** What is kept in this browser. Lists have the newest first; what is in them is checked where it is read. */
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

/** What a store is opened with. */
export interface StorePlace {
  ctx: Context
  /** ms by which clocks may differ. */
  clockSkew: number
  /** What a message's URI may be beside the page's own site. */
  uris: readonly string[]
  /** Asks a node of that network, for accounts that are contracts. */
  node(chainId: Caip2): NodeRequest
}
/** Which store: made by `browserStore()` or `serverStore()`, or `{ open: () => yours }`. */
export interface StoreChoice {
  /** What it talks to: part of the plugin's passport. */
  readonly origins?: readonly string[]
  /** Called when sessions or a nonce are first wanted, and again after it failed. */
  open(place: StorePlace): SessionStore | Promise<SessionStore>
}

/** What is asked for, and where it is kept. */
export interface SiwxOptions {
  store: StoreChoice
  /** `true`: who does not sign in is not connected. `false` if left out. */
  required?: boolean
  /** `false`: nobody is asked by itself; the site calls `signIn()` or `requestSignMessage()`. */
  automatic?: boolean
  /** Only in these chain families. All that can sign, if left out. */
  namespaces?: readonly Namespace[]
  /** Only on these networks; wins over `namespaces`. */
  networks?: readonly Caip2[]
  /** One line of ASCII that the message says: what is agreed to. */
  statement?: string
  /** What the message is about: a URI of this very site, or what `uris` lists. The page's origin if left out. The domain is always the page's own. */
  uri?: string
  /** What `uri` may be beside the site's own, which is https (http where it is local): origins, or whole URIs to the letter. A server has to list them as well. */
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
  /** `false`: a session outlives the connection. A visitor who disconnects is signed out, if left out. */
  signOutOnDisconnect?: boolean
}

/** What the visitor is asked to sign. */
export interface SignRequest {
  readonly account: ConnectedAccount
  readonly network: Network
  readonly data: SiwxMessage
  /** The very text. */
  readonly message: string
  /** Who is going to ask the visitor. */
  readonly wallet: { readonly name: string; readonly icon?: string }
}
/**
 * `idle`: nobody is connected, or nothing is wanted on this network. `checking`: the store is asked. `asking`: the view is shown. `signing`: the wallet is asked.
 * `verifying`: the store looks at the signature. `leaving`: the visitor cancelled what is required.
 */
export type SiwxStatus =
  'idle' | 'checking' | 'asking' | 'signing' | 'verifying' | 'leaving' | 'signedIn' | 'signedOut'
export interface SiwxState {
  readonly status: SiwxStatus
  /** Of the account and the network in use. */
  readonly session?: KnownSession | undefined
  readonly request?: SignRequest | undefined
  /** Why the last try failed. */
  readonly error?: unknown
}

/** What a host has of this plugin, `kernel.plugins.siwx`, and its view as `api`. */
export interface SiwxApi {
  readonly session: Observable<SiwxState>
  readonly required: boolean
  /**
   * Shows the sign-in view and waits until the visitor has signed. Who is signed in already is not asked.
   * @throws `siwx.not_enabled`, `siwx.account_missing`, `siwx.network_missing`, `kernel.connection_client_missing`, `siwx.cancelled`, `siwx.start_failed`
   */
  signIn(): Promise<KnownSession>
  /**
   * Asks the wallet at once, without the view, and stores what it signed. For pages that draw everything by themselves.
   * @throws `siwx.not_enabled`, `siwx.account_missing`, `siwx.network_missing`, `kernel.connection_client_missing`, `wallet.*`, `siwx.*`
   */
  requestSignMessage(): Promise<SiwxSession>
  /** Ends the session of the account and network in use. Where sign-in is required the wallet is disconnected as well. */
  signOut(): Promise<void>
  /** Sessions of the account and network in use. */
  getSessions(): Promise<readonly KnownSession[]>
  /** Declines what is asked, as the view's button does. */
  cancel(): Promise<void>
}
