import { type Transaction } from 'kysely'
import { bytesOf } from './bytes.js'
import { type NewEntry } from './follower.js'
import { type Tables } from './schema.js'

/** Dropping the oldest reads all entries of an account, so it is done once for many new ones. */
const SLACK = 1.1

/**
 * Counts the entries of accounts up or down.
 * @param counts how many more each of them has
 * @returns how many each of them has now; those that nobody asked for are not counted
 */
export async function addToKept(
  db: Transaction<Tables>,
  chain: Buffer,
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const kept = new Map<string, number>()
  for (const [account, count] of counts) {
    const row = await db
      .updateTable('watched')
      .set((eb) => ({ kept: eb('kept', '+', count) }))
      .where('account', '=', bytesOf(account))
      .where('chain', '=', chain)
      .returning('kept')
      .executeTakeFirst()
    if (row) kept.set(account, row.kept)
  }
  return kept
}

/**
 * Keeps the newest entries of each account that got new ones, and asks for nothing older of those that
 * have as many as they may.
 * @returns those accounts
 */
export async function boundEntries(
  db: Transaction<Tables>,
  chain: Buffer,
  entries: readonly NewEntry[],
  most: number,
): Promise<readonly string[]> {
  const counts = new Map<string, number>()
  for (const { account } of entries) counts.set(account, (counts.get(account) ?? 0) + 1)
  const all = await addToKept(db, chain, counts)
  const full = [...all].filter(([, kept]) => kept >= most)
  for (const [account, kept] of full) {
    const drops = kept > most * SLACK
    if (drops) await dropOldest(db, chain, bytesOf(account), most)
    await db
      .updateTable('watched')
      // Entries of a time when the whole chain was kept are not counted, but dropped like the others.
      .set({ done: 0, kept: drops ? most : kept })
      .where('account', '=', bytesOf(account))
      .where('chain', '=', chain)
      .execute()
  }
  return full.map(([account]) => account)
}

async function dropOldest(
  db: Transaction<Tables>,
  chain: Buffer,
  account: Buffer,
  most: number,
): Promise<void> {
  const first = await db
    .selectFrom('entry')
    .select(['block', 'idx'])
    .where('account', '=', account)
    .where('chain', '=', chain)
    .orderBy('block', 'desc')
    .orderBy('idx', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  await db
    .deleteFrom('entry')
    .where('account', '=', account)
    .where('chain', '=', chain)
    .where((eb) => eb(eb.refTuple('block', 'idx'), '<=', eb.tuple(first.block, first.idx)))
    .execute()
}
