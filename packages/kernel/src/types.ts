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
  FeatureKey,
  HostMetadata,
  HostRpcPolicy,
  KernelEvents,
  knownRemoteFeatures,
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

export type { DirectoryWallet, HostMetadata } from '@latchkey/plugin-api'

type Widen<T> = T extends readonly (infer U extends string)[]
  ? readonly (U | (string & {}))[] | false
  : T extends boolean
    ? boolean
    : T
export type Features = Record<FeatureKey, boolean>
export type RemoteFeatures = {
  -readonly [K in keyof typeof knownRemoteFeatures]: Widen<(typeof knownRemoteFeatures)[K]>
}

/** A wallet is named by its directory id, its rdns or its name. */
export interface WalletMatch {
  id?: string
  rdns?: string
  name?: string
}
/** Kinds by which the wallet list is ordered. */
export type ConnectorSlot =
  'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

export interface DirectoryQuery {
  search?: string
  page: number
  count: number
  include?: readonly string[]
  exclude?: readonly string[]
  /** Only wallets of these chain families are of use. A directory may answer others too. */
  namespaces?: readonly string[]
  signal?: AbortSignal
}
/** Where wallets beyond the page's own come from: a URL that answers `?search&page&count&include&exclude&namespaces`, or a function. */
export type WalletDirectory =
  | string
  | ((query: DirectoryQuery) => Promise<{ wallets: readonly DirectoryWallet[]; total: number }>)

/**
 * Where remote features are read, once, when the modal first opens: a URL that answers JSON, or a function. An object with a value for each feature:
 * `true`, a list of names, or `null`, which keeps what the site says itself. What is left out, or not understood, is off.
 * @example { "email": true, "onramp": ["meld"], "swaps": null }
 */
export type RemoteConfig =
  string | (() => Promise<{ readonly [K in keyof RemoteFeatures]?: RemoteFeatures[K] | null }>)

/** Where bytes are kept. `localStorage` is one. */
export interface StorageBackend {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  key(index: number): string | null
  readonly length: number
}

export interface KernelOptions<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  metadata: HostMetadata
  plugins: P
  /** Names the kernel in storage keys; two kernels on a page need two. `default` if left out. */
  id?: string
  defaultNetwork?: Caip2
  features?: Partial<Features>
  remoteFeatures?: Partial<RemoteFeatures>
  /** Overrides `remoteFeatures` once it answered; where it does not, they stand. */
  remoteConfig?: RemoteConfig
  walletFeaturesOrder?: readonly string[]
  themeMode?: ThemeMode
  themeVariables?: ThemeTokens
  /** A language as BCP 47 has it, `de-CH` or `de_CH`; `en` if left out. What `Intl` would throw at is refused. */
  locale?: string
  /** Texts by message key that win over every catalogue. */
  texts?: Catalogue
  /** `false`: the visitor cannot switch networks here. */
  networkSwitching?: boolean
  /** `true`: a network that is not configured is no reason to interrupt. */
  allowUnsupportedNetworks?: boolean
  /** The host shows pairing links itself. */
  manualWalletConnect?: boolean
  /** Connecting only, without a wallet list. */
  basic?: boolean
  /** The modal is placed inline by the host. */
  embedded?: boolean
  /** `false`: the host puts the modal element into the page by itself. */
  append?: boolean
  /** `false`: stored connections stay asleep. */
  reconnect?: boolean
  connectorOrder?: readonly ConnectorSlot[] | 'installed-first'
  connectMethodsOrder?: readonly string[]
  excludedWallets?: readonly (WalletMatch | string)[]
  featuredWallets?: readonly (WalletMatch | string)[]
  /** The host's own wallets. */
  customWallets?: readonly DirectoryWallet[]
  directory?: WalletDirectory
  /** Image service: `${imageUrl}/${kind}/${imageId}`. */
  imageUrl?: string
  termsUrl?: string
  privacyUrl?: string
  /** The preferred account type per namespace. */
  accountTypes?: Readonly<Record<Namespace, string>>
  rpcPolicy?: HostRpcPolicy
  /** Views that a plugin other than their owner may replace, view id -> plugin id. */
  bindViews?: Readonly<Record<string, string>>
  /** `undefined`: localStorage where there is one. `null`: memory only. */
  storage?: StorageBackend | null
  /** A plugin that fails makes `createKernel` throw instead of going on without it. */
  strict?: boolean
  logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Phone or not; found out by the browser if left out. */
  mobile?: boolean
}

