import {
  differencesOf,
  findLookalike,
  hasLink,
  isSameAddress,
  spellsLike,
  type KnownAddress,
  type Lookalike,
} from '@latchkey/plugin-api/lookalike'
import type { Doubt, HistoryEntry, Suspicion } from '../api.js'
import { counterpartiesOf } from './story.js'

/** Worth in US dollars below which an unasked transfer is dust. */
const DUST_USD = 0.001
/** Addresses that others are compared with: so many of the first, and of the last. Each costs time. */
const MAX_KNOWN = 200
/** Well-known names and symbols that thieves spell with other letters. */
const WELL_KNOWN = [
  ...[
    'ETH',
    'Ether',
    'Ethereum',
    'WETH',
    'Wrapped Ether',
    'USDC',
    'USD Coin',
    'USDT',
    'Tether USD',
  ],
  ...['DAI', 'Dai Stablecoin', 'WBTC', 'Wrapped BTC', 'stETH', 'LINK', 'UNI', 'AAVE', 'ARB', 'OP'],
]

/** US dollars for one whole unit, by CAIP-10 of the token; by CAIP-2 for a network's coin. */
export type Prices = ReadonlyMap<string, number>

/** Everything that a transaction is judged by. */
export interface Evidence {
  account: string
  /** Own accounts and contacts. */
  known: readonly KnownAddress[]
  prices: Prices
}

type Transfer = HistoryEntry['transfers'][number]
const isZero = (amount: string): boolean => /^0+(?:\.0+)?$/.test(amount)

/** The names of the thing that a transfer moves. */
const textsOf = ({ fungible_info: token, nft_info }: Transfer): readonly string[] =>
  token ? [token.symbol, token.name] : [nft_info?.name ?? '']

/** Entries without the reasons that hold a link: whoever made the contract wrote them. */
export const withoutLinks = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  entries.map((entry) => {
    const { reason, ...metadata } = entry.metadata
    return reason !== undefined && hasLink(reason) ? { ...entry, metadata } : entry
  })

/** A transfer that moves nothing; only somebody else's transaction can have one without a reason. */
const isEmpty = ({ quantity }: Transfer): boolean => isZero(quantity.numeric)

function isDust(transfer: Transfer, chain: string, prices: Prices): boolean {
  const { fungible_info: token, quantity } = transfer
  const price = token && prices.get(token.address ?? chain)
  return (
    !!token &&
    token.decimals !== null &&
    price !== undefined &&
    Number(quantity.numeric) * price < DUST_USD
  )
}

/** Whether the account itself sent the transaction. */
const isOwn = ({ metadata }: HistoryEntry, account: string): boolean =>
  isSameAddress(metadata.sentFrom, account)

/** Addresses that the account dealt with itself: it sent to them, and something moved. */
const dealtWith = (entry: HistoryEntry, account: string): readonly string[] =>
  isOwn(entry, account) && entry.metadata.status === 'confirmed'
    ? counterpartiesOf(entry, account)
    : []

/** Remembers which listed name each text spells. */
function createSpelling(names: readonly string[]): (text: string) => string | undefined {
  const spellings = new Map<string, string | undefined>()
  return (text) => {
    if (!spellings.has(text)) spellings.set(text, spellsLike(text, names))
    return spellings.get(text)
  }
}

/** The addresses that an account knows, and those that can be mistaken for one of them. */
function createAddressBook() {
  /** Accounts and contacts, which are few, then those of the history as it was read. */
  const known: KnownAddress[] = []
  /** Those that were added from a place on, without the middle of a long list. */
  const addedSince = (start: number): readonly KnownAddress[] => [
    ...known.slice(start, MAX_KNOWN),
    ...known.slice(Math.max(start, MAX_KNOWN, known.length - MAX_KNOWN)),
  ]
  const trusted = new Set<string>()
  const compared = new Map<string, { with: number; lookalike?: Lookalike }>()
  return {
    /** Counts up whenever an address becomes known. */
    size: () => trusted.size,
    add(one: KnownAddress): void {
      const key = one.address.toLowerCase()
      if (trusted.has(key)) return
      trusted.add(key)
      known.push(one)
    },
    /** Known addresses are added at the end, so each address is compared with the new ones alone. */
    lookalikeOf(address: string): Lookalike | undefined {
      const key = address.toLowerCase()
      if (trusted.has(key)) return undefined
      const before = compared.get(key) ?? { with: 0 }
      if (before.lookalike || before.with === known.length) return before.lookalike
      const lookalike = findLookalike(address, addedSince(before.with))
      compared.set(key, { with: known.length, ...(lookalike && { lookalike }) })
      return lookalike
    },
  }
}

