import type { Cell } from './state/cell.js'
import type {
  AccountAction,
  AccountsPort,
  AccountTab,
  ActiveNetworkPort,
  AdapterRegistration,
  Alert,
  AlertPort,
  Amount,
  AnyPlugin,
  ApiOf,
  Caip2,
  Catalogue,
  ChainAdapter,
  ConnectionInfo,
  ConnectionsPort,
  ConnectMethod,
  ConnectOptions,
  Connector,
  ConnectorKind,
  DirectoryWallet,
  Dispose,
  EventName,
  EventPort,
  HostMetadata,
  Identity,
  KernelEvents,
  LogPort,
  MessagePort,
  ModalPort,
  Namespace,
  Network,
  Observable,
  ParamsOf,
  Points,
  Reach,
  Registry,
  Router,
  StagePort,
  ThemeMode,
  ThemePort,
  ThemeTokens,
  Toast,
  ToastPort,
  ViewDefinition,
  ViewId,
} from '@latchkey/plugin-api'
import type { DirectoryQuery, KernelOptions, ResolvedOptions } from './options/types.js'

export type { Cell }
export type * from './options/types.js'

export type { DirectoryWallet, HostMetadata } from '@latchkey/plugin-api'

/** A line of the wallet list: one wallet, with every way to reach it. */
export interface WalletRow {
  id: string
  name: string
  icon?: string
  /** Spec types: several namespaces make it MULTI_CHAIN. */
  type: 'MULTI_CHAIN' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'AUTH' | 'WALLET_CONNECT'
  kind: ConnectorKind
  connectors: readonly Connector[]
  installed: boolean
  recent: boolean
  /**
   * The wallet looks like another one or claims its rdns, and nothing says that it is the genuine
   * one: show it with a warning.
   */
  lookalike: boolean
}

/** A view as a UI needs it: definition, owner, and the owner's API. */
export interface BoundView {
  readonly owner: string
  readonly definition: ViewDefinition
  readonly api: unknown
}

/**
 * The name and the picture of an address, `undefined` while they are not known. Sources are asked while
 * somebody is subscribed, and an answer is kept for a minute. The same address has the same observable.
 */
export type IdentityLookup = (of: {
  network: Caip2
  address: string
}) => Observable<Identity | undefined>

/** Ports of the late half, once it is loaded; see {@link KernelPorts.late}. */
export interface LatePorts {
  /** The wallet list: ordered, filtered, merged. */
  readonly wallets: Observable<readonly WalletRow[]>
  toasts: Observable<Toast | undefined> & ToastPort
  alerts: Observable<readonly Alert[]> & AlertPort & { dismiss(id: string): void }
  /** Reads a native balance through a cache of 30 s; `fresh` asks the chain. */
  balance(at: {
    network: Caip2
    address: string
    fresh?: boolean
    signal?: AbortSignal
  }): Promise<Amount>
  /**
   * The names and pictures of addresses, by the sources of the point `identities`. Loaded when somebody
   * is subscribed and a plugin knows names; `undefined` until then.
   */
  readonly identities: Observable<IdentityLookup | undefined>
  /**
   * The source of an `<img>`: by URL, by id from the host's image service, or else the picture that
   * the chain's plugin brings of `network`. `undefined` when there is no image.
   */
  image(
    kind: 'wallet' | 'network' | 'chain' | 'connector' | 'token' | 'currency',
    ref: {
      imageUrl?: string | undefined
      imageId?: string | undefined
      network?: Caip2 | undefined
    },
  ): Promise<string | undefined>
  /**
   * Call it when the visitor comes near a wallet of these chains, by pointer, finger or focus: loads
   * their adapters, and asks a directory function for the names that tell which wallet is genuine.
   */
  warm?(namespaces: readonly Namespace[]): void
  /**
   * Call it before a wallet of the page is connected: asks a directory function for the names that
   * tell which wallet is genuine, once an opening.
   * @returns resolves when {@link LatePorts.wallets} has them, could not have them, or half a second
   * later; `undefined` where there is nothing to wait for
   */
  named?(): Promise<void> | undefined
  /** A page of the wallet directory. */
  directory(query: DirectoryQuery): Promise<{ wallets: readonly DirectoryWallet[]; total: number }>
  /**
   * The namespaces that are disconnected together with `namespace`: more than that one if its wallet
   * can only end as a whole. Tell the visitor before.
   */
  endsTogetherWith(namespace: Namespace): readonly Namespace[]
  /**
   * The newest log lines since this half was loaded, about a megabyte at most, without secrets. The
   * first line appears when its redaction is loaded.
   */
  logText(): string
}