/** The effective options, defaults filled in. */
export interface ResolvedOptions extends Omit<
  KernelOptions,
  'features' | 'remoteFeatures' | 'plugins'
> {
  id: string
  features: Readonly<Features>
  remoteFeatures: Readonly<RemoteFeatures>
  walletFeaturesOrder: readonly string[]
  networkSwitching: boolean
  allowUnsupportedNetworks: boolean
  manualWalletConnect: boolean
  basic: boolean
  embedded: boolean
  append: boolean
  reconnect: boolean
  mobile: boolean
}

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
  /** Looks like another wallet, or claims its rdns, and nothing says that it is the genuine one: to be shown with a warning. */
  lookalike: boolean
}

/** A view as a UI needs it: definition, owner, and the owner's API. */
export interface BoundView {
  readonly owner: string
  readonly definition: ViewDefinition
  readonly api: unknown
}

/** What the late half brings once it is loaded; see {@link KernelPorts.late}. */
export interface LatePorts {
  /** The wallet list: ordered, filtered, merged. */
  readonly wallets: Observable<readonly WalletRow[]>
  toasts: Observable<Toast | undefined> & ToastPort
  alerts: Observable<readonly Alert[]> & AlertPort & { dismiss(id: string): void }
  /** Native balance through a 30 s cache. `fresh` goes past it. */
  balance(at: {
    network: Caip2
    address: string
    fresh?: boolean
    signal?: AbortSignal
  }): Promise<Amount>
  /** Source for an `<img>` by image id or URL, cached by kind; `undefined` when there is none. */
  image(
    kind: 'wallet' | 'network' | 'chain' | 'connector' | 'token' | 'currency',
    ref: { imageUrl?: string; imageId?: string },
  ): Promise<string | undefined>
  /** A page of the wallet directory. */
  directory(query: DirectoryQuery): Promise<{ wallets: readonly DirectoryWallet[]; total: number }>
  /** The namespaces in which a wallet ends when `namespace` is disconnected: more than that one where it cannot part with one alone. Ask before. */
  endsWith(namespace: Namespace): readonly Namespace[]
  /** The newest log lines since this half was loaded, about a megabyte at most, without pairing keys. */
  logText(): string
}

/** What a UI package, and nobody else, works with. The same ports that plugins get, and the lists behind them. */
export interface KernelPorts {
  /** The plugins' passports. */
  readonly reaches: readonly (Reach | undefined)[]
  readonly options: Observable<ResolvedOptions>
  readonly modal: ModalPort
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
    now(): LatePorts | undefined
    /** Calls back once, as soon as it is loaded, by whomever; in this very call if it is there. */
    whenLoaded?(listener: (late: LatePorts) => void): Dispose
  }
  /** Reports an error of a view: said in the log and as an event, charged to the plugin that owns the view. */
  reportViewError(view: string, error: unknown): void
}

export type PluginApisOf<P extends readonly AnyPlugin[]> = {
  readonly [K in P[number] as K['id']]: ApiOf<K>
}

/** The modal without its looks: everything a host does with it. */
export interface Kernel<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  readonly id: string
  readonly metadata: HostMetadata
  /** What each plugin offers, by plugin id. A failed plugin's API throws when touched. */
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
   * A stored connection that comes back while it is open, or another tab's that comes over, does not settle it: once closed it rejects, and who is connected is in `ports.connections`.
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
  /** Changes features, orders and the like at run time. Plugins, id and storage stay as they are. */
  setOptions(change: Partial<Omit<KernelOptions, 'plugins' | 'id' | 'storage' | 'strict'>>): void
  on<Name extends EventName>(name: Name, listener: (event: KernelEvents[Name]) => void): Dispose
  onAny(listener: (name: EventName, event: unknown) => void): Dispose
  /** Gives back every listener, timer, socket and element. Connections stay stored and can be restored by a new kernel. */
  dispose(): void
}
