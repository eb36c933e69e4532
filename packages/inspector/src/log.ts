import type {
  AccountType,
  Caip2,
  CloseReason,
  ConnectionStatus,
  Namespace,
} from '@latchkey/plugin-api'

/** An account, without the members that only its wallet needs. */
export interface LoggedAccount {
  readonly key: string
  readonly address: string
  readonly type: AccountType
  readonly networks?: readonly Caip2[]
}
/** The part of a connection that belongs to one namespace. */
export interface LoggedScope {
  readonly accounts: readonly LoggedAccount[]
  /** The key of the account that the wallet has selected. */
  readonly selected?: string
  /** The network that the wallet is on. */
  readonly network?: Caip2
  /** The networks that the wallet can be used on. */
  readonly networks: 'any' | readonly Caip2[]
  readonly methods: 'any' | readonly string[]
}
export interface LoggedConnection {
  readonly id: string
  readonly connectorId: string
  readonly scopes: Readonly<Record<Namespace, LoggedScope>>
}
/** The connections, the networks in use, and the attempt to connect that is under way. */
export interface LoggedState {
  readonly restoring: boolean
  readonly attempt?: {
    readonly connectorId: string
    readonly namespaces: readonly Namespace[]
    readonly step: string
  }
  readonly connections: readonly LoggedConnection[]
  readonly namespaces: Readonly<
    Record<
      Namespace,
      {
        readonly status: ConnectionStatus
        readonly connectionId?: string
        readonly accountKey?: string
        readonly address?: string
      }
    >
  >
  readonly active: {
    readonly namespace?: Namespace
    readonly networks: Readonly<Record<Namespace, Caip2>>
  }
}
/**
 * An event of the kernel, with the fields that hold no secret. Of an event of a plugin, only the name
 * is logged. `ok`: whether a request succeeded. `code`: of the error that the event reports.
 */
export interface LoggedEvent {
  readonly event: string
  readonly view?: string
  readonly connectorId?: string
  readonly connectionId?: string
  readonly namespace?: Namespace
  readonly namespaces?: readonly Namespace[]
  readonly network?: Caip2
  readonly plugin?: string
  readonly phase?: string
  readonly method?: string
  readonly code?: string
  readonly reason?: CloseReason
  readonly silent?: boolean
  readonly restored?: boolean
  readonly connected?: boolean
  readonly supported?: boolean
  readonly ok?: boolean
}
/** A state or an event of the kernel. `at`: ms since the recording began. */
export type LogEntry =
  { readonly at: number; readonly state: LoggedState } | ({ readonly at: number } & LoggedEvent)

/**
 * The history of a kernel's connections as plain JSON, without pairing links, keys,
 * signatures, messages and snapshots. Connections are called `connection-1` and so on. `replay(log)`
 * of `@latchkey/plugin-testkit` makes a kernel go through the same states again.
 */
export interface ConnectionLog {
  readonly version: 1
  /** ISO 8601. */
  readonly startedAt: string
  /** Ids of the kernel's plugins. */
  readonly plugins: readonly string[]
  /** Namespaces that have an adapter, and the configured networks. */
  readonly namespaces: readonly Namespace[]
  readonly networks: readonly Caip2[]
  /** Number of later entries that did not fit. */
  readonly dropped: number
  /** The first entry is the state when the recording began. */
  readonly entries: readonly LogEntry[]
}

export interface LogOptions {
  /** `short`, the default, leaves out the middle of each address. */
  addresses?: 'short' | 'whole'
}