/**
 * Everything that a UI package works with: the ports that plugins get, and the lists behind them. Not for
 * hosts or plugins.
 */
export interface KernelPorts {
  /** The plugins' passports. */
  readonly reaches: readonly (Reach | undefined)[]
  readonly options: Observable<ResolvedOptions>
  readonly modal: ModalPort & {
    /** The view that an opening shows now when its caller names none. */
    first?(): ViewId
  }
  readonly router: Router
  readonly connections: ConnectionsPort
  readonly accounts: AccountsPort
  readonly activeNetwork: ActiveNetworkPort
  readonly adapters: Registry<AdapterRegistration>
  readonly networks: Registry<Network>
  readonly connectors: Registry<Connector>
  readonly accountActions: Registry<AccountAction>
  readonly accountTabs: Registry<AccountTab>
  readonly connectMethods: Registry<ConnectMethod>
  readonly points: Points
  readonly views: Observable<readonly BoundView[]> & {
    find(id: string): BoundView | undefined
    add<V extends ViewId>(view: ViewDefinition<V>): Dispose
  }
  readonly messages: MessagePort & { set(change: { locale?: string; texts?: Catalogue }): void }
  readonly theme: ThemePort
  readonly stage: StagePort &
    Observable<readonly { id: number; element: HTMLElement; anchor: Element | undefined }[]>
  readonly events: EventPort
  readonly log: LogPort
  /** The adapter of a namespace, loaded. @throws `kernel.adapter_missing` */
  adapter(namespace: Namespace): Promise<ChainAdapter>
  /** Loads the late half, once. `now()` is it, if it is there already. */
  readonly late: {
    load(): Promise<LatePorts>
    /** Loads it ahead of a need. A part that fails is tried again, and reported, when it is needed. */
    ahead(): Promise<unknown>
    now(): LatePorts | undefined
    /** Calls back once, as soon as it is loaded; in this very call if it is loaded already. */
    whenLoaded?(listener: (late: LatePorts) => void): Dispose
  }
  /** Makes observables of the modal's own. The kernel reports an error that a listener throws. */
  readonly state: { cell<T>(initial: T): Cell<T> }
  /** Reports an error of a view to the log and as an event, with the plugin that owns the view. */
  reportViewError(view: string, error: unknown): void
}

export type PluginApisOf<P extends readonly AnyPlugin[]> = {
  readonly [K in P[number] as K['id']]: ApiOf<K>
}

/** A headless wallet modal: everything that a host does with it. */
export interface Kernel<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  readonly id: string
  readonly metadata: HostMetadata
  /** The API of each plugin, by plugin id. A failed plugin's API throws when touched. */
  readonly plugins: PluginApisOf<P>
  /** Resolves when every plugin has started (or failed); never rejects. */
  readonly ready: Promise<void>
  readonly ports: KernelPorts

  open<Id extends ViewId>(view?: Id, ...params: ParamsOf<Id>): void
  /** @returns whether the modal is closed now; a guard may refuse */
  close(): boolean
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  /**
   * Opens the modal and settles with what the visitor connected.
   * A stored connection that comes back while it is open, or one taken over from another tab, does
   * not settle it: it rejects when the modal closes, and `ports.connections` says who is connected.
   * @throws `kernel.modal_closed`
   */
  connectWithModal(): Promise<ConnectionInfo>
  disconnect(target?: { connectionId: string } | { namespace: Namespace }): Promise<void>
  switchNetwork(network: Caip2): Promise<void>
  /** @throws `kernel.adapter_missing` when no adapter speaks for the network's namespace */
  addNetwork(network: Network): Dispose
  /** @throws `kernel.adapter_missing` */
  removeNetwork(network: Caip2): void
  setTheme(change: { mode?: ThemeMode; variables?: ThemeTokens }): void
  setLocale(locale: string, texts?: Catalogue): void
  /**
   * Changes features, orders and the like at run time. Plugins, id and storage stay as they are.
   */
  setOptions(change: Partial<Omit<KernelOptions, 'plugins' | 'id' | 'storage' | 'strict'>>): void
  on<Name extends EventName>(name: Name, listener: (event: KernelEvents[Name]) => void): Dispose
  onAny(listener: (name: EventName, event: unknown) => void): Dispose
  /**
   * Gives back every listener, timer, socket and element. Connections stay stored and can be
   * restored by a new kernel.
   */
  dispose(): void
}
