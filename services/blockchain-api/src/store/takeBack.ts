import { type Transaction } from 'kysely'
import { addToKept } from './bound.js'
import { chainOf, hexOf } from './bytes.js'
import { MOVES_NFT, readEntries, readEntry } from './entryText.js'
import { Movements } from './holdings.js'
import { type Tables } from './schema.js'
import { type StoredTransfer } from './store.js'

/** Entries that are in memory at once. */
const PAGE = 500

/** Takes back everything that came from blocks above one, within the transaction that replaces them. */
export async function takeBack(
  db: Transaction<Tables>,
  chain: Buffer,
  above: number,
): Promise<void> {
  await addToKept(db, chain, await countAbove(db, chain, above))
  await takeNftsBack(db, chain, above)
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

/** @returns of each account that is followed, how many entries less it will have */
async function countAbove(
  db: Transaction<Tables>,
  chain: Buffer,
  above: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('watched', (join) =>
      join
        .onRef('watched.account', '=', 'entry.account')
        .onRef('watched.chain', '=', 'entry.chain'),
    )
    .select((eb) => ['entry.account', eb.fn.countAll<number>().as('count')])
    .where('entry.chain', '=', chain)
    .where('entry.block', '>', above)
    .groupBy('entry.account')
    .execute()
  return new Map(rows.map(({ account, count }) => [hexOf(account), -count]))
}

/** NFTs alone are counted: an ERC-20 that was seen once stays. */
async function takeNftsBack(db: Transaction<Tables>, chain: Buffer, above: number): Promise<void> {
  let page
  do {
    const last = page?.at(-1)
    let query = db
      .selectFrom('entry')
      .select(['account', 'block', 'idx', 'body', 'rest'])
      .where('chain', '=', chain)
      .where('block', '>', above)
      .where((eb) => eb.or([eb('body', 'like', MOVES_NFT), eb('rest', 'is not', null)]))
      .orderBy('block')
      .orderBy('account')
      .orderBy('idx')
      .limit(PAGE)
    if (last)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('block', 'account', 'idx'),
          '>',
          tuple(last.block, Buffer.from(last.account as Buffer), last.idx),
        ),
      )
    page = await query.execute()
    const movements = new Movements()
    for (const { account, block, body, rest } of page)
      movements.add(
        chain,
        {
          account: hexOf(account),
          block,
          body: readEntry(readEntries(chainOf(chain), body)[0]!).body,
          rest: JSON.parse(rest ?? '[]') as StoredTransfer[],
        },
        -1n,
      )
    await movements.write(db)
  } while (page.length === PAGE)
}
