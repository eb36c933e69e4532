import type { Connector } from '@latchkey/plugin-api'
import type { ConnectorSlot, DirectoryWallet, ResolvedOptions, WalletRow } from '../../types.js'
import { typeOf } from '../connectorType.js'
import { createJudge, type Said, type Verdict } from './knownNames.js'
import { iconOf } from './links.js'
import { displayName, looksOf, placeIn, rowKey, spelledAs } from './walletMatch.js'

export interface WalletRowsInput extends Pick<
  ResolvedOptions,
  'mobile' | 'connectorOrder' | 'excludedWallets' | 'featuredWallets' | 'customWallets'
> {
  /** In order of registration. */
  connectors: readonly Connector[]
  /** Newest first. */
  recent?: readonly { id: string; rdns?: string }[]
  /** What the directory has told so far, by id. */
  known?: ReadonlyMap<string, DirectoryWallet>
  /** Keeps what it worked out of the directory's names from one list to the next. */
  judge?: ReturnType<typeof createJudge>
  onError?(error: unknown, connector: Connector): void
}

/** A connector that is shown, with all that decides about its row. */
interface Entry {
  connector: Connector
  name: string
  /** Of its row: those of one key are one wallet. */
  key: string
  /** What its name looks like, and how it is spelled. */
  looks: string
  spelling: string
  type: WalletRow['type']
  installed: boolean
  recent: boolean
  /** 3: made by a plugin; 2: the host or the directory knows rdns and name; 1: a stranger; 0: they know that it is not what it says. Recent use gives none. */
  trust: number
  /** Every slot that it may stand in, with its place there. */
  slots: Readonly<Partial<Record<ConnectorSlot, number>>>
}
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

/** @returns nothing for what is not shown */
function entryOf(
  connector: Connector,
  input: WalletRowsInput,
  judge: (said: Said) => Verdict,
): Entry[] {
  const { mobile, recent, known, excludedWallets, featuredWallets, customWallets } = input
  const { kind, rdns } = connector
  const name = displayName(connector)
  const key = rowKey(name)
  const looks = looksOf(name)
  const place = (list: Parameters<typeof placeIn>[0]): number =>
    placeIn(list, key, connector, known)
  // One of another kind is said, and left out.
  const type = typeOf(connector)
  const availability = connector.availability()
  const installed = availability === 'installed'
  // The nameless page wallet says nothing on a desktop, unless the host wants it; on a phone it is the wallet whose browser this is, if there is one.
  const isNoise =
    key === 'browser wallet' && !connector.alwaysListed && !(mobile && (rdns || installed))
  if (availability === 'unavailable' || isNoise || place(excludedWallets) < Infinity) return []
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
      recent: slots.recent < Infinity,
      trust,
    },
  ]
}

/** Of entries that make one claim, those that are not the one trusted most; between equals all, as nobody can tell who is genuine: it never matters who came first. */
function losers(
  all: readonly Entry[],
  areOne: (best: readonly Entry[]) => boolean,
): readonly Entry[] {
  const top = Math.max(...all.map(({ trust }) => trust))
  const best = all.filter(({ trust }) => trust === top)
  return areOne(best) ? all.filter((entry) => !best.includes(entry)) : all
}

/** Whether all of them spell the name alike. */
const isOneSpelling = (best: readonly Entry[]): boolean =>
  new Set(best.map(({ spelling }) => spelling)).size === 1

/** Whether it only leads to a wallet that is on this page itself, by its rdns: it is no rival of that one, and no part of its row. */
const isLinkTo = (
  { installed, connector: { kind, rdns } }: Entry,
  others: readonly Entry[],
): boolean =>
  kind === 'external' &&
  !installed &&
  !!rdns &&
  others.some(
    ({ connector }) =>
      (connector.kind === 'announced' || connector.kind === 'injected') &&
      connector.rdns?.toLowerCase() === rdns.toLowerCase(),
  )

/** The ids that a connector claims: its own, and any before a `:` in it that another has, as chain plugins add a suffix to an id that is taken. */
const idsClaimed = (id: string, all: ReadonlySet<string>): readonly string[] =>
  [...id.matchAll(/:/g)]
    .map(({ index }) => id.slice(0, index))
    .filter((base) => all.has(base))
    .concat(id)

/**
 * The entries that look like another, or have its rdns or id, and are not the one that is trusted most; and those that the host or the directory knows not to be what they say.
 * Within a namespace two of one look are rivals. Across namespaces one wallet may have several connectors, so that there only another spelling of the same look is one.
 */
function lookalikes(entries: readonly Entry[]): ReadonlySet<Entry> {
  const claims = new Map<string, Entry[]>()
  const looks = new Map<string, Entry[]>()
  const put = (groups: Map<string, Entry[]>, claim: string, entry: Entry): void => {
    const group = groups.get(claim)
    if (group) group.push(entry)
    else groups.set(claim, [entry])
  }
  const ids = new Set(entries.map(({ connector: { id } }) => id))
  for (const entry of entries) {
    const { id, namespaces, rdns } = entry.connector
    for (const claimed of idsClaimed(id, ids)) put(claims, `id ${claimed}`, entry)
    for (const claim of new Set(
      namespaces.flatMap((namespace) => [
        `${namespace} ${entry.looks}`,
        ...(rdns ? [`${namespace}:${rdns.toLowerCase()}`] : []),
      ]),
    ))
      put(claims, claim, entry)
    put(looks, entry.looks, entry)
  }
  const spelledOtherwise = [...looks.values()]
    .filter((all) => !isOneSpelling(all))
    .flatMap((all) => {
      const marked = losers(all, isOneSpelling)
      return marked.length === all.length
        ? all
        : marked.filter(({ spelling }) =>
            all.some((other) => !marked.includes(other) && other.spelling !== spelling),
          )
    })
  return new Set([
    ...entries.filter(({ trust, connector: { contested } }) => trust === 0 || contested),
    ...[...claims.values()].flatMap((all) =>
      losers(
        all.filter((entry) => !isLinkTo(entry, all)),
        ({ length }) => length === 1,
      ),
    ),
    ...spelledOtherwise,
  ])
}

/** Entries of one row: those of one name, each in namespaces of its own; a look-alike stands alone, and so does a link to a wallet that is on the page. */
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
  // What is on the page says best what the row is.
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
    recent: entries.some(({ recent }) => recent),
    ...(icon && { icon }),
  }
}

/** A row stands in the first slot that fits; slots that the host did not name follow in their usual order. */
function rankBy(
  order: WalletRowsInput['connectorOrder'] = [],
): (group: Group) => readonly [number, number, number] {
  const named = typeof order === 'object' ? order : []
  const slots = [...named, ...SLOTS.filter((slot) => !named.includes(slot))]
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
 * The wallet list: what is available, without what is excluded, one row a wallet, in the host's order.
 * Ids stay the same while wallets come and go. A connector that throws is left out.
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
