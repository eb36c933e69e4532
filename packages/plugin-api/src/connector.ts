import type { Caip2, Namespace } from './caip.js'
import type { Dispose, Json } from './json.js'
import type { Network } from './network.js'
import type { DirectoryWallet } from './wallet.js'

/** An account's kind. Other kinds than the three named are shown but cannot be switched to. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | (string & {})

export interface Account {
  /** Stable within its connection for as long as it lives: survives a change of address text (SS58, bech32 prefixes). */
  key: string
  namespace: Namespace
  /** The wallet's own spelling; the adapter parses it before it enters any state. */
  address: string
  type: AccountType
  /** The only networks on which this account exists, of those in {@link Scope.networks}. Absent: all of these. An extension that allows an account for one chain alone names it here. */
  networks?: readonly Caip2[]
  /** Hex without prefix. */
  publicKey?: string
  /** Signature scheme of its key, where a namespace has several: `sr25519`, `ed25519`, `ecdsa`. */
  keyType?: string
  /** BIP-32 path. */
  path?: string
  label?: string
}

/** What one connection may do in one namespace. */
export interface Scope {
  accounts: readonly Account[]
  /** `key` of the account that the wallet itself has selected. Absent: the visitor's choice in the modal stays. */
  selected?: string
  /** The network the wallet itself is on, where it has such a notion. */
  network?: Caip2
  /** Where this connection can send requests, whichever account they are for. `'any'`: wherever the wallet goes. */
  networks: 'any' | readonly Caip2[]
  /** What the wallet granted, as the namespace's WalletConnect profile spells it. `'any'`: it grants nothing by name, and answers what it knows. */
  methods: 'any' | readonly string[]
}
export type Scopes = Readonly<Record<Namespace, Scope>>

export type CloseReason = 'user' | 'wallet' | 'expired' | 'replaced' | 'failed' | 'disposed'

/** What a wallet says happened. `scopes` is the whole new picture: a namespace missing from it has ended. */
export type ConnectionChange = { scopes: Scopes } | { network: Caip2 } | { closed: CloseReason }

export interface WireRequest {
  network: Caip2
  /** As the namespace's WalletConnect profile spells it, with that profile's JSON parameters. */
  method: string
  params?: unknown
  signal?: AbortSignal
}

/** The live link that a connector made. It carries the wire and knows nothing of screens. */
export interface Connection {
  /** Unique in the kernel. Restoring the same wallet gives the same id. */
  readonly id: string
  readonly connectorId: string
  readonly scopes: Scopes
  /** Settles once: a value, or a thing thrown. Foreign errors are mapped to `wallet.*` and `rpc.*` here, at the edge. */
  request(request: WireRequest): Promise<unknown>
  /** Where the last listener leaves, nobody holds the connection on this page any more: it gives back what it holds and asks the wallet nothing, as another tab may have ended it. `release` may still follow. */
  onChange(listener: (change: ConnectionChange) => void): Dispose
  /** Asks the wallet to move. @throws `wallet.unknown_chain`, `wallet.user_rejected`, `wallet.switch_unsupported` */
  switchNetwork?(network: Network, signal?: AbortSignal): Promise<void>
  switchAccount?(account: Account, signal?: AbortSignal): Promise<void>
  /** Whether `release(namespace)` can part with that namespace alone. Absent: the wallet only ends as a whole. */
  canRelease?(namespace: Namespace): boolean
  /**
   * Ends the connection, or its part in one namespace: nothing listens and nothing is answered afterwards. Where the wallet has a disconnect of its own, call it, wait for it a few seconds at most,
   * and swallow what it throws: the page forgets the connection either way. Leave it out while another connection of this page to the same wallet is in use, for that would end too.
   */
  release(namespace?: Namespace): Promise<void>
  /** All that {@link Connector.restore} needs after a reload. No secrets. */
  snapshot(): Json
}

