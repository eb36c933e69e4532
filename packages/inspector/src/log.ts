import type {
  AccountType,
  Caip2,
  CloseReason,
  ConnectionStatus,
  Namespace,
} from '@latchkey/plugin-api'

/** An account, without what only its wallet needs to know. */
export interface LoggedAccount {
  readonly key: string
  readonly address: string
  readonly type: AccountType
  readonly networks?: readonly Caip2[]
}
export interface LoggedScope {
  readonly accounts: readonly LoggedAccount[]
  readonly selected?: string
  readonly network?: Caip2
  readonly networks: 'any' | readonly Caip2[]
  readonly methods: 'any' | readonly string[]
}
export interface LoggedConnection {
  readonly id: string
  readonly connectorId: string
  readonly scopes: Readonly<Record<Namespace, LoggedScope>>
}
/** Who is connected, where, and what is under way. */
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
/** What happened, with the fields that are known to hold no secret. Events that nobody knows have a name only. */
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
/** `at`: ms since the recording began. */
export type LogEntry =
  { readonly at: number; readonly state: LoggedState } | ({ readonly at: number } & LoggedEvent)

/**
 * What happened to the connections of a kernel, as plain JSON. No pairing link, key, signature, message or snapshot is in it; connections are called
 * `connection-1` and so on. `replay(log)` of `@latchkey/plugin-testkit` goes through it again.
 */
export interface ConnectionLog {
  readonly version: 1
  /** ISO 8601. */
  readonly startedAt: string
  readonly plugins: readonly string[]
  /** Those that an adapter speaks for, and the networks that are configured. */
  readonly namespaces: readonly Namespace[]
  readonly networks: readonly Caip2[]
  /** Entries that were dropped at the end, because there were too many. */
  readonly dropped: number
  /** The first is the state when the recording began. */
  readonly entries: readonly LogEntry[]
}

export interface LogOptions {
  /** `short` if left out: the middle of each address is taken out. */
  addresses?: 'short' | 'whole'
}
