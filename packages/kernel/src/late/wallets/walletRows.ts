import type { Connector } from '@latchkey/plugin-api'
import type { ConnectorSlot, DirectoryWallet, ResolvedOptions, WalletRow } from '../../types.js'
import { typeOf } from '../connectorType.js'
import { createJudge, type Claim, type Verdict } from './knownNames.js'
import { iconOf } from '../services/urls.js'
import { displayName, looksOf, placeIn, rowKey, spelledAs } from './walletMatch.js'

export interface WalletRowsInput extends Pick<
  ResolvedOptions,
  | 'mobile'
  | 'connectorOrder'
  | 'excludedWallets'
  | 'onlyWallets'
  | 'featuredWallets'
  | 'customWallets'
> {
  /** In order of registration. */
  connectors: readonly Connector[]
  /** Newest first. */
  recent?: readonly { id: string; rdns?: string }[]
  /** The directory's wallets that were fetched so far, by id. */
  known?: ReadonlyMap<string, DirectoryWallet>
  /** Reused from one list to the next, because it caches the directory's names. */
  judge?: ReturnType<typeof createJudge>
  onError?(error: unknown, connector: Connector): void
}

/** A connector that is shown, with everything that decides about its row. */
interface Entry {
  connector: Connector
  name: string
  /** Of its row: connectors of one key are one wallet. */
  key: string
  /** A key of how its name looks, and its spelling. */
  looks: string
  spelling: string
  type: WalletRow['type']
  installed: boolean
  /**
   * 3: a plugin made it. 2: the host or the directory knows its rdns and name. 1: unknown. 0: the
   * host or the directory contradicts its claim. Recent use gives no trust.
   */
  trust: number
  /** The slots of the list that it may stand in, each with its position there. */
  slots: Readonly<Partial<Record<ConnectorSlot, number>>>
}
/** The connectors of one row. */
interface Group {
  id: string
  lookalike: boolean
  entries: Entry[]
}

const TRUST: Readonly<Record<Verdict, number>> = { genuine: 2, unknown: 1, contradicted: 0 }

