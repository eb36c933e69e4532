import { type Kysely } from 'kysely'
import { addressOf, bytesOf, chainKey, chainOf, withoutNul } from './bytes.js'
import { seenBy } from './holdings.js'
import { type Tables } from './schema.js'
import { type Store, type TokenRow } from './store.js'

export const createTokens = (db: Kysely<Tables>): Store['tokens'] => ({
  async find(chain, addresses) {
    if (addresses.length === 0) return []
    const rows = await db
      .selectFrom('token')
      .selectAll()
      .where('chain', '=', chainKey(chain))
      .where('address', 'in', addresses.map(bytesOf))
      .execute()
    return rows.map((row) => ({
      chain: chainOf(row.chain),
      address: addressOf(row.address),
      standard: row.standard as TokenRow['standard'],
      name: row.name,
      symbol: row.symbol,
      decimals: row.decimals,
      spam: row.spam !== 0,
    }))
  },
  async put(rows) {
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
  },
  seenBy: (account, chain) => seenBy(db, account, chain),
})
