import { type Kysely, type Selectable } from 'kysely'
import { addressOf, bytesOf, chainKey, chainOf, withoutNul } from './bytes.js'
import { seenBy } from './holdings.js'
import { type Ready, ready } from './ready.js'
import { type Tables } from './schema.js'
import { type Store, type TokenRow } from './store.js'

export function createTokens(db: Kysely<Tables>): Store['tokens'] {
  const any = Buffer.alloc(1)
  const query = (count: number) =>
    db
      .selectFrom('token')
      .selectAll()
      .where('chain', '=', any)
      .where('address', 'in', Array<Buffer>(count).fill(any))
  /** By how many addresses they take. */
  const finders = new Map<number, Ready<Selectable<Tables['token']>>>()
  const find: Store['tokens']['find'] = async (chain, addresses) => {
    const [first] = addresses
    if (first === undefined) return []
    // Filled up with the first one to a power of two, so that few texts are made.
    const count = 2 ** Math.ceil(Math.log2(addresses.length))
    const filled = Array.from({ length: count }, (_, at) => bytesOf(addresses[at] ?? first))
    const ask = finders.get(count) ?? ready(db, query(count))
    finders.set(count, ask)
    const rows = await ask(chainKey(chain), ...filled)
    return rows.map((row) => ({
      chain: chainOf(row.chain),
      address: addressOf(row.address),
      standard: row.standard as TokenRow['standard'],
      name: row.name,
      symbol: row.symbol,
      decimals: row.decimals,
      spam: row.spam !== 0,
    }))
  }
  const put: Store['tokens']['put'] = async (rows) => {
    for (const row of rows) {
      const value = {
        standard: row.standard,
        name: withoutNul(row.name),
        symbol: withoutNul(row.symbol),
        decimals: row.decimals,
        spam: row.spam ? 1 : 0,
      }
      await db
        .insertInto('token')
        .values({ chain: chainKey(row.chain), address: bytesOf(row.address), ...value })
        .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(value))
        .execute()
    }
  }
  return { find, put, seenBy: (account, chain) => seenBy(db, account, chain) }
}
