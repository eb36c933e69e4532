import { type Engine } from '@latchkey/service-kit/store'
import { type Kysely, type Migration, sql } from 'kysely'
import { newId } from '../secrets.js'
import { run } from './migrations.js'

/** Of the keeper's store. Released ones are never changed: a change is another one, at the end. */
export const keeperMigrations = ({ clustered }: Engine): Record<string, Migration> => {
  const end = sql.raw(clustered)
  return {
    'keeper-001-tables': {
      up: (db: Kysely<unknown>) =>
        run(
          db,
          sql`create table keeper (one integer not null primary key, id text not null)`,
          sql`insert into keeper (one, id) values (1, ${newId()})`,
          sql`create table kept (
            wallet text not null, recovery_set text not null, account text not null,
            sealed text not null, key_id text not null, created bigint not null,
            primary key (wallet, recovery_set)) ${end}`,
          sql`create table owner (
            wallet text not null primary key, site text not null, address text, hash text,
            before text, before_hash text, changed bigint) ${end}`,
          sql`create table counter (
            key text not null primary key, n bigint not null, until bigint not null) ${end}`,
          sql`create table proof (id text not null primary key, until bigint not null) ${end}`,
          sql`create index proof_until on proof (until)`,
          sql`create table audit (
            n bigint not null primary key, at bigint not null, account text not null,
            action text not null, hash text not null, previous text not null)`,
          sql`create index audit_account on audit (account, n)`,
        ),
    },
  }
}