/** A request to sign in, attached to a connect attempt: a connector that can answers it together with connecting. */
export interface SignInRequest {
  /** Fields of the message without account and chain, which only the wallet can fill. */
  readonly message: Readonly<Record<string, Json>>
  /** Called by the connector with what the wallet signed. The asker verifies. */
  fulfil(answer: {
    account: Account
    network: Caip2
    message: string
    signature: string
    cacao?: Json
  }): void
}

export interface ConnectRequest {
  /** What the host configured, of the namespaces that were asked for. */
  networks: readonly Network[]
  /** True: no prompt, no window; throw instead. */
  silent: boolean
  signal: AbortSignal
  /** Tells the view where things stand, by the names of {@link ConnectStep}. */
  onStep(step: ConnectStep): void
  signIn?: SignInRequest
}
/** Named moments of a connect. `uri` hands a pairing link to the view. A window that the browser blocked is none: it ends the connect, with `wallet.popup_blocked`. */
export type ConnectStep =
  | { step: 'opening' | 'confirm' | 'signing' | 'code' | (string & {}) }
  | { step: 'uri'; uri: string; expiresAt: number }

/** `installed`: found on this page. `available`: can be tried anywhere. `missing`: offer to get it. `unavailable`: do not show. */
export type Availability = 'installed' | 'available' | 'missing' | 'unavailable'

/**
 * What a connector is, for ordering and grouping in the modal. `announced`: the wallet announced itself and said who it is (EIP-6963, Wallet Standard). `injected`: found under a name on the page.
 * `external`: reached by a window, a link or a device. `auth`: an account by email or a social login. `walletConnect`: a pairing code. The first two are strangers, whose names and icons nobody vouches for.
 */
export type ConnectorKind = 'announced' | 'injected' | 'external' | 'auth' | 'walletConnect'

/** One way to reach one wallet. */
export interface Connector {
  /** The same on every page, for it is stored: at most 200 of letters, digits and ` .:@/_-`. */
  readonly id: string
  /** At most 200 characters, none of which controls, hides or turns text. Connectors of one name, in namespaces of their own, become one row of the list, also those of different plugins. */
  readonly name: string
  /** `data:image/...`, or https where a plugin or the host names it; at most 1,000,000 characters. Of `announced` and `injected` connectors only `data:image/...` is drawn. */
  readonly icon?: string
  /** EIP-6963 reverse domain name, or that standard's like, at most 253 characters: by it the directory, the host's options and the visitor's recent wallets know a wallet. */
  readonly rdns?: string
  readonly kind: ConnectorKind
  /** Id in a wallet directory. */
  readonly explorerId?: string
  readonly imageId?: string
  readonly namespaces: readonly Namespace[]
  /** Where to get it. */
  readonly install?: {
    readonly homepage?: string
    readonly stores?: readonly { readonly store: string; readonly url: string }[]
  }
  /** A generic "Browser Wallet" is listed on a phone alone, where it is the app whose browser this is. `true`: the host wants it on a desktop too. */
  readonly alwaysListed?: boolean
  /** Another wallet claimed the same id and has no place in the list any more: this one may be an impostor, is marked, and only a visitor's click connects it. May become true later. */
  readonly contested?: boolean
  /** True while the wallet draws into our page: the modal stops being modal until it settles. */
  readonly drawsInPage?: boolean
  availability(): Availability
  /** Loads what connecting needs. Called on hover, focus or press; may be called often; touches no wallet. */
  prepare?(signal: AbortSignal): Promise<void>
  /**
   * Opens the app of a listed wallet with what {@link Connector.prepare} made ready, in the task of the visitor's tap; connecting then waits for its answer.
   * @returns whether it was ready and the wallet can be opened here
   */
  handOver?(wallet: DirectoryWallet): boolean
  /** Called in the task of the visitor's click, so that it may open a window. */
  connect(request: ConnectRequest): Promise<Connection>
  /** Revives a connection without a prompt. `undefined`: there is nothing left to revive. */
  restore?(
    snapshot: Json,
    request: { networks: readonly Network[]; signal: AbortSignal },
  ): Promise<Connection | undefined>
}
