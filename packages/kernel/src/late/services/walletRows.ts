import type { Connector } from '@latchkey/plugin-api'
import type { ConnectorSlot, DirectoryWallet, ResolvedOptions, WalletRow } from '../../types.js'
import { typeOf } from '../connectorType.js'
import { isImageUrl } from './links.js'
import { displayName, nameKey, placeIn } from './walletMatch.js'

export interface WalletRowsInput extends Pick<ResolvedOptions, 'mobile' | 'connectorOrder' | 'excludedWallets' | 'featuredWallets' | 'customWallets'> {
  /** In order of registration. */
  connectors: readonly Connector[]
  /** Newest first. */
  recent?: readonly { id: string; rdns?: string }[]
  /** What the directory has told so far, by id. */
  known?: ReadonlyMap<string, DirectoryWallet>
  /** Whether the host, the directory or the storage knows an rdns. */
  isKnown?(rdns: string): boolean
  onError?(error: unknown, connector: Connector): void
}

/** A connector that is shown, with all that decides about its row. */
interface Entry {
  connector: Connector
  name: string
  key: string
  type: WalletRow['type']
  installed: boolean
  recent: boolean
  /** 2: made by a plugin; 1: of an rdns that somebody knows; 0: a stranger. */
  trust: number
  /** Every slot that it may stand in, with its place there. */
  slots: Readonly<Partial<Record<ConnectorSlot, number>>>
}
interface Group {
  id: string
  lookalike: boolean
  entries: Entry[]
}

const SLOTS: readonly ConnectorSlot[] = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']

/** @returns nothing for what is not shown */
function entryOf(connector: Connector, input: WalletRowsInput): Entry[] {
  const { mobile, recent, known, excludedWallets, featuredWallets, customWallets } = input
  const { kind, rdns } = connector
  const name = displayName(connector)
  const key = nameKey(name)
  const place = (list: Parameters<typeof placeIn>[0]): number => placeIn(list, key, connector, known)
  // One of another kind is said, and left out.
  const type = typeOf(connector)
  const availability = connector.availability()
  const installed = availability === 'installed'
  // The nameless page wallet says nothing on a desktop, unless the host wants it; on a phone it is the wallet whose browser this is, if there is one.
  const isNoise = key === 'browser wallet' && !connector.alwaysListed && !(mobile && (rdns || installed))
  if (availability === 'unavailable' || isNoise || place(excludedWallets) < Infinity) return []
  const found = kind === 'announced' || kind === 'injected'
  const slot = found ? 'injected' : kind === 'walletConnect' ? kind : availability === 'missing' ? 'recommended' : 'external'
  const slots = {
    [slot]: 0,
    recent: place(recent),
    featured: place(featuredWallets),
    custom: place(customWallets),
  }
  return [{ connector, name, key, type, installed, slots, recent: slots.recent < Infinity, trust: !found ? 2 : Number(!!rdns && !!input.isKnown?.(rdns)) }]
}

/**
 * The entries that share a name or an rdns with another of their namespace and are not the one that is trusted most.
 * Between equals nobody can tell who is genuine, so both are marked: it never matters who came first.
 */
function lookalikes(entries: readonly Entry[]): ReadonlySet<Entry> {
  const rivals = new Map<string, Entry[]>()
  for (const entry of entries) {
    const { namespaces, rdns } = entry.connector
    for (const claim of new Set(namespaces.flatMap((namespace) => [`${namespace} ${entry.key}`, ...(rdns ? [`${namespace}:${rdns.toLowerCase()}`] : [])]))) rivals.set(claim, [...(rivals.get(claim) ?? []), entry])
  }
  return new Set([...rivals.values()].flatMap((all) => {
    const top = Math.max(...all.map(({ trust }) => trust))
    const best = all.filter(({ trust }) => trust === top)
    return best.length > 1 ? all : all.filter((entry) => entry !== best[0])
  }))
}

/** Entries of one row: those of one name, each in namespaces of its own; a look-alike stands alone. */
function group(entries: readonly Entry[]): Group[] {
  const marked = lookalikes(entries)
  const groups = new Map<string, Group>()
  for (const entry of entries) {
    const lookalike = marked.has(entry)
    const id = lookalike ? `${entry.key}#${entry.connector.id}` : entry.key
    const same = groups.get(id)
    if (same) same.entries.push(entry)
    else groups.set(id, { id, lookalike, entries: [entry] })
  }
  return [...groups.values()]
}

function rowOf({ id, lookalike, entries }: Group): WalletRow {
  const connectors = entries.map(({ connector }) => connector)
  const installed = entries.find((entry) => entry.installed)
  // What is on the page says best what the row is.
  const { connector: { kind }, name, type } = installed ?? entries[0]!
  const several = kind !== 'walletConnect' && kind !== 'auth' && new Set(connectors.flatMap(({ namespaces }) => namespaces)).size > 1
  const icon = connectors.map((one) => one.icon).find(isImageUrl)
  return { id, name, kind, connectors, lookalike, type: several ? 'MULTI_CHAIN' : type, installed: !!installed, recent: entries.some(({ recent }) => recent), ...(icon && { icon }) }
}

/** A row stands in the first slot that fits; slots that the host did not name follow in their usual order. */
function rankBy(order: WalletRowsInput['connectorOrder'] = []): (group: Group) => readonly [number, number, number] {
  const named = typeof order === 'object' ? order : []
  const slots = [...named, ...SLOTS.filter((slot) => !named.includes(slot))]
  return ({ entries }) => {
    const places = slots.map((slot) => Math.min(...entries.map((entry) => entry.slots[slot] ?? Infinity)))
    const first = places.findIndex((place) => place < Infinity)
    return [Number(order === 'installed-first' && !entries.some(({ installed }) => installed)), first, places[first] ?? 0]
  }
}

/**
 * The wallet list: what is available, without what is excluded, one row a wallet, in the host's order.
 * Ids stay the same while wallets come and go. A connector that throws is left out.
 */
export function walletRows(input: WalletRowsInput): readonly WalletRow[] {
  const entries = input.connectors.flatMap((connector) => {
    try {
      return entryOf(connector, input)
    } catch (error) {
      input.onError?.(error, connector)
      return []
    }
  })
  const rank = rankBy(input.connectorOrder)
  return group(entries).map((each) => ({ each, at: rank(each) }))
    .sort(({ at: [a, b, c] }, { at: [d, e, f] }) => a - d || b - e || c - f)
    .map(({ each }) => rowOf(each))
}
