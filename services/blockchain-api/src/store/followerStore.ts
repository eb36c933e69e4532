import { type Kysely, type Selectable, type Transaction } from 'kysely'
import { bytesOf, chainKey, hexOf } from './bytes.js'
import { type LeaseOf } from './engine/engine.js'
import { ApiStoreError } from './errors.js'
import {
  type Commit,
  type Followed,
  type FollowerStore,
  type Header,
  type NewEntry,
} from './follower.js'
import { Movements } from './holdings.js'
import { type Tables } from './schema.js'
import { type HistoryRow } from './store.js'

/** Rows of one statement: SQLite takes 32,766 parameters. */
const PART = 200
/** All headers of so many blocks below the top are kept, and below them one of each thousand. */
const HEADERS_KEPT = 10_000
const HEADER_STEP = 1_000

const parts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) =>
    rows.slice(at * PART, (at + 1) * PART),
  )

export const createFollowerStore = (db: Kysely<Tables>, lease: LeaseOf): FollowerStore => ({
  lease,
  ...chainSide(db),
  ...accountSide(db),
})

const chainSide = (
  db: Kysely<Tables>,
): Pick<FollowerStore, 'state' | 'begin' | 'headersBelow' | 'commit'> => ({
  async state(chain) {
    const row = await db
      .selectFrom('chain')
      .selectAll()
      .where('chain', '=', chainKey(chain))
      .executeTakeFirst()
    return (
      row && { genesis: hexOf(row.genesis), top: { number: row.top, hash: hexOf(row.top_hash) } }
    )
  },
  begin: (chain, genesis, top) =>
    db.transaction().execute(async (within) => {
      const key = chainKey(chain)
      const { numInsertedOrUpdatedRows: begun } = await within
        .insertInto('chain')
        .values({
          chain: key,
          genesis: bytesOf(genesis),
          top: top.number,
          top_hash: bytesOf(top.hash),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (begun) await within.insertInto('block').values(headerRow(key, top)).execute()
    }),
  async headersBelow(chain, number, limit) {
    const rows = await db
      .selectFrom('block')
      .selectAll()
      .where('chain', '=', chainKey(chain))
      .where('number', '<', number)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
    return rows.map(headerOf)
  },
  commit: (part) => db.transaction().execute((within) => keep(within, part)),
})

const accountSide = (db: Kysely<Tables>): Pick<FollowerStore, 'followed' | 'adopt' | 'forget'> => ({
  async followed(chain) {
    const rows = await db
      .selectFrom('watched')
      .select(['account', 'since', 'done'])
      .where('chain', '=', chainKey(chain))
      .where('since', 'is not', null)
      .execute()
    return rows.map(followedOf)
  },
  async adopt(chain) {
    const key = chainKey(chain)
    const rows = await db
      .updateTable('watched')
      .set((eb) => {
        const next = eb
          .selectFrom('chain')
          .select((top) => top('chain.top', '+', 1).as('next'))
          .where('chain.chain', '=', key)
        return { since: next, done: next }
      })
      .where('chain', '=', key)
      .where('since', 'is', null)
      .returning(['account', 'since', 'done'])
      .execute()
    return rows.map(followedOf)
  },
  async forget(chain, askedBefore) {
    const key = chainKey(chain)
    const old = await db
      .selectFrom('watched')
      .select('account')
      .where('chain', '=', key)
      .where('asked', '<', askedBefore)
      .execute()
    const dropped = []
    for (const { account } of old)
      if (await drop(db, Buffer.from(account as Buffer), key, askedBefore))
        dropped.push(hexOf(account))
    return dropped
  },
})

const followedOf = (row: Pick<Selectable<Tables['watched']>, 'account' | 'since' | 'done'>) =>
  ({ account: hexOf(row.account), since: row.since, done: row.done }) as Followed

const headerOf = (row: Selectable<Tables['block']>): Header => ({
  number: row.number,
  hash: hexOf(row.hash),
  parent: hexOf(row.parent),
  at: row.at,
})
const headerRow = (chain: Buffer, { number, hash, parent, at }: Header) => ({
  chain,
  number,
  hash: bytesOf(hash),
  parent: bytesOf(parent),
  at,
})

/** Ready to be read: a page is made of such texts. */
const bodyOf = ({ account: _, ...row }: NewEntry): string =>
  JSON.stringify(row satisfies HistoryRow)

/** @returns false where somebody asked for it in the meantime */
const drop = (db: Kysely<Tables>, account: Buffer, chain: Buffer, askedBefore: number) =>
  db.transaction().execute(async (within) => {
    const { numDeletedRows } = await within
      .deleteFrom('watched')
      .where('account', '=', account)
      .where('chain', '=', chain)
      .where('asked', '<', askedBefore)
      .executeTakeFirst()
    if (!numDeletedRows) return false
    for (const table of ['entry', 'holding'] as const)
      await within
        .deleteFrom(table)
        .where('account', '=', account)
        .where('chain', '=', chain)
        .execute()
    return true
  })

async function keep(db: Transaction<Tables>, part: Commit): Promise<void> {
  const chain = chainKey(part.chain)
  const movements = new Movements()
  await move(db, chain, part)
  if (part.takeBackAbove !== undefined) await takeBack(db, chain, part.takeBackAbove, movements)
  if (part.backwards) await compareHeaders(db, chain, part.blocks)
  for (const rows of parts(part.blocks))
    await db
      .insertInto('block')
      .values(rows.map((header) => headerRow(chain, header)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const rows of parts(part.entries))
    await db
      .insertInto('entry')
      .values(
        rows.map((entry) => ({
          account: bytesOf(entry.account),
          chain,
          block: entry.block,
          idx: entry.index,
          body: bodyOf(entry),
        })),
      )
      .execute()
  for (const { account, body } of part.entries) movements.add(chain, account, body, 1n)
  await movements.write(db)
  for (const accounts of parts(part.backwards?.accounts ?? []))
    await db
      .updateTable('watched')
      .set({ done: part.backwards!.done })
      .where('chain', '=', chain)
      .where('account', 'in', accounts.map(bytesOf))
      .execute()
}

/**
 * Moves the own top. It comes first: from here on nobody else writes to this chain until the
 * transaction is over, and where another has written in the meantime, nothing is kept.
 */
async function move(db: Transaction<Tables>, chain: Buffer, part: Commit): Promise<void> {
  const top = part.backwards ? undefined : part.blocks.at(-1)
  const { numUpdatedRows } = await db
    .updateTable('chain')
    .set(top ? { top: top.number, top_hash: bytesOf(top.hash) } : (eb) => ({ top: eb.ref('top') }))
    .where('chain', '=', chain)
    .where('top_hash', '=', bytesOf(part.expected))
    .executeTakeFirst()
  if (!numUpdatedRows)
    throw new ApiStoreError(
      'store.conflict',
      'Another follower has moved this chain on, so nothing was kept. ' +
        'One follower a chain is enough: run the others with ROLE=api.',
    )
  const first = part.blocks[0]?.number
  if (top && first && Math.floor(first / HEADER_STEP) < Math.floor((top.number + 1) / HEADER_STEP))
    await db
      .deleteFrom('block')
      .where('chain', '=', chain)
      .where('number', '<', top.number - HEADERS_KEPT)
      .where((eb) => eb(eb('number', '%', HEADER_STEP), '<>', 0))
      .execute()
}

async function takeBack(
  db: Transaction<Tables>,
  chain: Buffer,
  above: number,
  movements: Movements,
): Promise<void> {
  const gone = await db
    .selectFrom('entry')
    .select(['account', 'body'])
    .where('chain', '=', chain)
    .where('block', '>', above)
    .execute()
  for (const { account, body } of gone)
    movements.add(chain, hexOf(account), (JSON.parse(body) as HistoryRow).body, -1n)
  await db.deleteFrom('entry').where('chain', '=', chain).where('block', '>', above).execute()
  await db.deleteFrom('block').where('chain', '=', chain).where('number', '>', above).execute()
  // From the first replaced block on, everything is read for every account.
  for (const column of ['since', 'done'] as const)
    await db
      .updateTable('watched')
      .set({ [column]: above + 1 })
      .where('chain', '=', chain)
      .where(column, '>', above + 1)
      .execute()
}

/** Old blocks have no child that was read with them, but may have been read before. */
async function compareHeaders(
  db: Transaction<Tables>,
  chain: Buffer,
  blocks: readonly Header[],
): Promise<void> {
  for (const some of parts(blocks)) {
    const numbers = some.map(({ number }) => number)
    const known = await db
      .selectFrom('block')
      .selectAll()
      .where('chain', '=', chain)
      .where('number', 'in', numbers)
      .execute()
    const hashes = new Map(known.map(({ number, hash }) => [number, hexOf(hash)]))
    if (some.some(({ number, hash }) => (hashes.get(number) ?? hash) !== hash))
      throw new ApiStoreError(
        'store.other_chain',
        'A node answered an old block with another hash than before, so nothing was kept. ' +
          'Another node is asked; remove this one from the list if it happens again.',
      )
  }
}
