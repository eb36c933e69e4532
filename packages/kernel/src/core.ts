/**
 * The types between the kernel's two halves. The eager half builds a `KernelCore` and knows the late
 * half only as the type `LateHalf`. `src/late/entry.ts` is reached by one `import()`.
 */
import type {
  AccountAction,
  AccountTab,
  ActiveNetworkState,
  AdapterRegistration,
  Caip2,
  ChainAdapter,
  ConnectAttempt,
  ConnectionInfo,
  ConnectionsState,
  ConnectMethod,
  ConnectOptions,
  Connector,
  ConnectResult,
  Contribution,
  Dispose,
  EventPort,
  HttpPort,
  Json,
  LogPort,
  MessageParams,
  MessagePort,
  ModalPort,
  Namespace,
  Network,
  NetworkChange,
  Reach,
  Registry,
  Router,
  RpcPolicy,
  RpcRequest,
  Schema,
  Slice,
  StoragePort,
  ThemePort,
} from '@latchkey/plugin-api'
import type { PointTable } from './registry/points.js'
import type { KernelPorts, LatePorts, ResolvedOptions } from './types.js'

/** A connection as it is stored, so that it can come back after a reload. */
export interface StoredConnection {
  id: string
  connectorId: string
  /** Shown while the connection is being restored. */
  name: string
  namespaces: readonly Namespace[]
  /** Namespaces in which it was the current connection, each with the key of the account in use. */
  current: Readonly<Record<Namespace, string | undefined>>
  /**
   * The addresses of these accounts as they were shown. Only for what a page draws before the kernel
   * is loaded.
   */
  addresses?: Readonly<Record<Namespace, string | undefined>>
  snapshot: Json
}

/** The kernel's own entries in the storage; their keys have `kernel` in the place of a plugin's id. */
export type KernelStorage = {
  connections: Schema<readonly StoredConnection[]>
  /**
   * The connections that the visitor ended last, so that other tabs of the site follow. Without
   * namespaces a connection ended as a whole. `asleep`: it was stored and not live in the tab that
   * ended it, so its wallet was not told.
   */
  ended: Schema<readonly { id: string; namespaces?: readonly Namespace[]; asleep?: boolean }[]>
  connectionStatus: Schema<Readonly<Record<Namespace, 'connected'>>>
  connectedNamespaces: Schema<readonly Namespace[]>
  walletId: Schema<string>
  walletName: Schema<string>
  activeNetwork: Schema<Caip2>
  activeNamespace: Schema<Namespace>
  recentWallets: Schema<readonly { id: string; rdns?: string }[]>
  accountTypes: Schema<Readonly<Record<Namespace, string>>>
  nativeBalances: Schema<
    Readonly<Record<string, { value: string; decimals: number; symbol: string; at: number }>>
  >
}

/** Steps of plugins around a connect, a change of network, and the closing of the modal. */
export interface Flows {
  readonly before: readonly Contribution<(attempt: ConnectAttempt) => void>[]
  readonly after: readonly Contribution<
    (result: ConnectResult, signal: AbortSignal) => void | Promise<void>
  >[]
  readonly network: readonly Contribution<
    (change: NetworkChange, signal: AbortSignal) => void | Promise<void>
  >[]
  readonly close: readonly Contribution<() => boolean>[]
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly source: string
  /** Without secrets. */
  readonly words: readonly string[]
}

/** Everything that the late half works with. Its parts ask for a `Pick` of it. */
export interface KernelCore {
  readonly id: string
  readonly options: Slice<ResolvedOptions>
  readonly modal: ModalPort
  readonly router: Router
  readonly events: EventPort
  readonly messages: MessagePort
  readonly theme: ThemePort
  readonly log: LogPort
  readonly storage: StoragePort<KernelStorage>
  readonly connections: Slice<ConnectionsState>
  readonly activeNetwork: Slice<ActiveNetworkState>
  readonly adapters: Registry<AdapterRegistration>
  readonly connectors: Registry<Connector>
  /** The rdns of every wallet of the directory, in lower case. The late half fills it. */
  readonly directoryRdns: Set<string>
  readonly networks: Registry<Network>
  readonly accountActions: Registry<AccountAction>
  readonly accountTabs: Registry<AccountTab>
  readonly connectMethods: Registry<ConnectMethod>
  readonly points: PointTable
  readonly views: Pick<KernelPorts['views'], 'find'>
  readonly flows: Flows
  /** Registered rpc policies, in order. */
  readonly policies: readonly Contribution<RpcPolicy>[]
  /** The adapter of a namespace, loaded once. @throws `kernel.adapter_missing` */
  adapter(namespace: Namespace): Promise<ChainAdapter>
  /** The adapter of a namespace, if it is loaded already. */
  adapterNow(namespace: Namespace): ChainAdapter | undefined
  /**
   * Writes an error to the log and emits it as `kernel:error-reported`; never throws. `where` names a
   * plugin and what it was doing.
   */
  report(error: unknown, where: string): void
  /** Every line of every log, whatever the log level shows. */
  onLog(listener: (line: LogLine) => void): Dispose
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  /** Runs when the kernel is disposed, last added first. */
  onDispose(dispose: Dispose): void
}

/** The late half's work for the ports of the eager half. */
export interface LateHalf {
  readonly ports: LatePorts
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  disconnect(target?: { connectionId: string } | { namespace: Namespace }): Promise<void>
  select(account: { connectionId: string; namespace: Namespace; key: string }): Promise<void>
  request(request: RpcRequest): Promise<unknown>
  switchNetwork(network: Caip2): Promise<void>
  /**
   * Brings back the stored connections. Called once, after every plugin has started; never rejects;
   * ends with `restoring: false`.
   */
  restore(): Promise<void>
  /** Ends the attempt that is under way, if there is one, with `kernel.modal_closed`. */
  abortAttempt(): void
  http(plugin: string, reach: Reach | undefined): HttpPort
}
export type CreateLate = (core: KernelCore) => LateHalf

/** The late half with what the eager half reaches through the same chunk. */
export interface FullLate extends LateHalf {
  connectWithModal(): Promise<ConnectionInfo>
  format(text: string, params: MessageParams, locale: string): string
  unknownNetwork(id: Caip2): Network
}
