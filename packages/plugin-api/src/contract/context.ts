import type { AdapterRegistration } from '../chain/adapter.js'
import type { HostMetadata } from '../chain/directory.js'
import type { Network } from '../chain/network.js'
import type { FeatureKey } from '../features.js'
import type { Dispose, Observable } from '../json.js'
import type {
  AccountAction,
  AccountTab,
  ConnectMethod,
  ConnectorRegistry,
  Points,
  Registry,
} from './contributions.js'
import type { EventPort } from './events.js'
import type { Flow } from './flow.js'
import type { PeerApi, PluginApi } from './pluginApis.js'
import type { AccountsPort, ActiveNetworkPort, ConnectionsPort, ModalPort, Slice } from './ports.js'
import type { Router } from './router.js'
import type { RpcPort } from './rpc.js'
import type {
  AlertPort,
  HttpPort,
  LogPort,
  MessagePort,
  StagePort,
  StoragePort,
  StorageShape,
  ThemePort,
  ToastPort,
} from './services.js'
import type { Token } from './tokens.js'
import type { ViewDefinition, ViewId } from './view.js'

/**
 * All that a plugin sees of the kernel. The kernel tracks every contribution that is added here, and
 * undoes it when the plugin or the kernel ends.
 */
export interface PluginContext<S extends StorageShape = StorageShape, Id extends string = string> {
  readonly plugin: Id
  /** The site, as it is now. */
  readonly metadata: HostMetadata
  /** The features that the host switches, as they are now: whether each is on. */
  readonly features: Observable<Readonly<Record<FeatureKey, boolean>>>
  /**
   * The features that a remote configuration may set, as they are now, by their keys: whether each is
   * on, or the names that it may use, such as the providers of `onramp`.
   */
  readonly remoteFeatures: Observable<Readonly<Record<string, boolean | readonly string[]>>>
  readonly adapters: Registry<AdapterRegistration>
  readonly connectors: ConnectorRegistry
  readonly networks: Registry<Network>
  readonly views: { add<V extends ViewId>(view: ViewDefinition<V>): Dispose }
  readonly accountActions: Registry<AccountAction>
  readonly accountTabs: Registry<AccountTab>
  /** @experimental No plugin of this repository uses it yet; it may change in a minor version. */
  readonly connectMethods: Registry<ConnectMethod>
  readonly points: Points

  readonly connections: ConnectionsPort
  readonly accounts: AccountsPort
  readonly activeNetwork: ActiveNetworkPort
  readonly modal: ModalPort
  /** Makes the plugin's own part of the kernel's state. */
  slice<T extends object>(initial: T): Slice<T>

  readonly router: Router
  readonly flow: Flow
  readonly rpc: RpcPort

  readonly events: EventPort
  readonly storage: StoragePort<S>
  readonly messages: MessagePort
  /** @experimental No plugin of this repository uses it yet; it may change in a minor version. */
  readonly theme: ThemePort
  readonly toasts: ToastPort
  readonly alerts: AlertPort
  readonly http: HttpPort
  readonly log: LogPort
  /** @experimental No plugin of this repository uses it yet; it may change in a minor version. */
  readonly stage: StagePort

  /**
   * Offers a service to other plugins. `make` runs once, on first need.
   * @experimental No plugin of this repository uses it yet; it may change in a minor version.
   */
  provide<T>(token: Token<T>, make: () => T): Dispose
  /**
   * The service that a plugin offers under this token.
   * @throws `kernel.token_missing`
   * @experimental No plugin of this repository uses it yet; it may change in a minor version.
   */
  get<T>(token: Token<T>): T
  /**
   * The API of a plugin named in `dependsOn`.
   * @experimental No plugin of this repository uses it yet; it may change in a minor version.
   */
  use<Other extends string>(id: Other): PluginApi<Other>
  /** The API of a plugin named in `peers`, if it is installed. */
  peer<Other extends string>(id: Other): PeerApi<Other>
  /**
   * Registers the plugin's own late half. It runs once, beside the kernel's, when the visitor first
   * needs more than the page's buttons (an opening, a connect, a request, a restore), and the kernel
   * waits for it, 10 s at most. Discovery, connectors and rpc policies belong here.
   * @example ctx.late(() => import('./late.js').then(({ registerLate }) => registerLate(ctx)))
   */
  late(load: () => Promise<unknown>): void
  /**
   * Loads a part once, for `import()`: remembers success, forgets failure so that the next call
   * tries again, and names `what` did not load.
   */
  lazy<T>(what: string, load: () => Promise<T>): () => Promise<T>
  /** Aborted when the plugin ends. */
  readonly signal: AbortSignal
  onDispose(dispose: Dispose): void
}
