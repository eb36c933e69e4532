import type {
  AnyPlugin,
  Caip2,
  Catalogue,
  DirectoryWallet,
  FeatureKey,
  HostMetadata,
  HostRpcPolicy,
  knownRemoteFeatures,
  Namespace,
  ThemeMode,
  ThemeTokens,
} from '@latchkey/plugin-api'

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
/** Slots by which the wallet list is ordered. */
export type ConnectorSlot =
  'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

export interface DirectoryQuery {
  search?: string
  page: number
  count: number
  include?: readonly string[]
  exclude?: readonly string[]
  /** Chain families that the wallets should have. A directory may answer other wallets too. */
  namespaces?: readonly string[]
  signal?: AbortSignal
}
/**
 * The source of wallets beyond the page's own: a URL that answers
 * `?search&page&count&include&exclude&namespaces`, or a function.
 */
export type WalletDirectory =
  | string
  | ((query: DirectoryQuery) => Promise<{ wallets: readonly DirectoryWallet[]; total: number }>)

/**
 * The source of remote features, read once, when the modal first opens: a URL that answers JSON, or
 * a function. The answer is an object with a value for each feature: `true`, a list of names, or
 * `null`, which keeps the site's own value. A feature that is left out or not understood is off.
 * @example { "email": true, "onramp": ["meld"], "swaps": null }
 */
export type RemoteConfig =
  string | (() => Promise<{ readonly [K in keyof RemoteFeatures]?: RemoteFeatures[K] | null }>)

/** A store of texts by key, as `localStorage` is. */
export interface StorageBackend {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  key(index: number): string | null
  readonly length: number
}

export type Prefetch = 'intent' | 'idle' | 'none'

export interface KernelOptions<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  metadata: HostMetadata
  plugins: P
  /** Names the kernel in storage keys; two kernels on a page need two. `default` if left out. */
  id?: string
  defaultNetwork?: Caip2
  features?: Partial<Features>
  remoteFeatures?: Partial<RemoteFeatures>
  /** Its answer overrides `remoteFeatures`; until then, and if it fails, they hold. */
  remoteConfig?: RemoteConfig
  walletFeaturesOrder?: readonly string[]
  themeMode?: ThemeMode
  themeVariables?: ThemeTokens
  /** A BCP 47 language tag, `de-CH` or `de_CH`; `en` if left out. A tag unknown to `Intl` is refused. */
  locale?: string
  /** Texts by message key that win over every catalogue. */
  texts?: Catalogue
  /** `false`: the visitor cannot switch networks here. */
  networkSwitching?: boolean
  /** `true`: no warning when a wallet is on a network that is not configured. */
  allowUnsupportedNetworks?: boolean
  /** The host shows pairing links itself. */
  manualWalletConnect?: boolean
  /** Connecting only, without a wallet list. */
  basic?: boolean
  /** The modal is placed inline by the host. */
  embedded?: boolean
  /** `false`: the host puts the modal element into the page by itself. */
  append?: boolean
  /**
   * When the modal is loaded ahead of its first opening. `intent` (default): when the visitor points
   * at one of our buttons, focuses it or presses it. `idle`: when the page has loaded and the browser
   * has nothing to do; where the visitor saves data (Save-Data) it means `intent`. `none`: not at all.
   */
  prefetch?: Prefetch
  /** `false`: stored connections stay asleep. */
  reconnect?: boolean
  connectorOrder?: readonly ConnectorSlot[] | 'installed-first'
  connectMethodsOrder?: readonly string[]
  excludedWallets?: readonly (WalletMatch | string)[]
  /**
   * The wallets to show; all others are left out, also WalletConnect's own row unless it is named (`walletConnect`).
   * `customWallets` stay, and in the modal logins by email and social accounts.
   */
  onlyWallets?: readonly (WalletMatch | string)[]
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
  /** Whether this is a phone; read from the browser if left out. */
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
  prefetch: Prefetch
  reconnect: boolean
  mobile: boolean
}
