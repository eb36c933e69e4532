import {
  isLatchkeyError,
  withoutSecrets,
  type Account,
  type ActiveNetworkState,
  type ConnectionInfo,
  type ConnectionsState,
  type Scope,
} from '@latchkey/plugin-api'
import type {
  LoggedAccount,
  LoggedConnection,
  LoggedEvent,
  LoggedScope,
  LoggedState,
  LogOptions,
} from './log.js'

const MAX_LENGTH = 120

/** A value of unknown origin as a text without secrets, cut to 120 characters. */
const safeText = (value: unknown): string => withoutSecrets(String(value)).slice(0, MAX_LENGTH)
const safeTexts = (values: readonly unknown[]): readonly string[] => values.map(safeText)

/**
 * Replaces ids by aliases, because an id may be a secret or may lead to a person: a connection's id
 * can be the topic of its session. The same id has the same alias throughout a log.
 */
export interface Aliases {
  /** `connection-1` and so on. */
  connection(id: string): string
  /** `key-1` and so on. An account's key may be a public key, a path, or anything else. */
  key(key: string): string
  /** `0x1234...abcd`; a second address that looks the same is `0x1234...abcd%2`. */
  address(address: string): string
}

/** Makes a function that gives every new id the next number: `name-1`, `name-2`. */
const createNumbering = (name: string): ((id: string) => string) => {
  const known = new Map<string, string>()
  return (id) => {
    if (!known.has(id)) known.set(id, `${name}-${known.size + 1}`)
    return known.get(id)!
  }
}

/** Makes the aliases of one log. With `addresses: 'whole'` addresses are only cut to 120 characters. */
export function createAliases({ addresses = 'short' }: LogOptions): Aliases {
  const shortened = new Map<string, string>()
  const address: Aliases['address'] = (whole) => {
    if (addresses === 'whole') return whole.slice(0, MAX_LENGTH)
    if (!shortened.has(whole)) {
      // CAIP-10 allows `.` and `%` in addresses, so a kernel that replays the log accepts the alias.
      const short = whole.length > 14 ? `${whole.slice(0, 6)}...${whole.slice(-4)}` : whole
      const same = [...shortened.values()].filter((taken) => taken.split('%')[0] === short).length
      shortened.set(whole, same ? `${short}%${same + 1}` : short)
    }
    return shortened.get(whole)!
  }
  return { connection: createNumbering('connection'), key: createNumbering('key'), address }
}

const toAccount = (account: Account, { key, address }: Aliases): LoggedAccount => ({
  key: key(account.key),
  address: address(account.address),
  type: safeText(account.type),
  ...(account.networks && { networks: account.networks }),
})
const toScope = (
  { accounts, selected, network, networks, methods }: Scope,
  aliases: Aliases,
): LoggedScope => ({
  accounts: accounts.map((account) => toAccount(account, aliases)),
  ...(selected !== undefined && { selected: aliases.key(selected) }),
  ...(network !== undefined && { network }),
  networks,
  methods: methods === 'any' ? 'any' : safeTexts(methods),
})
const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
const toConnection = (
  { id, connectorId, scopes }: ConnectionInfo,
  aliases: Aliases,
): LoggedConnection => ({
  id: aliases.connection(id),
  connectorId: safeText(connectorId),
  scopes: mapValues(scopes, (scope) => toScope(scope, aliases)),
})

/**
 * Converts the kernel's state for the log: the connections and the networks in use, without the
 * members that only a wallet needs.
 */
export function toState(
  { restoring, attempt, connections: all, namespaces }: ConnectionsState,
  { namespace, networks }: ActiveNetworkState,
  aliases: Aliases,
): LoggedState {
  return {
    restoring,
    ...(attempt && {
      attempt: {
        connectorId: safeText(attempt.connectorId),
        namespaces: attempt.namespaces,
        step: safeText(attempt.step.step),
      },
    }),
    connections: all.map((info) => toConnection(info, aliases)),
    namespaces: mapValues(namespaces, ({ status, connectionId, accountKey, address }) => ({
      status,
      ...(connectionId !== undefined && { connectionId: aliases.connection(connectionId) }),
      ...(accountKey !== undefined && { accountKey: aliases.key(accountKey) }),
      ...(address !== undefined && { address: aliases.address(address) }),
    })),
    active: { ...(namespace !== undefined && { namespace }), networks },
  }
}

/** The fields of events that a log may hold, each with the function that makes its value safe. */
const FIELDS: Readonly<
  Record<keyof Omit<LoggedEvent, 'event' | 'code'>, (value: never, aliases: Aliases) => unknown>
> = {
  view: safeText,
  connectorId: safeText,
  namespace: safeText,
  namespaces: safeTexts,
  network: safeText,
  plugin: safeText,
  phase: safeText,
  method: safeText,
  reason: safeText,
  connectionId: (id: string, { connection }) => connection(id),
  silent: Boolean,
  restored: Boolean,
  connected: Boolean,
  supported: Boolean,
  ok: Boolean,
}
/** The kernel's own events. Only their fields are logged: an event of a plugin may hold anything. */
const KERNEL_EVENTS = /^(kernel|modal|router|connection|account|network|request):/

/** Converts an event of the kernel for the log. `detail`: what was emitted with it. */
export function toEvent(event: string, detail: unknown, aliases: Aliases): LoggedEvent {
  if (!KERNEL_EVENTS.test(event) || typeof detail !== 'object' || detail === null)
    return { event: safeText(event) }
  const given = detail as Readonly<Record<string, unknown>>
  const kept = Object.entries(FIELDS).flatMap(([field, keep]) =>
    given[field] === undefined ? [] : [[field, keep(given[field] as never, aliases)] as const],
  )
  const code = isLatchkeyError(given['error']) ? given['error'].code : given['code']
  return { event, ...Object.fromEntries(kept), ...(code !== undefined && { code: safeText(code) }) }
}
