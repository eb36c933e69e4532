import {
  namespaceOf,
  type Account,
  type ActiveNetworkState,
  type Caip2,
  type ConnectionInfo,
  type ConnectionsState,
  type Namespace,
  type Scope,
} from '@latchkey/plugin-api'
import type { Session } from '../relayClient.js'
import type { parseNamespaces } from '../../session/namespaces.js'
import type { LibrarySession } from './library.js'

/** The kernel's state, by which the provider's session is shown. */
export interface Picture {
  readonly connections: ConnectionsState
  readonly active: ActiveNetworkState
}

/** The connection that the provider speaks for: the one that is in use, else the newest. */
export function connectionIn(
  { connections, namespaces }: ConnectionsState,
  connectorId: string,
): ConnectionInfo | undefined {
  const mine = connections.filter((info) => info.connectorId === connectorId)
  const used = Object.values(namespaces).map(({ connectionId }) => connectionId)
  return mine.findLast(({ id }) => used.includes(id)) ?? mine.at(-1)
}

const networksOf = ({ networks }: Scope): readonly Caip2[] => (networks === 'any' ? [] : networks)

/**
 * The network in use in a namespace of the connection: the page's, where the connection is the one in
 * use there and allows it, else the wallet's own.
 */
export function chainOf(
  { connections, active }: Picture,
  { id, scopes }: ConnectionInfo,
  namespace: Namespace,
): Caip2 | undefined {
  const scope = scopes[namespace]
  if (!scope) return undefined
  const networks = networksOf(scope)
  const wanted =
    connections.namespaces[namespace]?.connectionId === id ? active.networks[namespace] : undefined
  if (wanted !== undefined && networks.includes(wanted)) return wanted
  return scope.network !== undefined && networks.includes(scope.network)
    ? scope.network
    : networks[0]
}

/** The accounts of a scope, the one in use first. */
function accountsOf(
  { connections }: Picture,
  { id }: ConnectionInfo,
  namespace: Namespace,
  { accounts, selected }: Scope,
): readonly Account[] {
  const state = connections.namespaces[namespace]
  const key = state?.connectionId === id ? state.accountKey : selected
  return [...accounts].sort((one, other) => Number(other.key === key) - Number(one.key === key))
}

type Granted = ReturnType<typeof parseNamespaces>[string]

/** One namespace: chain and account in use stand first, as hosts take the first of the list. */
function namespaceIn(
  picture: Picture,
  info: ConnectionInfo,
  [namespace, scope]: [Namespace, Scope],
  granted: Granted | undefined,
) {
  const current = chainOf(picture, info, namespace)
  const chains = [...networksOf(scope)].sort(
    (one, other) => Number(other === current) - Number(one === current),
  )
  const accounts = accountsOf(picture, info, namespace, scope)
  return {
    chains,
    accounts: chains.flatMap((chain) =>
      accounts
        .filter(({ networks }) => networks?.includes(chain) ?? true)
        .map(({ address }) => `${chain}:${address}`),
    ),
    methods: (granted?.methods ?? []).filter(
      (method) => scope.methods === 'any' || scope.methods.includes(method),
    ),
    events: [...(granted?.events ?? [])],
  }
}

/**
 * Shows the session as the kernel uses it: without what nobody asked for, and without addresses of
 * bundlers, which the library would ask directly.
 */
export function toSession(
  stored: Session,
  info: ConnectionInfo,
  picture: Picture,
  parse: typeof parseNamespaces,
): LibrarySession {
  const granted = parse(stored.namespaces)
  const {
    bundler_name: _,
    bundler_url: __,
    ...sessionProperties
  } = (stored.sessionProperties ?? {}) as Record<string, string>
  return {
    ...stored,
    ...(stored.sessionProperties && { sessionProperties }),
    namespaces: Object.fromEntries(
      Object.entries(info.scopes).map((entry) => [
        entry[0],
        namespaceIn(picture, info, entry, granted[entry[0]]),
      ]),
    ),
  }
}

/** Everything of a session that a wallet decides, without order: the same text for the same rights. */
export const rightsOf = ({ namespaces }: LibrarySession): string =>
  JSON.stringify(
    Object.entries(namespaces)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, { accounts, methods, events }]) => [
        name,
        ...[accounts, methods, events].map((list) => [...list].sort()),
      ]),
  )

/** Addresses on a chain, each once, in the session's order. */
export const addressesOn = ({ namespaces }: LibrarySession, chain: Caip2): readonly string[] => [
  ...new Set(
    (namespaces[namespaceOf(chain)]?.accounts ?? [])
      .filter((account) => account.startsWith(`${chain}:`))
      .map((account) => account.slice(chain.length + 1)),
  ),
]
