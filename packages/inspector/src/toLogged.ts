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

const LONGEST = 120

/** Text from anywhere. */
const word = (value: unknown): string => withoutSecrets(String(value)).slice(0, LONGEST)
const words = (values: readonly unknown[]): readonly string[] => values.map(word)

/** Other names for what names secrets or people: the same thing has the same name throughout a log. */
export interface Aliases {
  connection(id: string): string
  /** Of an account: it may be a public key, a path, anything. */
  key(key: string): string
  address(address: string): string
}

const numbered = (name: string): ((key: string) => string) => {
  const known = new Map<string, string>()
  return (key) => {
    if (!known.has(key)) known.set(key, `${name}-${known.size + 1}`)
    return known.get(key)!
  }
}

export function createAliases({ addresses = 'short' }: LogOptions): Aliases {
  const shortened = new Map<string, string>()
  const address: Aliases['address'] = (whole) => {
    if (addresses === 'whole') return whole.slice(0, LONGEST)
    if (!shortened.has(whole)) {
      // In letters of CAIP-10, so that a kernel that replays the log takes them for addresses.
      const short = whole.length > 14 ? `${whole.slice(0, 6)}...${whole.slice(-4)}` : whole
      const same = [...shortened.values()].filter((taken) => taken.split('%')[0] === short).length
      shortened.set(whole, same ? `${short}%${same + 1}` : short)
    }
    return shortened.get(whole)!
  }
  return { connection: numbered('connection'), key: numbered('key'), address }
}

const toAccount = (account: Account, { key, address }: Aliases): LoggedAccount => ({
  key: key(account.key),
  address: address(account.address),
  type: word(account.type),
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
  methods: methods === 'any' ? 'any' : words(methods),
})
const mapped = <T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
const toConnection = (
  { id, connectorId, scopes }: ConnectionInfo,
  aliases: Aliases,
): LoggedConnection => ({
  id: aliases.connection(id),
  connectorId: word(connectorId),
  scopes: mapped(scopes, (scope) => toScope(scope, aliases)),
})

/** Who is connected, and on which networks, without what only a wallet needs to know. */
export function toState(
  { restoring, attempt, connections: all, namespaces }: ConnectionsState,
  { namespace, networks }: ActiveNetworkState,
  aliases: Aliases,
): LoggedState {
  return {
    restoring,
    ...(attempt && {
      attempt: {
        connectorId: word(attempt.connectorId),
        namespaces: attempt.namespaces,
        step: word(attempt.step.step),
      },
    }),
    connections: all.map((info) => toConnection(info, aliases)),
    namespaces: mapped(namespaces, ({ status, connectionId, accountKey, address }) => ({
      status,
      ...(connectionId !== undefined && { connectionId: aliases.connection(connectionId) }),
      ...(accountKey !== undefined && { accountKey: aliases.key(accountKey) }),
      ...(address !== undefined && { address: aliases.address(address) }),
    })),
    active: { ...(namespace !== undefined && { namespace }), networks },
  }
}

/** Fields of events that are known to be harmless, each with what is kept of it. */
const FIELDS: Readonly<
  Record<keyof Omit<LoggedEvent, 'event' | 'code'>, (value: never, aliases: Aliases) => unknown>
> = {
  view: word,
  connectorId: word,
  namespace: word,
  namespaces: words,
  network: word,
  plugin: word,
  phase: word,
  method: word,
  reason: word,
  connectionId: (id: string, { connection }) => connection(id),
  silent: Boolean,
  restored: Boolean,
  connected: Boolean,
  supported: Boolean,
  ok: Boolean,
}
/** Events whose fields are known. A stranger's may hold anything. */
const KNOWN = /^(kernel|modal|router|connection|account|network|request):/

export function toEvent(event: string, detail: unknown, aliases: Aliases): LoggedEvent {
  if (!KNOWN.test(event) || typeof detail !== 'object' || detail === null)
    return { event: word(event) }
  const given = detail as Readonly<Record<string, unknown>>
  const kept = Object.entries(FIELDS).flatMap(([field, keep]) =>
    given[field] === undefined ? [] : [[field, keep(given[field] as never, aliases)] as const],
  )
  const code = isLatchkeyError(given['error']) ? given['error'].code : given['code']
  return { event, ...Object.fromEntries(kept), ...(code !== undefined && { code: word(code) }) }
}
