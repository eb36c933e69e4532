import {
  isCaip10,
  isCaip2,
  LatchkeyError,
  namespaceOf,
  parseCaip10,
  type AdapterRegistration,
  type Caip10,
  type Caip2,
  type MethodRule,
  type Namespace,
  type Network,
} from '@latchkey/plugin-api'
import type { SessionPart } from '../errors.js'

/** What is asked of a wallet for one namespace. */
export interface AskedNamespace {
  readonly chains: readonly Caip2[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** RPC url by chain reference, for what the session does not list. Stays on the page. */
  readonly rpcMap: Readonly<Record<string, string>>
}
export type AskedNamespaces = Readonly<Record<Namespace, AskedNamespace>>

/** What a session allows in one namespace. */
export interface SessionNamespace extends AskedNamespace {
  readonly accounts: readonly Caip10[]
  /** Reference of the chain in use. */
  readonly defaultChain: string
}
export type SessionNamespaces = Readonly<Record<Namespace, SessionNamespace>>

/** What a wallet sends over the wire for one namespace, or for one chain under that chain's id. */
interface WireNamespace {
  readonly chains?: readonly Caip2[]
  readonly accounts: readonly Caip10[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** What to ask for: every namespace that has networks here, by what its adapter and features name. None is required of a wallet. */
export function toAsk(
  adapters: readonly Pick<AdapterRegistration, 'namespace' | 'session'>[],
  networks: readonly Network[],
): AskedNamespaces {
  return Object.fromEntries(
    adapters.flatMap(({ namespace, session: { methods, events } }) => {
      const mine = networks.filter((network) => network.namespace === namespace)
      if (!mine.length) return []
      const rpcMap = Object.fromEntries(
        mine.flatMap(({ reference, rpcUrls: [url] }) =>
          url === undefined ? [] : [[reference, url]],
        ),
      )
      return [
        [
          namespace,
          { chains: mine.map(({ id }) => id), methods: [...methods], events: [...events], rpcMap },
        ],
      ]
    }),
  )
}

const refuse = (part: SessionPart, what: string): never => {
  throw new LatchkeyError(
    'walletconnect.bad_session',
    `The wallet opened a session with ${what}.`,
    { context: { part } },
  )
}
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** One entry as it must be. @throws `walletconnect.bad_session` */
function parseEntry(key: string, value: unknown): WireNamespace {
  if (typeof value !== 'object' || value === null)
    return refuse('namespaces', `something else than an object under ${key}`)
  const { chains, accounts, methods, events } = value as Record<keyof WireNamespace, unknown>
  const isOwn = (id: string): boolean => id === key || id.startsWith(`${key}:`)
  if (
    chains !== undefined &&
    !(Array.isArray(chains) && chains.every((chain) => isCaip2(chain) && isOwn(chain)))
  )
    refuse('chains', `chains of ${key} that are not namespace:chainId`)
  if (!(
    Array.isArray(accounts) && accounts.every((account) => isCaip10(account) && isOwn(account))
  ))
    refuse('accounts', `accounts of ${key} that are not namespace:chainId:address`)
  if (!isTexts(methods)) refuse('methods', `methods of ${key} that are no list of texts`)
  if (!isTexts(events)) refuse('events', `events of ${key} that are no list of texts`)
  return value as WireNamespace
}

/**
 * What a wallet approved, by namespace: entries under a chain's id are merged into their namespace.
 * @throws `walletconnect.bad_session` for what is not in the form of the standard
 */
export function parseNamespaces(value: unknown): Readonly<Record<Namespace, WireNamespace>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('namespaces', 'namespaces that are no object')
  const merged: Record<Namespace, WireNamespace> = {}
  for (const [key, entry] of Object.entries(value)) {
    if (!/^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/.test(key))
      refuse('namespaces', `a namespace called ${key.slice(0, 40)}`)
    const { accounts, methods, events } = parseEntry(key, entry)
    const namespace = isCaip2(key) ? namespaceOf(key) : key
    const before = Object.hasOwn(merged, namespace) ? merged[namespace] : undefined
    merged[namespace] = {
      accounts: unique([...(before?.accounts ?? []), ...accounts]),
      methods: unique([...(before?.methods ?? []), ...methods]),
      events: unique([...(before?.events ?? []), ...events]),
    }
  }
  return merged
}

/** What of an approval may be used, and what was not asked for and is left out. */
export interface Accepted {
  readonly namespaces: SessionNamespaces
  readonly dropped: readonly string[]
}

/** How the kernel's door treats a method now. */
export type RuleOf = (method: string, namespace: Namespace) => Pick<MethodRule, 'class' | 'nodes'>

/**
 * Which methods of an approval the session may use. Beyond what was asked for: those that a policy here knows and only a wallet can answer.
 * What a node can answer is left to nodes, as the wallet was not asked for it and may be a phone that sleeps; what no policy knows is surplus.
 */
function acceptMethods(
  namespace: Namespace,
  granted: readonly string[],
  asked: readonly string[],
  ruleOf: RuleOf,
): { methods: string[]; surplus: string[] } {
  const beyond = granted
    .filter((method) => !asked.includes(method))
    .map((method) => ({ method, ...ruleOf(method, namespace) }))
  const wanted = beyond.flatMap(({ method, class: cls, nodes }) =>
    cls !== undefined && !nodes ? [method] : [],
  )
  return {
    methods: unique(granted.filter((method) => asked.includes(method) || wanted.includes(method))),
    surplus: beyond.flatMap(({ method, class: cls }) => (cls === undefined ? [method] : [])),
  }
}

/**
 * Holds an approval against what was asked for: of accounts, chains and events it may be less, never more. `before` keeps the chain in use where it is still there.
 * @throws `walletconnect.bad_session` for what is not in the form of the standard, and where nothing is left
 */
export function accept(
  asked: AskedNamespaces,
  answer: unknown,
  ruleOf: RuleOf,
  before: SessionNamespaces = {},
): Accepted {
  const dropped: string[] = []
  const only = <T extends string>(
    list: readonly T[],
    allowed: readonly string[],
    of = (item: T): string => item,
  ): T[] =>
    list.filter((item) => {
      const isAllowed = allowed.includes(of(item))
      if (!isAllowed) dropped.push(item)
      return isAllowed
    })
  const namespaces = Object.fromEntries(
    Object.entries(parseNamespaces(answer)).flatMap(
      ([namespace, given]): [Namespace, SessionNamespace][] => {
        const mine = Object.hasOwn(asked, namespace) ? asked[namespace] : undefined
        if (!mine) {
          dropped.push(namespace)
          return []
        }
        const accounts = only(
          given.accounts,
          mine.chains,
          (account) => parseCaip10(account).network,
        )
        const chains = unique(accounts.map((account) => parseCaip10(account).network))
        if (!chains.length) return []
        const references = chains.map((chain) => chain.slice(namespace.length + 1))
        const now = Object.hasOwn(before, namespace) ? before[namespace]?.defaultChain : undefined
        const defaultChain = now !== undefined && references.includes(now) ? now : references[0]!
        const { methods, surplus } = acceptMethods(namespace, given.methods, mine.methods, ruleOf)
        dropped.push(...surplus)
        return [
          [
            namespace,
            {
              chains,
              accounts,
              methods,
              events: only(given.events, mine.events),
              rpcMap: mine.rpcMap,
              defaultChain,
            },
          ],
        ]
      },
    ),
  )
  if (!Object.keys(namespaces).length)
    refuse(
      dropped.length ? 'chains' : 'accounts',
      dropped.length
        ? `nothing that was asked for (${dropped.slice(0, 5).join(', ')})`
        : 'no account',
    )
  return { namespaces, dropped }
}
