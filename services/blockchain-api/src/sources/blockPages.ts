// Pages of a history that a provider keeps as several lists, each from its newest block downwards.
import { providerError } from '../askJson.js'

/** A row of a list, which tells something of one transaction. */
export interface Row {
  hash: string
  block: number
}

/** A part of a list from its newest block downwards. */
export interface ReadList<Item extends Row> {
  rows: readonly Item[]
  /** Of this block and older ones there may be rows that were not read; -1: all were. */
  floor: number
}

export interface ListPart<Item extends Row> {
  rows: readonly Item[]
  /** Absent: the list ends here. */
  next?: string
}

/** The place of a transaction on its chain. */
export interface Place {
  block: number
  index: number
}

/** More rows in one block are refused: they would take longer than a source has. */
const MAX_ROWS = 2_000

/**
 * Reads a list until the rows of its newest block are surely complete. A provider cuts its answers
 * anywhere, also within a block or a transaction.
 * @param top no row may be in a newer block
 * @throws ProviderError where the provider answers out of order, or goes round in a circle
 */
export async function readList<Item extends Row>(
  top: number,
  read: (cursor: string | undefined) => Promise<ListPart<Item>>,
): Promise<ReadList<Item>> {
  const rows: Item[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const part = await read(cursor)
    for (const row of part.rows) {
      if (row.block > (rows.at(-1)?.block ?? top)) throw providerError()
      rows.push(row)
    }
    cursor = part.next
    if (cursor === undefined) return { rows, floor: -1 }
    if (cursors.has(cursor) || part.rows.length === 0 || rows.length >= MAX_ROWS)
      throw providerError()
    cursors.add(cursor)
  } while (rows[0]?.block === rows.at(-1)?.block)
  return { rows, floor: rows.at(-1)?.block ?? -1 }
}

/** The rows of one transaction, of all lists. */
export interface Group<Item extends Row> {
  hash: string
  block: number
  rows: readonly Item[]
}

/** Gathers what surely is complete, a group for each transaction. */
export function groupRows<Item extends Row>(lists: readonly ReadList<Item>[]): Group<Item>[] {
  const floor = floorOf(lists)
  const groups = new Map<string, Group<Item> & { rows: Item[] }>()
  for (const row of lists.flatMap(({ rows }) => rows)) {
    const { hash, block } = row
    if (block <= floor) continue
    const group = groups.get(hash) ?? { hash, block, rows: [] }
    // One transaction is in one block. Lists that do not agree are not of one chain.
    if (group.block !== block) throw providerError()
    group.rows.push(row)
    groups.set(hash, group)
  }
  return [...groups.values()].sort((a, b) => b.block - a.block)
}

const floorOf = (lists: readonly ReadList<Row>[]): number =>
  Math.max(-1, ...lists.map(({ floor }) => floor))

/**
 * One page of transactions, newest first, and the position of the next one.
 * @param before as {@link readPosition} gave it
 */
export function choosePage<Item extends Place>(
  items: readonly Item[],
  lists: readonly ReadList<Row>[],
  before: Place | undefined,
  limit: number,
): { items: Item[]; next?: string } {
  const left = items
    .filter((item) => !before || comparePlaces(item, before) > 0)
    .sort(comparePlaces)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  if (last && left.length > limit) return { items: page, next: `${last.block}:${last.index}` }
  const floor = floorOf(lists)
  return { items: page, ...(floor >= 0 && { next: `${floor + 1}:0` }) }
}

const comparePlaces = (a: Place, b: Place): number => b.block - a.block || b.index - a.index

/** The place after which a page begins, of a position that this source gave. */
export function readPosition(position: string | undefined): Place | undefined {
  if (position === undefined) return undefined
  const [block, index] = position.split(':').map(Number)
  return { block: block!, index: index! }
}

/** The newest block that a page may have something of. */
export const topOf = (before: Place | undefined): number =>
  before ? before.block - (before.index === 0 ? 1 : 0) : Infinity
