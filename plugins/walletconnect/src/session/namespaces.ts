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

/** The networks, methods and events that a wallet is asked for, in one namespace. */
export interface AskedNamespace {
  readonly chains: readonly Caip2[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** RPC url by chain reference, for methods that the session does not list. Not sent to the wallet. */
  readonly rpcMap: Readonly<Record<string, string>>
}
/** The networks, methods and events that a wallet is asked for, by namespace. */
export type AskedNamespaces = Readonly<Record<Namespace, AskedNamespace>>

/** The permissions of a session in one namespace. */
export interface SessionNamespace extends AskedNamespace {
  readonly accounts: readonly Caip10[]
  /** Reference of the chain in use. */
  readonly defaultChain: string
}
/** The permissions of a session, by namespace. */
export type SessionNamespaces = Readonly<Record<Namespace, SessionNamespace>>

/** One entry of a wallet's answer: for a namespace, or for one chain under the chain's id. */
interface WireNamespace {
  readonly chains?: readonly Caip2[]
  readonly accounts: readonly Caip10[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/**
 * Collects what to ask a wallet for: all namespaces that have networks here, with the methods and
 * events of their adapters and features. None of it is required of a wallet.
 */
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

/** Checks one entry of a wallet's answer. @throws `walletconnect.bad_session` */
function parseEntry(key: string, value: unknown): WireNamespace {
  if (typeof value !== 'object' || value === null)
    return refuse('namespaces', `something other than an object under ${key}`)
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
  if (!isTexts(methods)) refuse('methods', `methods of ${key} that are not a list of texts`)
  if (!isTexts(events)) refuse('events', `events of ${key} that are not a list of texts`)
  return value as WireNamespace
}

/**
 * Reads a wallet's answer by namespace: entries under a chain's id are merged into their namespace.
 * @throws `walletconnect.bad_session` for an answer that is not in the form of the standard
 */
export function parseNamespaces(value: unknown): Readonly<Record<Namespace, WireNamespace>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('namespaces', 'namespaces that are not an object')
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

/** The usable part of a wallet's answer, and what was left out as nobody had asked for it. */
export interface Accepted {
  readonly namespaces: SessionNamespaces
  readonly dropped: readonly string[]
}

/** Tells how the kernel treats a method now. */
export type RuleOf = (method: string, namespace: Namespace) => Pick<MethodRule, 'class' | 'nodes'>

/**
 * Chooses the methods that the session may use: those that were asked for, and others that a policy
 * here knows and only a wallet can answer. Methods that a node can answer go to nodes, as the wallet
 * may be a phone that sleeps. Methods that no policy knows are surplus.
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

/** Keeps the allowed items of a list, and adds the others to `dropped`. */
const keepAllowed = <T extends string>(
  list: readonly T[],
  isAllowed: (item: T) => boolean,
  dropped: string[],
): T[] => {
  dropped.push(...list.filter((item) => !isAllowed(item)))
  return list.filter(isAllowed)
}

/** Accepts one namespace of an answer. `undefined` where no account is left. */
function acceptNamespace(
  namespace: Namespace,
  granted: WireNamespace,
  asked: AskedNamespace,
  ruleOf: RuleOf,
  before: SessionNamespace | undefined,
  dropped: string[],
): SessionNamespace | undefined {
  const networkOf = (account: Caip10): Caip2 => parseCaip10(account).network
  const accounts = keepAllowed(
    granted.accounts,
    (account) => asked.chains.includes(networkOf(account)),
    dropped,
  )
  const chains = unique(accounts.map(networkOf))
  if (!chains.length) return undefined
  const references = chains.map((chain) => chain.slice(namespace.length + 1))
  const current = before?.defaultChain
  const { methods, surplus } = acceptMethods(namespace, granted.methods, asked.methods, ruleOf)
  dropped.push(...surplus)
  return {
    chains,
    accounts,
    methods,
    events: keepAllowed(granted.events, (event) => asked.events.includes(event), dropped),
    rpcMap: asked.rpcMap,
    defaultChain: current !== undefined && references.includes(current) ? current : references[0]!,
  }
}

/**
 * Compares a wallet's answer with what was asked for: accounts, chains and events may be fewer,
 * never more. `before` keeps the chain in use where it is still there.
 * @throws `walletconnect.bad_session` for an answer that is not in the form of the standard, and
 * where nothing usable is left
 */
export function accept(
  asked: AskedNamespaces,
  answer: unknown,
  ruleOf: RuleOf,
  before: SessionNamespaces = {},
): Accepted {
  const dropped: string[] = []
  const namespaces = Object.fromEntries(
    Object.entries(parseNamespaces(answer)).flatMap(
      ([namespace, granted]): [Namespace, SessionNamespace][] => {
        const mine = Object.hasOwn(asked, namespace) ? asked[namespace] : undefined
        if (!mine) {
          dropped.push(namespace)
          return []
        }
        const last = Object.hasOwn(before, namespace) ? before[namespace] : undefined
        const accepted = acceptNamespace(namespace, granted, mine, ruleOf, last, dropped)
        return accepted ? [[namespace, accepted]] : []
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
