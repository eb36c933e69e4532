import type { ConnectedAccount } from '../chain/adapter.js'
import type { Caip2, Namespace } from '../chain/caip.js'
import type { AccountType, ConnectStep, Scopes } from '../chain/connector.js'
import type { Network } from '../chain/network.js'
import type { Observable } from '../json.js'
import type { RpcRequest } from './rpc.js'
import type { ParamsOf, ViewId } from './view.js'

/** Where the connection of a namespace stands. A connection that comes back is `connecting`. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** A connected wallet, as plain data. */
export interface ConnectionInfo {
  readonly id: string
  readonly connectorId: string
  readonly name: string
  readonly icon?: string
  readonly rdns?: string
  /** Parsed: no address in here has skipped its adapter's check. */
  readonly scopes: Scopes
}

/** The current connection and account of one namespace. */
export interface NamespaceState {
  readonly status: ConnectionStatus
  readonly connectionId?: string
  /** Key of the selected account within that connection. */
  readonly accountKey?: string
  /** Address of the selected account, in the spelling of the active network. */
  readonly address?: string
}

/** A connect that is under way. */
export interface ConnectAttemptState {
  readonly connectorId: string
  readonly namespaces: readonly Namespace[]
  readonly step: ConnectStep
}

/** All connections, and what each namespace uses of them. */
export interface ConnectionsState {
  /** True on a server, and until every stored connection came back or gave up, 10 s at most. */
  readonly restoring: boolean
  readonly connections: readonly ConnectionInfo[]
  /** Every namespace that an adapter speaks for. */
  readonly namespaces: Readonly<Record<Namespace, NamespaceState>>
  /** The attempt that is under way. */
  readonly attempt?: ConnectAttemptState | undefined
}

/** How a wallet is connected. */
export interface ConnectOptions {
  /**
   * Only these of the connector's namespaces. Absent: all that it and the installed adapters have
   * in common.
   */
  namespaces?: readonly Namespace[]
  /** Fails instead of asking the visitor. */
  silent?: boolean
  /**
   * One of several connects in a row: the modal stays where it is, and the active namespace stays
   * too where a wallet is connected in it.
   */
  stay?: boolean
  /**
   * The visitor picked this connector in a list that marks look-alikes: it is asked although another
   * wallet of the page claims the same identity.
   */
  chosen?: boolean
  signal?: AbortSignal
}

/** Connects, disconnects and asks wallets. */
export interface ConnectionsPort extends Observable<ConnectionsState> {
  /**
   * @throws `kernel.connector_missing`, `kernel.connector_ambiguous`, `wallet.user_rejected`,
   * `wallet.request_pending`, `wallet.connect_failed`, ...
   */
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  /**
   * Ends a wallet, or one namespace of it; without a target all. @throws `wallet.disconnect_failed`
   */
  disconnect(target?: { connectionId: string } | { namespace: Namespace }): Promise<void>
  /**
   * Sends a request through the rpc door. @throws `rpc.method_not_allowed`, `rpc.no_connection`,
   * `kernel.aborted`, `wallet.*`, `rpc.failed`
   */
  request(request: RpcRequest): Promise<unknown>
}

/** Reads and selects the accounts of connected wallets. */
export interface AccountsPort extends Observable<ConnectionsState> {
  /**
   * The account in use, in the spelling of the active network; of the active namespace where none
   * is named.
   */
  active(namespace?: Namespace): ConnectedAccount | undefined
  /** All accounts of a namespace in all connections, or of all namespaces. */
  all(namespace?: Namespace): readonly ConnectedAccount[]
  /**
   * The type of account that the visitor has chosen for a namespace, else the one that the host named.
   * `undefined`: neither did, and the default of the namespace counts.
   */
  preferredType(namespace: Namespace): AccountType | undefined
  /** Uses this account without connecting. Makes its connection current in its namespace. */
  select(account: { connectionId: string; namespace: Namespace; key: string }): Promise<void>
}

/** The namespace in use, and the network in use in each. */
export interface ActiveNetworkState {
  readonly namespace: Namespace | undefined
  /**
   * By namespace. A network that the host did not configure is possible, where a wallet went there
   * by itself.
   */
  readonly networks: Readonly<Record<Namespace, Caip2>>
}

/** Reads and switches the network in use. */
export interface ActiveNetworkPort extends Observable<ActiveNetworkState> {
  /**
   * The network in use, of the active namespace where none is named. An unconfigured one is
   * labelled 'Unknown Network'.
   */
  current(namespace?: Namespace): (Network & { supported: boolean }) | undefined
  /**
   * @throws `kernel.network_unknown`, `kernel.network_switch_disabled`, `wallet.unknown_chain`,
   * `wallet.user_rejected`, ...
   */
  switch(network: Caip2): Promise<void>
}

/** Whether the modal is open, and how it behaves. */
export interface ModalState {
  readonly open: boolean
  readonly loading: boolean
  /** Counts up with each refused close: the shell shakes. */
  readonly shakes: number
}

/** Opens and closes the modal. */
export interface ModalPort extends Observable<ModalState> {
  open<Id extends ViewId>(view?: Id, ...params: ParamsOf<Id>): void
  /** Asks the guards. @returns whether it is closed now */
  close(): boolean
  shake(): void
  setLoading(loading: boolean): void
}

/** The plugin's own part of the kernel's state: all plugins may watch it, only its owner writes. */
export interface Slice<T> extends Observable<T> {
  set(change: Partial<T> | ((state: T) => Partial<T>)): void
}
