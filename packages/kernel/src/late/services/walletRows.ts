import type { Connector } from '@latchkey/plugin-api'
import type { ConnectorSlot, DirectoryWallet, KernelOptions, WalletMatch, WalletRow } from '../../types.js'
import { isImageUrl } from './links.js'
import { createMatcher, displayName, isHiddenGeneric, nameKey, type Matcher } from './walletMatch.js'

export interface WalletRowsInput {
  /** In order of registration. */
  connectors: readonly Connector[]
  mobile: boolean
  order?: KernelOptions['connectorOrder']
  excluded?: readonly (WalletMatch | string)[]
  featured?: readonly (WalletMatch | string)[]
  custom?: readonly DirectoryWallet[]
  /** Newest first. */
  recent?: readonly { id: string; rdns?: string }[]
  /** What the directory has told so far, by id. */
  known?: ReadonlyMap<string, DirectoryWallet>
  onError?(error: unknown, connector: Connector): void
}

/** A connector that is shown, with all that decides about its row. */
interface Entry {
  connector: Connector
  name: string
  key: string
  installed: boolean
  missing: boolean
  featured: number
  custom: number
  recent: number
  /** 2: made by a plugin; 1: of an rdns that somebody knows; 0: a stranger. */
  trust: 0 | 1 | 2
}

const SLOTS: readonly ConnectorSlot[] = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']
const TYPES = { announced: 'ANNOUNCED', injected: 'INJECTED', external: 'EXTERNAL', auth: 'AUTH', walletConnect: 'WALLET_CONNECT' } as const

const isFound = ({ kind }: Connector): boolean => kind === 'announced' || kind === 'injected'

function entryOf(connector: Connector, input: WalletRowsInput, lists: Record<'excluded' | 'featured' | 'custom' | 'recent', Matcher>, rdnses: ReadonlySet<string>): Entry | undefined {
  try {
    const availability = connector.availability()
    const installed = availability === 'installed'
    if (availability === 'unavailable' || lists.excluded.has(connector) || isHiddenGeneric(connector, input.mobile, installed)) return undefined
    const name = displayName(connector)
    const isKnown = !!connector.rdns && rdnses.has(connector.rdns.toLowerCase())
    return {
      connector, name, installed,
      key: nameKey(name),
      missing: availability === 'missing',
      featured: lists.featured.indexOf(connector),
      custom: lists.custom.indexOf(connector),
      recent: lists.recent.indexOf(connector),
      trust: !isFound(connector) ? 2 : isKnown ? 1 : 0,
    }
  } catch (error) {
    input.onError?.(error, connector)
    return undefined
  }
}

/** The rdns that the host, the directory or the storage knows. */
const knownRdns = ({ featured = [], custom = [], recent = [], known = new Map() }: WalletRowsInput): ReadonlySet<string> =>
  new Set([...featured, ...custom, ...recent, ...known.values()].flatMap((match: WalletMatch | string) => {
    const rdns = typeof match === 'string' ? match : match.rdns
    return rdns ? [rdns.toLowerCase()] : []
  }))

/**
 * The entries that share a name or an rdns with another of their namespace and are not the one that is trusted most.
 * Between equals nobody can tell who is genuine, so both are marked: it never matters who came first.
 */
function lookalikes(entries: readonly Entry[]): ReadonlySet<Entry> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const { namespaces, rdns } = entry.connector
    for (const namespace of new Set(namespaces)) {
      for (const key of [`name ${entry.key}`, ...(rdns ? [`rdns ${rdns.toLowerCase()}`] : [])]) {
        const group = groups.get(`${namespace} ${key}`)
        if (group) group.push(entry)
        else groups.set(`${namespace} ${key}`, [entry])
      }
    }
  }
  const marked = new Set<Entry>()
  for (const group of groups.values()) {
    const top = Math.max(...group.map(({ trust }) => trust))
    const best = group.filter(({ trust }) => trust === top)
    for (const entry of group) if (entry.trust < top || best.length > 1) marked.add(entry)
  }
  return marked
}

