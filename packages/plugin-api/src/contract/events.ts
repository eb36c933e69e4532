import type { ConnectedAccount } from '../chain/adapter.js'
import type { Caip2, Namespace } from '../chain/caip.js'
import type { CloseReason } from '../chain/connector.js'
import type { ErrorCode } from '../errors.js'
import type { Dispose } from '../json.js'
import type { RpcClass } from './rpc.js'
import type { ViewId } from './view.js'

/**
 * Events by name, `owner:noun-verbed`, with the data that each carries. A plugin adds its own by
 * declaration merging. The kernel does not wait for listeners.
 */
export interface KernelEvents {
  'kernel:ready': { plugins: readonly string[] }
  'kernel:plugin-failed': { plugin: string; phase: string; error: unknown }
  'kernel:error-reported': { error: unknown; where: string }
  'modal:opened': { view: ViewId }
  'modal:closed': { connected: boolean }
  'router:view-changed': { view: ViewId; previous: ViewId | undefined }
  'connection:started': { connectorId: string; silent: boolean }
  'connection:established': {
    connectionId: string
    connectorId: string
    accounts: readonly ConnectedAccount[]
    restored: boolean
  }
  'connection:failed': { connectorId: string; code: ErrorCode; error: unknown }
  'connection:closed': {
    connectionId: string
    namespaces: readonly Namespace[]
    reason: CloseReason
  }
  'account:changed': { namespace: Namespace; account: ConnectedAccount | undefined }
  'network:changed': { namespace: Namespace; network: Caip2 | undefined; supported: boolean }
  /**
   * A balance on this network may have changed: cached balances are dropped. A plugin that knows of
   * a change emits `ID:balance-changed`. `hash` names the transaction that changed it, in the chain's
   * spelling, where it is known: a server that is asked anew waits for it.
   */
  'kernel:balance-changed': { network: Caip2; hash?: string }
  /** `class` is absent where the method is not known. */
  'request:settled': { network: Caip2; method: string; class: RpcClass | undefined; ok: boolean }
}
/** Name of an event. */
export type EventName = keyof KernelEvents & string

/** Emits events and listens to them. */
export interface EventPort {
  on<Name extends EventName>(name: Name, listener: (event: KernelEvents[Name]) => void): Dispose
  /** Every event, also those of other plugins. */
  onAny(listener: (name: EventName, event: unknown) => void): Dispose
  emit<Name extends EventName>(name: Name, event: KernelEvents[Name]): void
}
