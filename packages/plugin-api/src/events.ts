import type { ConnectedAccount } from './adapter.js'
import type { Caip2, Namespace } from './caip.js'
import type { CloseReason } from './connector.js'
import type { ErrorCode } from './errors.js'
import type { Dispose } from './json.js'
import type { ViewId } from './view.js'

/** What happened, by name `owner:noun-verbed`. A plugin adds its own by declaration merging. Events hold nothing up. */
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
  /** Something was sent, or came: what was read of balances on that network is forgotten. A plugin that knows says the same as `ID:balance-changed`. */
  'kernel:balance-changed': { network: Caip2 }
  'request:settled': { network: Caip2; method: string; ok: boolean }
}
export type EventName = keyof KernelEvents & string

export interface EventPort {
  on<Name extends EventName>(name: Name, listener: (event: KernelEvents[Name]) => void): Dispose
  /** Every event, also those of other plugins. */
  onAny(listener: (name: EventName, event: unknown) => void): Dispose
  emit<Name extends EventName>(name: Name, event: KernelEvents[Name]): void
}
