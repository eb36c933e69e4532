import type { Caip2, Namespace } from './caip.js'
import type { Dispose, Json } from '../json.js'
import type { Network } from './network.js'
import type { DirectoryWallet } from './directory.js'

/** The type of an account. Types other than these three are shown but cannot be switched to. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | (string & {})

/** An account that a wallet exposes. */
export interface Account {
  /**
   * Stable within its connection for as long as it lives: survives a change of address text (SS58,
   * bech32 prefixes).
   */
  key: string
  namespace: Namespace
  /** The wallet's own spelling; the adapter parses it before it enters any state. */
  address: string
  type: AccountType
  /**
   * The only networks on which this account exists, of those in {@link Scope.networks}. Absent: all
   * of these. An extension that allows an account for one chain alone names it here.
   */
  networks?: readonly Caip2[]
  /** Hex without prefix. */
  publicKey?: string
  /** Signature scheme of its key, where a namespace has several: `sr25519`, `ed25519`, `ecdsa`. */
  keyType?: string
  /** BIP-32 path. */
  path?: string
  label?: string
  /**
   * The person who signed in to this account, by email or at a provider. Absent for wallets that know
   * no person, and after a reload until the wallet has named them again.
   */
  user?: { readonly username?: string; readonly email?: string }
}

/** The permissions of a connection in one namespace. */
export interface Scope {
  accounts: readonly Account[]
  /**
   * `key` of the account that the wallet itself has selected. Absent: the visitor's choice in the
   * modal stays.
   */
  selected?: string
  /** The network the wallet itself is on, where it has such a notion. */
  network?: Caip2
  /**
   * Where this connection can send requests, whichever account they are for. `'any'`: wherever the
   * wallet goes.
   */
  networks: 'any' | readonly Caip2[]
  /**
   * The methods that the wallet granted, as the namespace's WalletConnect profile spells them.
   * `'any'`: it does not grant methods by name, and answers those that it knows.
   */
  methods: 'any' | readonly string[]
}
/** The permissions of a connection, by namespace. */
export type Scopes = Readonly<Record<Namespace, Scope>>

/** Why a connection ended. */
export type CloseReason = 'user' | 'wallet' | 'expired' | 'replaced' | 'failed' | 'disposed'

/**
 * A change that a wallet reports. `scopes` holds all namespaces: one that is missing has ended.
 */
export type ConnectionChange = { scopes: Scopes } | { network: Caip2 } | { closed: CloseReason }

/** A request on its way to a wallet. */
export interface WireRequest {
  network: Caip2
  /** As the namespace's WalletConnect profile spells it, with that profile's JSON parameters. */
  method: string
  params?: unknown
  signal?: AbortSignal
  /**
   * Called by a connection whose wallet says that it is carrying the request out, before it answers. A change of
   * the account or the network does not end the request any more: its answer would be lost.
   */
  onSubmitted?: () => void
}

/**
 * The live link to a wallet, made by a connector. It carries requests and changes. Chain plugins make
 * it with `createLiveConnection` of `@latchkey/plugin-api/wallet`.
 */
export interface Connection {
  /** Unique in the kernel. Restoring the same wallet gives the same id. */
  readonly id: string
  readonly connectorId: string
  readonly scopes: Scopes
  /**
   * Settles once. Errors of the wallet are mapped to `wallet.*` and `rpc.*` here, at the edge.
   */
  request(request: WireRequest): Promise<unknown>
  /**
   * When the last listener leaves, this page does not use the connection any more: it gives back
   * what it holds, and asks the wallet nothing, as another tab may have ended it. `release` may still
   * follow.
   */
  onChange(listener: (change: ConnectionChange) => void): Dispose
  /**
   * Asks the wallet to move. @throws `wallet.unknown_chain`, `wallet.user_rejected`,
   * `wallet.switch_unsupported`
   */
  switchNetwork?(network: Network, signal?: AbortSignal): Promise<void>
  switchAccount?(account: Account, signal?: AbortSignal): Promise<void>
  /**
   * Whether `release(namespace)` can end that namespace alone. Absent: the connection only ends as a
   * whole.
   */
  canRelease?(namespace: Namespace): boolean
  /**
   * Ends the connection, or its part in one namespace: it listens to nothing and answers nothing
   * afterwards. Call the wallet's own disconnect where it has one, wait a few seconds at most, and
   * ignore what it throws: the page forgets the connection either way. Do not call it while another
   * connection of this page uses the same wallet, as that would end too.
   */
  release(namespace?: Namespace): Promise<void>
  /** Data from which {@link Connector.restore} reconnects after a reload. It must hold no secrets. */
  snapshot(): Json
}

