import { addEventCounts } from '@latchkey/service-kit/analytics'
import { type Engine, migrate as migrateTables } from '@latchkey/service-kit/store'
import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely'
import { type Tables } from './schema.js'

const run = async (db: Kysely<unknown>, ...statements: readonly RawBuilder<unknown>[]) => {
  for (const statement of statements) await statement.execute(db)
}

const addIssued = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    sql`alter table session add column issued bigint not null default 0`,
    sql`create index session_expiry on session (expiry)`,
  )

/** Entries are kept in another form, so what a follower has read is read again. */
const forgetChains = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    ...['entry', 'holding', 'block', 'chain'].map((table) => sql`delete from ${sql.table(table)}`),
    sql`update watched set since = null, done = null, kept = 0`,
  )

const markHoldings = (db: Kysely<unknown>) =>
  run(
    db,
    sql`alter table holding add column own integer not null default 0`,
    sql`alter table holding add column block bigint not null default 0`,
    sql`create index holding_seen on holding (account, chain, own, block) where token_id = ''`,
  )

const createOrders = (db: Kysely<unknown>) =>
  run(
    db,
    sql`create table onramp_order (
            id text primary key, project text not null, provider text not null,
            chain text not null, account text not null, address text not null,
            status text not null, coin text, purchase text, payment text, hash text,
            sender text, nonce bigint, raw text, expires bigint not null,
            created bigint not null, updated bigint not null)`,
    sql`create index onramp_order_account on onramp_order (account, chain, created)`,
    sql`create index onramp_order_raw on onramp_order (provider, nonce) where raw is not null`,
    sql`create index onramp_order_status on onramp_order (provider, status)`,
    // Two deliveries never have the same place among the transactions of a sender.
    sql`create unique index onramp_order_nonce on onramp_order (chain, sender, nonce)
            where nonce is not null`,
  )

/** Accounts of before have none: when they were asked for first is not known any more. */
const addBegan = (db: Kysely<unknown>): Promise<void> =>
  run(db, sql`alter table watched add column began bigint`)

const createNames = (db: Kysely<unknown>) =>
  run(
    db,
    sql`create table registered_name (
            zone text not null, key text not null, label text not null, address text not null,
            coin_type bigint not null, by_key integer not null, attributes text not null,
            signed bigint not null, created bigint not null, released bigint,
            primary key (zone, key))`,
    sql`create index registered_name_label on registered_name (zone, label)`,
    sql`create index registered_name_address on registered_name (address, created)`,
  )

const createLeases = (db: Kysely<unknown>) =>
  run(
    db,
    sql`create table lease (
            name text primary key, holder text not null, until bigint not null)`,
  )

const ENTRY_PARTS = 16

/**
 * PostgreSQL keeps entries in parts by their account. Instances that serve go on reading meanwhile.
 * Followers wait: they begin every transaction with the table `chain`.
 */
const partEntries = async (db: Kysely<unknown>, { name, bytes }: Engine): Promise<void> => {
  if (name !== 'postgres') return
  const blob = sql.raw(bytes)
  await run(
    db,
    sql`lock table chain in share row exclusive mode`,
    sql`create table entry_parted (
            account ${blob} not null, chain ${blob} not null, block bigint not null,
            idx integer not null, body text not null, rest text,
            constraint entry_parted_key primary key (account, chain, block, idx))
            partition by hash (account)`,
    ...Array.from(
      { length: ENTRY_PARTS },
      (_, at) =>
        sql`create table ${sql.table(`entry_${at}`)} partition of entry_parted
            for values with (modulus ${sql.lit(ENTRY_PARTS)}, remainder ${sql.lit(at)})`,
    ),
    sql`insert into entry_parted select account, chain, block, idx, body, rest from entry`,
    sql`create index entry_parted_block on entry_parted (chain, block)`,
    sql`drop table entry`,
    sql`alter table entry_parted rename to entry`,
  )
}

/** Released ones are never changed: a change is another one, at the end. */
const migrations = (engine: Engine): Record<string, Migration> => {
  const { bytes, clustered, counter } = engine
  const blob = sql.raw(bytes)
  const end = sql.raw(clustered)
  return {
    '001-tables': {
      up: (db: Kysely<unknown>) =>
        run(
          db,
          sql`create table chain (
            chain ${blob} primary key, genesis ${blob} not null, epoch bigint not null,
            whole integer not null, top bigint not null, top_hash ${blob} not null)`,
          sql`create table block (
            chain ${blob} not null, number bigint not null, hash ${blob} not null,
            parent ${blob} not null, at bigint not null, primary key (chain, number)) ${end}`,
          sql`create table entry (
            account ${blob} not null, chain ${blob} not null, block bigint not null,
            idx integer not null, body text not null, rest text,
            primary key (account, chain, block, idx)) ${end}`,
          // A reorganisation takes entries back by their block.
          sql`create index entry_block on entry (chain, block)`,
          sql`create table token (
            chain ${blob} not null, address ${blob} not null, standard text not null,
            name text not null, symbol text not null, decimals integer not null,
            spam integer not null, primary key (chain, address)) ${end}`,
          sql`create table holding (
            account ${blob} not null, chain ${blob} not null, token ${blob} not null,
            token_id text not null, standard text not null, amount text not null,
            primary key (account, chain, token, token_id)) ${end}`,
          sql`create table watched (
            account ${blob} not null, chain ${blob} not null, since bigint, done bigint,
            asked bigint not null, kept bigint not null, primary key (account, chain)) ${end}`,
          sql`create table session (
            address text not null, pci text not null, permissions text not null,
            expiry bigint not null, signature text not null, created bigint not null,
            revoked bigint, primary key (address, pci))`,
          sql`create table event (
            seq ${sql.raw(counter)}, id text not null, project text not null,
            sdk_type text not null, sdk_version text not null, at bigint not null,
            body text not null)`,
          sql`create index event_at on event (at)`,
        ),
    },
    '002-session-issued': { up: addIssued },
    '003-holding-seen': { up: markHoldings },
    '004-ready-entries': { up: forgetChains },
    '005-onramp-orders': { up: createOrders },
    '006-watched-began': { up: addBegan },
    '007-names': { up: createNames },
    '008-leases': { up: createLeases },
    '009-entry-parts': { up: (db: Kysely<unknown>) => partEntries(db, engine) },
    '010-event-counts': { up: (db: Kysely<unknown>) => addEventCounts(db, engine) },
  }
}

/**
 * Brings the tables up to date.
 * @param until for tests: the number of the last one, such as 7
 * @throws NewerSchemaError
 */
export const migrate = (db: Kysely<Tables>, engine: Engine, until = Infinity): Promise<void> =>
  migrateTables(
    db,
    Object.fromEntries(
      Object.entries(migrations(engine)).filter(([name]) => Number.parseInt(name, 10) <= until),
    ),
  )
