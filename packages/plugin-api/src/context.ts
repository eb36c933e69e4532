import type { AdapterRegistration, ConnectedAccount } from './adapter.js'
import type { Caip2, Namespace } from './caip.js'
import type { ConnectStep, Connector, Scopes } from './connector.js'
import type { EventPort } from './events.js'
import type { Flow } from './flow.js'
import type { Dispose, Observable } from './json.js'
import type { KnownTab } from './known.js'
import type { Network } from './network.js'
import type { PeerApi, PluginApi } from './plugin.js'
import type { Router } from './router.js'
import type { RpcPort, RpcRequest } from './rpc.js'
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
import type { ParamsOf, ViewDefinition, ViewId } from './view.js'
import type { HostMetadata } from './wallet.js'

/** Something that a plugin registered, with the plugin's id. */
export interface Contribution<T> {
  readonly owner: string
  readonly value: T
}
export interface Registry<T> extends Observable<readonly Contribution<T>[]> {
  /** @throws `kernel.duplicate_id` when the id is taken by another contribution */
  add(value: T): Dispose
  find(id: string): Contribution<T> | undefined
}

export interface ConnectorRegistry extends Registry<Connector> {
  /** Whether the host features this wallet, the directory knows it, or the visitor used it here: it never loses its place to a stranger. Says nothing about whether it is genuine. */
  isKnown(wallet: { rdns: string }): boolean
}

interface Placed {
  id: string
  /** Lower comes first; 100 by default. */
  order?: number
  /** Key of a known feature that must be on. */
  feature?: string
  /** Shown only where this answers true; asked again whenever accounts or networks change. */
  when?(state: { account: ConnectedAccount | undefined; network: Network | undefined }): boolean
}
/** A button of the Account view. */
export interface AccountAction extends Placed {
  /** Message key. */
  label: string
  /** SVG path data on a 24 x 24 grid. */
  icon?: string
  run(): void
}
/** A tab of the Account view; `view` is an inline view. */
export interface AccountTab extends Placed {
  label: string
  view: ViewId
  /** Which of the specification's tabs it is: it stands in that one's place. */
  fills?: KnownTab
}
/** A way to connect, drawn in the Connect view beside the wallet list; `view` is an inline view. */
export interface ConnectMethod extends Placed {
  group: 'email' | 'social' | (string & {})
  view: ViewId
}

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'
export interface ConnectionInfo {
  readonly id: string
  readonly connectorId: string
  readonly name: string
  readonly icon?: string
  readonly rdns?: string
  /** Parsed: no address in here has skipped its adapter's check. */
  readonly scopes: Scopes
}
export interface NamespaceState {
  readonly status: ConnectionStatus
  readonly connectionId?: string
  /** Key of the selected account within that connection. */
  readonly accountKey?: string
  /** Address of the selected account, in the spelling of the active network. */
  readonly address?: string
}
export interface ConnectAttemptState {
  readonly connectorId: string
  readonly namespaces: readonly Namespace[]
  readonly step: ConnectStep
}
export interface ConnectionsState {
  /** True on a server, and until every stored connection came back or gave up, 10 s at most. */
  readonly restoring: boolean
  readonly connections: readonly ConnectionInfo[]
  /** Every namespace that an adapter speaks for. */
  readonly namespaces: Readonly<Record<Namespace, NamespaceState>>
  /** The attempt that is under way. */
  readonly attempt?: ConnectAttemptState | undefined
}

export interface ConnectOptions {
  /** Only these of the connector's namespaces. Absent: all that it and the installed adapters have in common. */
  namespaces?: readonly Namespace[]
  silent?: boolean
  /** One of several connects in a row: the modal stays where it is, and the active namespace too where somebody is connected in it. */
  stay?: boolean
  /** The visitor picked this very connector in a list that marks look-alikes: it is asked although another wallet of the page claims the same identity. */
  chosen?: boolean
  signal?: AbortSignal
}
export interface ConnectionsPort extends Observable<ConnectionsState> {
  /** @throws `kernel.connector_missing`, `kernel.connector_ambiguous`, `wallet.user_rejected`, `wallet.request_pending`, `wallet.connect_failed`, ... */
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  /** Ends a wallet, or one namespace of it; without a target all. @throws `wallet.disconnect_failed` */
  disconnect(target?: { connectionId: string } | { namespace: Namespace }): Promise<void>
  /** Sends a request through the rpc door. @throws `rpc.method_not_allowed`, `rpc.no_connection`, `kernel.aborted`, `wallet.*`, `rpc.failed` */
  request(request: RpcRequest): Promise<unknown>
}

