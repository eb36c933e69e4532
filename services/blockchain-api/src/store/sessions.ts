import { type Engine } from '@latchkey/service-kit/store'
import { type Kysely, sql } from 'kysely'
import { type Tables } from './schema.js'
import { type SessionRow, type Store } from './store.js'

/** Accounts of EVM chains are the same in capital and small letters. */
const keyOf = (address: string): string =>
  address.startsWith('eip155:') ? address.toLowerCase() : address

export const createSessions = (db: Kysely<Tables>, engine: Engine): Store['sessions'] => ({
  put: (row, { limit, now }) =>
    alone(db, engine, keyOf(row.address), async (one) => {
      const address = keyOf(row.address)
      const { numAffectedRows = 0n } = await insertStatement(row, address, limit, now).execute(one)
      return numAffectedRows > 0n ? 'stored' : refusalOf(one, row, address)
    }),
  async ofAddress(address, now) {
    const rows = await db
      .selectFrom('session')
      .selectAll()
      .where('address', '=', keyOf(address))
      .where('revoked', 'is', null)
      .where('expiry', '>', Math.floor(now / 1000))
      .orderBy('created')
      .orderBy('pci')
      .execute()
    return rows.map((row) => ({
      address,
      pci: row.pci,
      permissions: JSON.parse(row.permissions) as unknown,
      expiry: row.expiry,
      signature: row.signature,
      issuedAt: row.issued,
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
  async dropBefore(time) {
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where('expiry', '<', Math.floor(time / 1000))
      .where('revoked', 'is', null)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

/**
 * One statement counts and writes. PostgreSQL would count in two of them at once, so they take turns
 * for an address. SQLite has one writer; a transaction there would stay open while others wait.
 */
const alone = <Answer>(
  db: Kysely<Tables>,
  { name }: Engine,
  address: string,
  write: (db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  name === 'sqlite'
    ? write(db)
    : db.transaction().execute(async (transaction) => {
        const key = `session ${address}`
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
        return write(transaction)
      })

const insertStatement = (row: SessionRow, address: string, limit: number, now: number) => {
  const { pci, expiry, signature, issuedAt, createdAt } = row
  const permissions = JSON.stringify(row.permissions)
  const seconds = Math.floor(now / 1000)
  return sql`
    insert into session (address, pci, permissions, expiry, signature, created, issued)
    select ${address}, ${pci}, ${permissions}, cast(${expiry} as bigint), ${signature},
      cast(${createdAt} as bigint), cast(${issuedAt} as bigint)
    where (select count(*) from session where address = ${address} and pci <> ${pci}
      and revoked is null and expiry > ${seconds}) < ${limit}
    on conflict (address, pci) do update set
      permissions = excluded.permissions, expiry = excluded.expiry,
      signature = excluded.signature, created = excluded.created, issued = excluded.issued
    where session.revoked is null and excluded.issued > session.issued`
}

/** Why nothing was written. The same grant once more is as good as stored. */
const refusalOf = async (
  db: Kysely<Tables>,
  { pci, signature }: SessionRow,
  address: string,
): Promise<'stored' | 'revoked' | 'older' | 'full'> => {
  const before = await db
    .selectFrom('session')
    .select(['revoked', 'signature'])
    .where('address', '=', address)
    .where('pci', '=', pci)
    .executeTakeFirst()
  if (!before) return 'full'
  if (before.revoked !== null) return 'revoked'
  return before.signature === signature ? 'stored' : 'older'
}