/**
 * A request to sign in, attached to a connect attempt. A connector that can do both at once answers
 * it while it connects.
 */
export interface SignInRequest {
  /** Fields of the message, without the account and chain that only the wallet can fill in. */
  readonly message: Readonly<Record<string, Json>>
  /** Called by the connector with what the wallet signed. The plugin that asked verifies it. */
  fulfil(answer: {
    account: Account
    network: Caip2
    message: string
    signature: string
    cacao?: Json
  }): void
}

/** A request of the kernel to connect a wallet. */
export interface ConnectRequest {
  /** The host's networks of the namespaces that are wanted. */
  networks: readonly Network[]
  /** True: open no prompt and no window; throw instead. */
  silent: boolean
  signal: AbortSignal
  /** Reports progress to the view, by the names of {@link ConnectStep}. */
  onStep(step: ConnectStep): void
  signIn?: SignInRequest
}
/**
 * Steps of a connect. `uri` hands a pairing link to the view. A blocked window is not a step: it ends
 * the connect with `wallet.popup_blocked`.
 */
export type ConnectStep =
  | { step: 'opening' | 'confirm' | 'signing' | 'code' | (string & {}) }
  | { step: 'uri'; uri: string; expiresAt: number }

/**
 * `installed`: found on this page. `available`: can be tried anywhere. `missing`: offer to get it.
 * `unavailable`: do not show.
 */
export type Availability = 'installed' | 'available' | 'missing' | 'unavailable'

/**
 * The kind of a connector, by which the modal orders and groups wallets. `announced`: the wallet
 * announced itself (EIP-6963, Wallet Standard). `injected`: found under a name on the page.
 * `external`: reached by a window, a link or a device. `auth`: an account by email or a social
 * login. `walletConnect`: a pairing code. Names and icons of the first two are unverified.
 */
export type ConnectorKind = 'announced' | 'injected' | 'external' | 'auth' | 'walletConnect'

/** One way to reach one wallet. */
export interface Connector {
  /** The same on every page, for it is stored: at most 200 of letters, digits and ` .:@/_-`. */
  readonly id: string
  /**
   * At most 200 characters, without those that control, hide or turn text. Connectors with one name
   * in different namespaces become one row of the list, also those of different plugins.
   */
  readonly name: string
  /**
   * `data:image/...`, or https where a plugin or the host names it; at most 1,000,000 characters.
   * Of `announced` and `injected` connectors only `data:image/...` is drawn.
   */
  readonly icon?: string
  /**
   * Reverse domain name of EIP-6963, or what a like standard has instead, at most 253 characters: the
   * directory, the host's options and the visitor's recent wallets recognise a wallet by it.
   */
  readonly rdns?: string
  readonly kind: ConnectorKind
  /** Id in a wallet directory. */
  readonly explorerId?: string
  readonly imageId?: string
  readonly namespaces: readonly Namespace[]
  /** Where visitors get the wallet. */
  readonly install?: {
    readonly homepage?: string
    readonly stores?: readonly { readonly store: string; readonly url: string }[]
  }
  /**
   * A generic "Browser Wallet" is listed on phones only, where it is the app whose browser shows the
   * page. `true`: the host wants it on desktops too.
   */
  readonly alwaysListed?: boolean
  /**
   * Another wallet claimed the same id and lost its place in the list, so this one may be an impostor:
   * it is marked, and only a visitor's click connects it. May become true later.
   */
  readonly contested?: boolean
  /** True for a wallet that draws into the page: while it connects, the shell is not modal. */
  readonly drawsInPage?: boolean
  availability(): Availability
  /**
   * Loads what connecting needs. Called on hover, focus or press, maybe often. It must not ask a
   * wallet.
   */
  prepare?(signal: AbortSignal): Promise<void>
  /**
   * Opens the app of a listed wallet with what {@link Connector.prepare} loaded, in the task of the
   * visitor's tap. `connect` then waits for the app's answer.
   * @returns whether that was loaded and the wallet's app can be opened here
   */
  handOver?(wallet: DirectoryWallet): boolean
  /** Called in the task of the visitor's click, so that it may open a window. */
  connect(request: ConnectRequest): Promise<Connection>
  /** Restores a connection without a prompt. `undefined`: there is nothing to restore any more. */
  restore?(
    snapshot: Json,
    request: { networks: readonly Network[]; signal: AbortSignal },
  ): Promise<Connection | undefined>
}
