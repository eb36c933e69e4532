import { type Kysely } from 'kysely'
import { type Tables } from './schema.js'
import { type Store } from './store.js'

/** Accounts of EVM chains are the same in capital and small letters. */
const keyOf = (address: string): string =>
  address.startsWith('eip155:') ? address.toLowerCase() : address

export const createSessions = (db: Kysely<Tables>): Store['sessions'] => ({
  async put(row) {
    const value = {
      permissions: JSON.stringify(row.permissions),
      expiry: row.expiry,
      signature: row.signature,
      created: row.createdAt,
      revoked: null,
    }
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('session')
      .values({ address: keyOf(row.address), pci: row.pci, ...value })
      .onConflict((conflict) =>
        conflict
          .columns(['address', 'pci'])
          .doUpdateSet(value)
          .where('session.revoked', 'is', null),
      )
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows > 0n
  },
  async ofAddress(address) {
    const rows = await db
      .selectFrom('session')
      .selectAll()
      .where('address', '=', keyOf(address))
      .where('revoked', 'is', null)
      .orderBy('created')
      .orderBy('pci')
      .execute()
    return rows.map((row) => ({
      address,
      pci: row.pci,
      permissions: JSON.parse(row.permissions) as unknown,
      expiry: row.expiry,
      signature: row.signature,
      createdAt: row.created,
    }))
  },
  async revoke(address, pci, now) {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ revoked: now })
      .where('address', '=', keyOf(address))
      .where('pci', '=', pci)
      .where('revoked', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})