export interface AccountsPort extends Observable<ConnectionsState> {
  /** The account in use, in the spelling of the active network; of the active namespace where none is named. */
  active(namespace?: Namespace): ConnectedAccount | undefined
  /** All accounts of a namespace in all connections, or of all namespaces. */
  all(namespace?: Namespace): readonly ConnectedAccount[]
  /** Uses this account, connecting nothing. Makes its connection current in its namespace. */
  select(account: { connectionId: string; namespace: Namespace; key: string }): Promise<void>
}

export interface ActiveNetworkState {
  readonly namespace: Namespace | undefined
  /** The network in use in each namespace: one nobody configured is possible where the wallet went there by itself. */
  readonly networks: Readonly<Record<Namespace, Caip2>>
}
export interface ActiveNetworkPort extends Observable<ActiveNetworkState> {
  /** The network in use, of the active namespace where none is named. An unconfigured one is labelled 'Unknown Network'. */
  current(namespace?: Namespace): (Network & { supported: boolean }) | undefined
  /** @throws `kernel.network_unknown`, `kernel.network_switch_disabled`, `wallet.unknown_chain`, `wallet.user_rejected`, ... */
  switch(network: Caip2): Promise<void>
}

export interface ModalState {
  readonly open: boolean
  readonly loading: boolean
  /** Counts up with each refused close: the shell shakes. */
  readonly shakes: number
}
export interface ModalPort extends Observable<ModalState> {
  open<Id extends ViewId>(view?: Id, ...params: ParamsOf<Id>): void
  /** Asks the guards. @returns whether it is closed now */
  close(): boolean
  shake(): void
  setLoading(loading: boolean): void
}

/** The plugin's own piece of the kernel's state: everybody may watch, only the plugin writes. */
export interface Slice<T> extends Observable<T> {
  set(change: Partial<T> | ((state: T) => Partial<T>)): void
}

/** An extension point that one plugin opens and others fill. Declared by a token, so that its contributions are typed. */
export interface Points {
  open<T extends { id: string }>(point: Token<T>): Registry<T>
  /** Filling may come before opening. */
  add<T extends { id: string }>(point: Token<T>, value: T): Dispose
}

/** All that a plugin sees. Whatever is added through it is tracked and undone when the plugin or the kernel ends. */
export interface PluginContext<S extends StorageShape = StorageShape, Id extends string = string> {
  readonly plugin: Id
  /** The site, as it is now. */
  readonly metadata: HostMetadata
  readonly adapters: Registry<AdapterRegistration>
  readonly connectors: ConnectorRegistry
  readonly networks: Registry<Network>
  readonly views: { add<V extends ViewId>(view: ViewDefinition<V>): Dispose }
  readonly accountActions: Registry<AccountAction>
  readonly accountTabs: Registry<AccountTab>
  readonly connectMethods: Registry<ConnectMethod>
  readonly points: Points

  readonly connections: ConnectionsPort
  readonly accounts: AccountsPort
  readonly activeNetwork: ActiveNetworkPort
  readonly modal: ModalPort
  slice<T extends object>(initial: T): Slice<T>

  readonly router: Router
  readonly flow: Flow
  readonly rpc: RpcPort

  readonly events: EventPort
  readonly storage: StoragePort<S>
  readonly messages: MessagePort
  readonly theme: ThemePort
  readonly toasts: ToastPort
  readonly alerts: AlertPort
  readonly http: HttpPort
  readonly log: LogPort
  readonly stage: StagePort

  /** `make` runs once, on first need. */
  provide<T>(token: Token<T>, make: () => T): Dispose
  /** @throws `kernel.token_missing` */
  get<T>(token: Token<T>): T
  /** The API of a plugin named in `dependsOn`. */
  use<Other extends string>(id: Other): PluginApi<Other>
  /** The API of a plugin named in `peers`, if it is installed. */
  peer<Other extends string>(id: Other): PeerApi<Other>
  /**
   * The plugin's own late half: runs once, beside the kernel's, when the visitor first needs more than the page's buttons (an opening, a connect, a request, a restore),
   * and is waited for, 10 s at most. Discovery, connectors and rpc policies belong here.
   * @example ctx.late(() => import('./wallets.js').then(({ registerWallets }) => registerWallets(ctx)))
   */
  late(load: () => Promise<unknown>): void
  /** Remembers success, forgets failure, names what failed: for `import()`. */
  lazy<T>(what: string, load: () => Promise<T>): () => Promise<T>
  /** Aborted when the plugin ends. */
  readonly signal: AbortSignal
  onDispose(dispose: Dispose): void
}