const SLOTS: readonly ConnectorSlot[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/** @returns the entry of a connector, or an empty list if it is not shown */
function entryOf(
  connector: Connector,
  input: WalletRowsInput,
  judge: (claim: Claim) => Verdict,
): Entry[] {
  const { mobile, recent, known, excludedWallets, onlyWallets, featuredWallets, customWallets } =
    input
  const { kind, rdns } = connector
  const name = displayName(connector)
  const key = rowKey(name)
  const looks = looksOf(name)
  const place = (list: Parameters<typeof placeIn>[0]): number =>
    placeIn(list, key, connector, known)
  // Throws for an unknown kind, which is reported and left out.
  const type = typeOf(connector)
  const availability = connector.availability()
  const installed = availability === 'installed'
  // On a desktop a nameless page wallet helps nobody, unless the host lists it. On a phone it is the
  // wallet whose browser this is, if there is one.
  const isUseless =
    key === 'browser wallet' && !connector.alwaysListed && !(mobile && (rdns || installed))
  if (
    availability === 'unavailable' ||
    isUseless ||
    place(excludedWallets) < Infinity ||
    (onlyWallets && place(onlyWallets) === Infinity)
  )
    return []
  const found = kind === 'announced' || kind === 'injected'
  const slot = found
    ? 'injected'
    : kind === 'walletConnect'
      ? kind
      : availability === 'missing'
        ? 'recommended'
        : 'external'
  const slots = {
    [slot]: 0,
    recent: place(recent),
    featured: place(featuredWallets),
    custom: place(customWallets),
  }
  const trust = found ? TRUST[judge({ name, key: looks, rdns })] : 3
  return [
    {
      connector,
      name,
      key,
      looks,
      spelling: spelledAs(name),
      type,
      installed,
      slots,
      trust,
    },
  ]
}

/**
 * Of entries with the same claim, all but the one that is trusted most. If several are trusted alike
 * it is all of them, because nothing says which one is genuine; being first does not count.
 */
function rivalsOf(
  all: readonly Entry[],
  areOne: (best: readonly Entry[]) => boolean,
): readonly Entry[] {
  const top = Math.max(...all.map(({ trust }) => trust))
  const best = all.filter(({ trust }) => trust === top)
  return areOne(best) ? all.filter((entry) => !best.includes(entry)) : all
}

/** Whether all entries spell their name alike. */
const isOneSpelling = (best: readonly Entry[]): boolean =>
  new Set(best.map(({ spelling }) => spelling)).size === 1

/**
 * Whether an entry is a link to a wallet that is on this page itself, by its rdns. Such a link is
 * neither a rival of that wallet nor part of its row.
 */
const isLinkTo = (
  { installed, connector: { kind, rdns } }: Entry,
  others: readonly Entry[],
): boolean =>
  kind === 'external' &&
  !installed &&
  !!rdns &&
  others.some(
    ({ slots, connector }) =>
      slots.injected === 0 && connector.rdns?.toLowerCase() === rdns.toLowerCase(),
  )

/**
 * The ids that a connector claims: its own, and each part before a `:` that is the id of another
 * connector, because chain plugins add a suffix to an id that is taken.
 */
const idsClaimed = (id: string, all: ReadonlySet<string>): readonly string[] =>
  [...id.matchAll(/:|$/g)].map(({ index }) => id.slice(0, index)).filter((base) => all.has(base))

/**
 * The entries to warn of: those that look like another entry, or have its rdns or id, and are not the
 * one that is trusted most; and those that the host or the directory contradicts.
 * Within a namespace two entries that look alike are rivals. Across namespaces one wallet may have
 * several connectors, so that only a different spelling of the same look makes rivals.
 */
function lookalikes(entries: readonly Entry[]): ReadonlySet<Entry> {
  const claims = new Map<string, Entry[]>()
  const looks = new Map<string, Entry[]>()
  const addTo = (groups: Map<string, Entry[]>, claim: string, entry: Entry): unknown =>
    groups.get(claim)?.push(entry) ?? groups.set(claim, [entry])
  const ids = new Set(entries.map(({ connector: { id } }) => id))
  for (const entry of entries) {
    const { id, namespaces, rdns } = entry.connector
    for (const claim of new Set([
      ...idsClaimed(id, ids).map((claimed) => `id ${claimed}`),
      ...namespaces.flatMap((namespace) => [
        `${namespace} ${entry.looks}`,
        ...(rdns ? [`${namespace}:${rdns.toLowerCase()}`] : []),
      ]),
    ]))
      addTo(claims, claim, entry)
    addTo(looks, entry.looks, entry)
  }
  const spelledOtherwise = [...looks.values()]
    .filter((all) => !isOneSpelling(all))
    .flatMap((all) => {
      const marked = rivalsOf(all, isOneSpelling)
      return marked.length === all.length
        ? all
        : marked.filter(({ spelling }) =>
            all.some((other) => !marked.includes(other) && other.spelling !== spelling),
          )
    })
  return new Set([
    ...entries.filter(({ trust, connector: { contested } }) => trust === 0 || contested),
    ...[...claims.values()].flatMap((all) =>
      rivalsOf(
        all.filter((entry) => !isLinkTo(entry, all)),
        ({ length }) => length === 1,
      ),
    ),
    ...spelledOtherwise,
  ])
}

/**
 * Puts the entries of one name into one row. A look-alike gets a row of its own, and so does a link
 * to a wallet that is on the page.
 */
function group(entries: readonly Entry[]): Group[] {
  const marked = lookalikes(entries)
  const groups = new Map<string, Group>()
  for (const entry of entries) {
    const lookalike = marked.has(entry)
    const id =
      lookalike || isLinkTo(entry, entries) ? `${entry.key}#${entry.connector.id}` : entry.key
    const same = groups.get(id)
    if (same) same.entries.push(entry)
    else groups.set(id, { id, lookalike, entries: [entry] })
  }
  return [...groups.values()]
}

function rowOf({ id, lookalike, entries }: Group): WalletRow {
  const connectors = entries.map(({ connector }) => connector)
  const installed = entries.find((entry) => entry.installed)
  // A connector that is installed stands for its row.
  const {
    connector: { kind },
    name,
    type,
  } = installed ?? entries[0]!
  const several =
    kind !== 'walletConnect' &&
    kind !== 'auth' &&
    new Set(connectors.flatMap(({ namespaces }) => namespaces)).size > 1
  const icon = connectors.map(iconOf).find(Boolean)
  return {
    id,
    name,
    kind,
    connectors,
    lookalike,
    type: several ? 'MULTI_CHAIN' : type,
    installed: !!installed,
    recent: entries.some(({ slots }) => slots.recent! < Infinity),
    ...(icon && { icon }),
  }
}

/**
 * Ranks a row by the first slot that one of its connectors fits into. Slots that the host did not
 * name follow in their usual order.
 */
function rankBy(
  order: WalletRowsInput['connectorOrder'] = [],
): (group: Group) => readonly [number, number, number] {
  const named = typeof order === 'object' ? order : []
  const slots = [...new Set([...named, ...SLOTS])]
  return ({ entries }) => {
    const places = slots.map((slot) =>
      Math.min(...entries.map((entry) => entry.slots[slot] ?? Infinity)),
    )
    const first = places.findIndex((place) => place < Infinity)
    return [
      Number(order === 'installed-first' && !entries.some(({ installed }) => installed)),
      first,
      places[first] ?? 0,
    ]
  }
}

/**
 * The wallet list: one row for each wallet that is available and wanted, in the host's order.
 * A row's id stays the same while other wallets come and go. A connector that throws is left out.
 */
export function walletRows(input: WalletRowsInput): readonly WalletRow[] {
  const judge = (input.judge ?? createJudge())(input, input.known ?? new Map())
  const entries = input.connectors.flatMap((connector) => {
    try {
      return entryOf(connector, input, judge)
    } catch (error) {
      input.onError?.(error, connector)
      return []
    }
  })
  const rank = rankBy(input.connectorOrder)
  return group(entries)
    .map((each) => ({ each, at: rank(each) }))
    .sort(({ at: [a, b, c] }, { at: [d, e, f] }) => a - d || b - e || c - f)
    .map(({ each }) => rowOf(each))
}
