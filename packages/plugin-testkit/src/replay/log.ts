import type {
  Account,
  ActiveNetworkState,
  Caip2,
  ConnectionsState,
  ConnectionStatus,
  ErrorCode,
  Namespace,
  Scope,
} from '@latchkey/plugin-api'

/** A state as `record` of `@latchkey/inspector` writes it. */
export interface ReplayState {
  readonly restoring: boolean
  readonly attempt?: {
    readonly connectorId: string
    readonly namespaces: readonly Namespace[]
    readonly step: string
  }
  readonly connections: readonly ReplayConnection[]
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
export interface ReplayConnection {
  readonly id: string
  readonly connectorId: string
  readonly scopes: Readonly<
    Record<
      Namespace,
      Omit<Scope, 'accounts'> & { readonly accounts: readonly Omit<Account, 'namespace'>[] }
    >
  >
}
export interface ReplayEvent {
  readonly event: string
  readonly connectorId?: string
  readonly connectionId?: string
  readonly namespaces?: readonly Namespace[]
  readonly code?: string
  readonly reason?: string
  readonly silent?: boolean
  readonly restored?: boolean
}
/** The part of a log of `@latchkey/inspector` that a replay needs. */
export interface ReplayLog {
  readonly version: 1
  readonly namespaces: readonly Namespace[]
  readonly networks: readonly Caip2[]
  readonly dropped: number
  readonly entries: readonly (
    { readonly at: number; readonly state: ReplayState } | ({ readonly at: number } & ReplayEvent)
  )[]
}

export const statesOf = ({ entries }: ReplayLog): readonly ReplayState[] =>
  entries.flatMap((entry) => ('state' in entry ? [entry.state] : []))
export const codeOf = (code: string | undefined): ErrorCode =>
  (code ?? 'wallet.connect_failed') as ErrorCode

const mapped = <T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** The state of a kernel in the form of a log. */
export function toState(
  { restoring, attempt, connections, namespaces }: ConnectionsState,
  { namespace, networks }: ActiveNetworkState,
): ReplayState {
  return {
    restoring,
    ...(attempt && {
      attempt: {
        connectorId: attempt.connectorId,
        namespaces: attempt.namespaces,
        step: attempt.step.step,
      },
    }),
    connections: connections.map(({ id, connectorId, scopes }) => ({
      id,
      connectorId,
      scopes: mapped(scopes, ({ accounts, ...scope }) => ({
        accounts: accounts.map(({ namespace: _, ...account }) => account),
        ...scope,
      })),
    })),
    namespaces,
    active: { ...(namespace !== undefined && { namespace }), networks },
  }
}
