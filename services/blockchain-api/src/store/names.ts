import { type Engine } from '@latchkey/service-kit/store'
import { type Kysely, sql } from 'kysely'
import { checksum } from '../checksum.js'
import { type Tables } from './schema.js'
import { type NameRow, type Store } from './store.js'

type Names = Store['names']

export const createNames = (db: Kysely<Tables>, engine: Engine): Names => ({
  ...createChanges(db, engine),
  ...createReads(db),
})

const createChanges = (
  db: Kysely<Tables>,
  engine: Engine,
): Pick<Names, 'register' | 'change' | 'release'> => ({
  register: (row, bounds) =>
    alone(db, engine, `${row.zone} ${row.address.toLowerCase()}`, async (one) => {
      const { numAffectedRows = 0n } = await insertStatement(row, bounds).execute(one)
      return numAffectedRows > 0n ? 'registered' : refusalOf(one, row, bounds)
    }),
  async change({ zone, label, address, coinType }, attributes, signedAt) {
    const text = JSON.stringify(attributes)
    const { numUpdatedRows } = await db
      .updateTable('registered_name')
      .set({ attributes: text, signed: signedAt })
      .where('zone', '=', zone)
      .where('label', '=', label)
      .where('address', '=', address.toLowerCase())
      .where('coin_type', '=', coinType)
      .where('released', 'is', null)
      .where('signed', '<=', signedAt)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  async release({ zone, label, address, coinType }, now) {
    const { numUpdatedRows } = await db
      .updateTable('registered_name')
      .set({ released: now, attributes: '{}' })
      .where('zone', '=', zone)
      .where('label', '=', label)
      .where('address', '=', address.toLowerCase())
      .where('coin_type', '=', coinType)
      .where('released', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

const createReads = (db: Kysely<Tables>): Pick<Names, 'find' | 'ofAddress' | 'blocked'> => ({
  async find(zone, label) {
    const row = await db
      .selectFrom('registered_name')
      .selectAll()
      .where('zone', '=', zone)
      .where('label', '=', label)
      .where('released', 'is', null)
      .executeTakeFirst()
    return row && fromTable(row)
  },
  async ofAddress(address, limit) {
    const rows = await db
      .selectFrom('registered_name')
      .selectAll()
      .where('address', '=', address.toLowerCase())
      .where('released', 'is', null)
      .orderBy('created', 'desc')
      .orderBy('label')
      .limit(limit)
      .execute()
    return rows.map(fromTable)
  },
  async blocked(zone, keys, restedBefore) {
    const rows = await db
      .selectFrom('registered_name')
      .select('key')
      .where('zone', '=', zone)
      .where('key', 'in', [...keys])
      .where((where) =>
        where.or([where('released', 'is', null), where('released', '>', restedBefore)]),
      )
      .execute()
    return new Set(rows.map(({ key }) => key))
  },
})

/**
 * SQLite has one writer. PostgreSQL would count the names of an address in two statements at once, so
 * they take turns for an address.
 */
const alone = <Answer>(
  db: Kysely<Tables>,
  { name }: Engine,
  owner: string,
  write: (db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  name === 'sqlite'
    ? write(db)
    : db.transaction().execute(async (transaction) => {
        const key = `name ${owner}`
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
        return write(transaction)
      })

/** Names that look alike have one key, so one statement keeps out both. A name that has rested is free. */
const insertStatement = (row: NameRow, bounds: Parameters<Names['register']>[1]) => {
  const address = row.address.toLowerCase()
  return sql`
    insert into registered_name
      (zone, key, label, address, coin_type, by_key, attributes, signed, created, released)
    select ${row.zone}, ${row.key}, ${row.label}, ${address}, cast(${row.coinType} as bigint),
      cast(${row.byKey ? 1 : 0} as integer), ${JSON.stringify(row.attributes)},
      cast(${row.signedAt} as bigint), cast(${row.createdAt} as bigint), null
    where (select count(*) from registered_name where address = ${address} and zone = ${row.zone}
      and released is null) < ${bounds.perAddress}
    on conflict (zone, key) do update set
      label = excluded.label, address = excluded.address, coin_type = excluded.coin_type,
      by_key = excluded.by_key, attributes = excluded.attributes, signed = excluded.signed,
      created = excluded.created, released = null
    where registered_name.released <= ${bounds.restedBefore}`
}

/** Why nothing was written. The same registration once more is as good as the first. */
const refusalOf = async (
  db: Kysely<Tables>,
  { zone, key, label, address, coinType }: NameRow,
  { restedBefore }: Parameters<Names['register']>[1],
): Promise<'same' | 'taken' | 'confusable' | 'resting' | 'full'> => {
  const before = await db
    .selectFrom('registered_name')
    .select(['label', 'address', 'coin_type', 'released'])
    .where('zone', '=', zone)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!before) return 'full'
  if (before.released !== null) return before.released > restedBefore ? 'resting' : 'full'
  if (before.label !== label) return 'confusable'
  const isSame = before.address === address.toLowerCase() && before.coin_type === coinType
  return isSame ? 'same' : 'taken'
}

const fromTable = (row: Tables['registered_name']): NameRow => ({
  zone: row.zone,
  key: row.key,
  label: row.label,
  address: checksum(row.address),
  coinType: row.coin_type,
  byKey: row.by_key === 1,
  attributes: JSON.parse(row.attributes) as NameRow['attributes'],
  signedAt: row.signed,
  createdAt: row.created,
})
