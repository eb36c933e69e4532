import { type Kysely, type Selectable, type Transaction } from 'kysely'
import { bytesOf, chainKey, hexOf } from './bytes.js'
import { boundEntries } from './bound.js'
import { type LockOf } from './engine/engine.js'
import { writeEntry } from './entryText.js'
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
import { takeBack } from './takeBack.js'

/** Rows of one statement: SQLite takes 32,766 parameters. */
const PART = 200
/** All headers of so many blocks below the top are kept, and below them one of each thousand. */
const HEADERS_KEPT = 10_000
const HEADER_STEP = 1_000
/** Of the lease that begins a chain. */
const FIRST_EPOCH = 1

const parts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) =>
    rows.slice(at * PART, (at + 1) * PART),
  )

export const createFollowerStore = (db: Kysely<Tables>, lock: LockOf): FollowerStore => ({
  async lease(chain, whole = false) {
    const held = await lock(chain)
    if (!held) return undefined
    const taken = await db
      .updateTable('chain')
      .set((eb) => ({ epoch: eb('epoch', '+', 1), whole: Number(whole) }))
      .where('chain', '=', chainKey(chain))
      .returning('epoch')
      .executeTakeFirst()
      .catch(async (error: unknown) => {
        await held.release()
        throw error
      })
    return { ...held, epoch: taken?.epoch ?? 0 }
  },
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
  begin: (chain, genesis, top, whole = false) =>
    db.transaction().execute(async (within) => {
      const key = chainKey(chain)
      const { numInsertedOrUpdatedRows: begun } = await within
        .insertInto('chain')
        .values({
          chain: key,
          genesis: bytesOf(genesis),
          epoch: FIRST_EPOCH,
          whole: Number(whole),
          top: top.number,
          top_hash: bytesOf(top.hash),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!begun) throw conflict()
      await within.insertInto('block').values(headerRow(key, top)).execute()
      return FIRST_EPOCH
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
  async adopt(chain, epoch) {
    const key = chainKey(chain)
    const asked = db.selectFrom('watched').where('chain', '=', key).where('since', 'is', null)
    // Most looks find nobody, and write nothing.
    if (!(await asked.select('account').limit(1).executeTakeFirst())) return []
    return db.transaction().execute(async (within) => {
      const next = (await hold(within, key, epoch)) + 1
      const rows = await within
        .updateTable('watched')
        .set({ since: next, done: next })
        .where('chain', '=', key)
        .where('since', 'is', null)
        .returning(['account', 'since', 'done'])
        .execute()
      return rows.map(followedOf)
    })
  },
  async forget(chain, epoch, askedBefore) {
    const key = chainKey(chain)
    const old = await db
      .selectFrom('watched')
      .select('account')
      .where('chain', '=', key)
      .where('asked', '<', askedBefore)
      .execute()
    const dropped = []
    for (const { account } of old) {
      const one = Buffer.from(account as Buffer)
      const gone = await db.transaction().execute(async (within) => {
        await hold(within, key, epoch)
        return drop(within, one, key, askedBefore)
      })
      if (gone) dropped.push(hexOf(account))
    }
    return dropped
  },
})

/** Until the transaction is over nobody else writes to the chain. @returns its top */
async function hold(db: Transaction<Tables>, chain: Buffer, epoch: number): Promise<number> {
  const row = await db
    .updateTable('chain')
    .set({ epoch })
    .where('chain', '=', chain)
    .where('epoch', '=', epoch)
    .returning('top')
    .executeTakeFirst()
  if (row) return row.top
  throw conflict()
}

const conflict = (): ApiStoreError =>
  new ApiStoreError(
    'store.conflict',
    'Another follower has moved this chain on, so nothing was kept. ' +
      'One follower a chain is enough: run the others with ROLE=api.',
  )

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

/** @returns false where somebody asked for it in the meantime */
async function drop(
  db: Transaction<Tables>,
  account: Buffer,
  chain: Buffer,
  askedBefore: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('watched')
    .where('account', '=', account)
    .where('chain', '=', chain)
    .where('asked', '<', askedBefore)
    .executeTakeFirst()
  if (!numDeletedRows) return false
  for (const table of ['entry', 'holding'] as const)
    await db.deleteFrom(table).where('account', '=', account).where('chain', '=', chain).execute()
  return true
}

async function keep(db: Transaction<Tables>, part: Commit): Promise<readonly string[]> {
  const chain = chainKey(part.chain)
  await move(db, chain, part)
  if (part.takeBackAbove !== undefined) await takeBack(db, chain, part.takeBackAbove)
  if (part.backwards) {
    await fill(db, chain, part.backwards)
    await compareHeaders(db, chain, part.blocks)
  }
  for (const rows of parts(part.blocks))
    await db
      .insertInto('block')
      .values(rows.map((header) => headerRow(chain, header)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const entries = await insertEntries(db, chain, part)
  const movements = new Movements()
  for (const entry of entries) movements.add(chain, entry, 1n)
  await movements.write(db)
  if (part.maxEntries === undefined) return []
  return boundEntries(db, chain, entries, part.maxEntries)
}

/**
 * Old logs may lie in entries of a time when the whole chain was kept: those stay as they are.
 * @returns the entries that are new
 */
async function insertEntries(
  db: Transaction<Tables>,
  chain: Buffer,
  { entries, backwards }: Commit,
): Promise<readonly NewEntry[]> {
  const added: NewEntry[] = []
  for (const rows of parts(entries)) {
    const insert = db.insertInto('entry').values(rows.map((entry) => entryRow(chain, entry)))
    if (!backwards) {
      await insert.execute()
      continue
    }
    const places = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning(['account', 'block', 'idx'])
      .execute()
    const keys = new Set(
      places.map(({ account, block, idx }) => `${hexOf(account)} ${block} ${idx}`),
    )
    added.push(...rows.filter((row) => keys.has(`${row.account} ${row.block} ${row.index}`)))
  }
  return backwards ? added : entries
}

/** The body is ready to be read: a page is made of such texts. */
const entryRow = (chain: Buffer, { account, rest, ...row }: NewEntry) => ({
  account: bytesOf(account),
  chain,
  block: row.block,
  idx: row.index,
  body: writeEntry(row),
  rest: rest?.length ? JSON.stringify(rest) : null,
})

/**
 * Moves the own top. It comes first: from here on nobody else writes to this chain until the
 * transaction is over, and where another has written in the meantime, nothing is kept.
 */
async function move(db: Transaction<Tables>, chain: Buffer, part: Commit): Promise<void> {
  const top = part.backwards ? undefined : part.blocks.at(-1)
  const { numUpdatedRows } = await db
    .updateTable('chain')
    .set(top ? { top: top.number, top_hash: bytesOf(top.hash) } : { epoch: part.epoch })
    .where('chain', '=', chain)
    .where('top_hash', '=', bytesOf(part.expected))
    .where('epoch', '=', part.epoch)
    .executeTakeFirst()
  if (!numUpdatedRows) throw conflict()
  const first = part.blocks[0]?.number
  if (top && first && Math.floor(first / HEADER_STEP) < Math.floor((top.number + 1) / HEADER_STEP))
    await db
      .deleteFrom('block')
      .where('chain', '=', chain)
      .where('number', '<', top.number - HEADERS_KEPT)
      .where((eb) => eb(eb('number', '%', HEADER_STEP), '<>', 0))
      .execute()
}

/** An account that was forgotten, asked for again or filled by another is not where it was. */
async function fill(
  db: Transaction<Tables>,
  chain: Buffer,
  { accounts, from, done }: NonNullable<Commit['backwards']>,
): Promise<void> {
  let moved = 0n
  for (const some of parts(accounts)) {
    const { numUpdatedRows } = await db
      .updateTable('watched')
      .set({ done })
      .where('chain', '=', chain)
      .where('account', 'in', some.map(bytesOf))
      .where('done', '=', from)
      .executeTakeFirst()
    moved += numUpdatedRows
  }
  if (moved !== BigInt(accounts.length)) throw conflict()
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