/** Judges an entry again only if it, the known addresses or the prices have changed. */
function createMemory(
  judge: (entry: HistoryEntry, evidence: Evidence) => Suspicion | undefined,
  sizeOf: () => number,
): typeof judge {
  const judged = new Map<
    string,
    { entry: HistoryEntry; size: number; prices: Prices; suspicion: Suspicion | undefined }
  >()
  return (entry, evidence) => {
    const { prices } = evidence
    const before = judged.get(entry.id)
    if (before?.entry === entry && before.size === sizeOf() && before.prices === prices)
      return before.suspicion
    const suspicion = judge(entry, evidence)
    judged.set(entry.id, { entry, size: sizeOf(), prices, suspicion })
    return suspicion
  }
}

/**
 * Judges the transactions of an account. Answers about addresses and names are kept, as the list
 * grows page by page.
 * @param listed names and symbols that the site knows
 */
export function createJudge(listed: readonly string[]) {
  const names = [...WELL_KNOWN, ...listed]
  const spelledBy = createSpelling(names)
  const book = createAddressBook()
  /** Genuine tokens have such names too: `Curve.fi DAI/USDC`. They have a price, and spam has none. */
  const hasLinkInName = (transfer: Transfer, chain: string, prices: Prices): boolean => {
    const { fungible_info: token } = transfer
    const isPriced = token !== undefined && (prices.get(token.address ?? chain) ?? 0) > 0
    return !isPriced && textsOf(transfer).some((text) => !names.includes(text) && hasLink(text))
  }
  const judge = (entry: HistoryEntry, { account, prices }: Evidence): Suspicion | undefined => {
    const { metadata, transfers } = entry
    const isUnasked = !isOwn(entry, account)
    const spelled = transfers
      .flatMap(textsOf)
      .map(spelledBy)
      .find((one) => one !== undefined)
    const address = isUnasked
      ? counterpartiesOf(entry, account).find((each) => book.lookalikeOf(each))
      : undefined
    const lookalike = address === undefined ? undefined : book.lookalikeOf(address)
    const areDust = transfers.every((transfer) => isDust(transfer, metadata.chain, prices))
    const doubts: readonly (readonly [Doubt, boolean])[] = [
      ['zeroValue', isUnasked && transfers.some(isEmpty)],
      ['lookalike', lookalike !== undefined],
      ['spelling', spelled !== undefined],
      ['link', transfers.some((one) => hasLinkInName(one, metadata.chain, prices))],
      ['dust', isUnasked && transfers.length > 0 && areDust],
    ]
    const found = doubts.filter(([, holds]) => holds).map(([doubt]) => doubt)
    if (!found.length) return undefined
    return {
      doubts: found,
      ...(address !== undefined &&
        lookalike && {
          address,
          lookalike,
          knownDifferences: differencesOf(lookalike.known, address),
        }),
      ...(spelled !== undefined && { spelled }),
    }
  }
  const judgeOnce = createMemory(judge, book.size)
  return {
    /** Doubts by the id of the entry, of all entries of the list. */
    judgeAll(
      entries: readonly HistoryEntry[],
      evidence: Evidence,
    ): Readonly<Record<string, Suspicion>> {
      evidence.known.forEach(book.add)
      for (const entry of entries)
        for (const address of dealtWith(entry, evidence.account))
          book.add({ address, from: 'history' })
      return Object.fromEntries(
        entries.flatMap((entry) => {
          const suspicion = judgeOnce(entry, evidence)
          return suspicion ? [[entry.id, suspicion] as const] : []
        }),
      )
    },
  }
}
export type Judge = ReturnType<typeof createJudge>