/** Entries of one row: those of one name, each in namespaces of its own; a look-alike stands alone. */
function group(entries: readonly Entry[]): { id: string; lookalike: boolean; entries: Entry[] }[] {
  const marked = lookalikes(entries)
  const rows = new Map<string, { id: string; lookalike: boolean; entries: Entry[] }>()
  for (const entry of entries) {
    const lookalike = marked.has(entry)
    const id = lookalike ? `${entry.key}#${entry.connector.id}` : entry.key
    const row = rows.get(id)
    if (row) row.entries.push(entry)
    else rows.set(id, { id, lookalike, entries: [entry] })
  }
  return [...rows.values()]
}

function rowOf({ id, lookalike, entries }: { id: string; lookalike: boolean; entries: Entry[] }): WalletRow {
  const connectors = entries.map(({ connector }) => connector)
  // What is on the page says best what the row is.
  const { connector, name } = entries.find(({ installed }) => installed) ?? entries[0]!
  const several = connector.kind !== 'walletConnect' && connector.kind !== 'auth' && new Set(connectors.flatMap(({ namespaces }) => namespaces)).size > 1
  const icon = [connector, ...connectors].map((one) => one.icon).find(isImageUrl)
  return Object.freeze({
    id, name, lookalike,
    type: several ? 'MULTI_CHAIN' : TYPES[connector.kind],
    kind: connector.kind,
    connectors: Object.freeze(connectors),
    installed: entries.some(({ installed }) => installed),
    recent: entries.some(({ recent }) => recent >= 0),
    ...(icon && { icon }),
  })
}

const least = (entries: readonly Entry[], of: 'featured' | 'custom' | 'recent'): number => Math.min(...entries.map((entry) => (entry[of] < 0 ? Infinity : entry[of])))

/** Every slot that a row may stand in, with its place there. */
function slotsOf(entries: readonly Entry[]): [ConnectorSlot, number][] {
  const kinds = entries.map(({ connector }) => connector)
  const all: [ConnectorSlot, number][] = [
    ['walletConnect', kinds.some(({ kind }) => kind === 'walletConnect') ? 0 : Infinity],
    ['recent', least(entries, 'recent')],
    ['injected', kinds.some(isFound) ? 0 : Infinity],
    ['featured', least(entries, 'featured')],
    ['custom', least(entries, 'custom')],
    ['external', entries.some(({ connector, missing }) => !missing && (connector.kind === 'external' || connector.kind === 'auth')) ? 0 : Infinity],
  ]
  const found = all.filter(([, place]) => place < Infinity)
  return found.length ? found : [['recommended', 0]]
}

/** A row stands in the first slot that fits; slots that the host did not name follow in their usual order. */
function compare(order: KernelOptions['connectorOrder']): (a: readonly Entry[], b: readonly Entry[]) => number {
  const named = typeof order === 'object' ? order : []
  const slots = [...named, ...SLOTS.filter((slot) => !named.includes(slot))]
  const rank = (entries: readonly Entry[]): readonly [number, number, number] => {
    const [slot, place] = slotsOf(entries).map(([name, at]) => [slots.indexOf(name), at] as const).reduce((a, b) => (b[0] < a[0] ? b : a))
    return [order === 'installed-first' && !entries.some(({ installed }) => installed) ? 1 : 0, slot, place]
  }
  return (a, b) => {
    const [one, two] = [rank(a), rank(b)]
    return one[0] - two[0] || one[1] - two[1] || one[2] - two[2]
  }
}

/**
 * The wallet list: what is available, without what is excluded, one row a wallet, in the host's order.
 * Ids stay the same while wallets come and go. Lists are read by name, rdns and id; nothing here is remembered.
 */
export function walletRows(input: WalletRowsInput): readonly WalletRow[] {
  const { connectors, excluded = [], featured = [], custom = [], recent = [], known, order } = input
  const lists = { excluded: createMatcher(excluded, known), featured: createMatcher(featured, known), custom: createMatcher(custom), recent: createMatcher(recent) }
  const rdnses = knownRdns(input)
  const entries = connectors.flatMap((connector) => entryOf(connector, input, lists, rdnses) ?? [])
  const inOrder = compare(order)
  return Object.freeze(group(entries).sort((a, b) => inOrder(a.entries, b.entries)).map(rowOf))
}
