import { addEventCounts, createEventTable } from '@latchkey/service-kit/analytics'
import { type Engine } from '@latchkey/service-kit/store'
import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely'

/** Runs statements one after the other. */
export const run = async (db: Kysely<unknown>, ...statements: readonly RawBuilder<unknown>[]) => {
  for (const statement of statements) await statement.execute(db)
}

const addLogins = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    sql`create table login (
      id_hash text not null primary key, provider text not null, project text not null,
      origin text not null, return_to text, is_own_window integer not null, jkt text not null,
      cookie_hash text, browser_hash text not null, agent text not null, lang text not null,
      secret text not null, nonce text not null, state text not null, answer text,
      proven integer not null, used integer not null, created bigint not null,
      expires bigint not null)`,
    sql`create index login_expires on login (expires)`,
  )

const addLinks = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    sql`alter table identity add column email_hash text`,
    sql`create index identity_email on identity (project, email_hash)`,
    sql`alter table session add column sign_in text`,
    sql`create table link (
      id_hash text not null primary key, project text not null, jkt text not null,
      account text not null, kind text not null, subject text not null, sealed text not null,
      email_hash text, agent text not null, used integer not null, created bigint not null,
      expires bigint not null)`,
    sql`create index link_expires on link (expires)`,
    sql`create index link_account on link (account)`,
  )

/** Released ones are never changed: a change is another one, at the end. */
export const migrations = (engine: Engine): Record<string, Migration> => {
  const end = sql.raw(engine.clustered)
  return {
    '001-tables': {
      up: (db: Kysely<unknown>) =>
        run(
          db,
          sql`create table account (
            id text not null primary key, project text not null, created bigint not null)`,
          sql`create table identity (
            project text not null, kind text not null, subject text not null,
            account text not null, sealed text not null, created bigint not null,
            primary key (project, kind, subject)) ${end}`,
          sql`create index identity_account on identity (account)`,
          sql`create table device (
            id text not null primary key, account text not null, jkt text not null,
            cookie_hash text, name text not null, first_seen bigint not null,
            last_seen bigint not null)`,
          sql`create index device_account on device (account)`,
          sql`create table session (
            id_hash text not null primary key, account text not null, device text not null,
            jkt text not null, handle_hash text not null, created bigint not null,
            expires bigint not null, auth_time bigint not null)`,
          sql`create index session_handle on session (handle_hash)`,
          sql`create index session_account on session (account)`,
          sql`create index session_expires on session (expires)`,
          sql`create table attempt (
            id_hash text not null primary key, project text not null, origin text not null,
            subject text not null, sealed text not null, jkt text not null, cookie_hash text,
            agent text not null, lang text not null, state text not null, mac text,
            link_hash text unique, tries integer not null, used integer not null,
            created bigint not null, expires bigint not null)`,
          sql`create index attempt_expires on attempt (expires)`,
          sql`create table wallet (
            id text not null primary key, account text not null unique, split bigint not null,
            recovery_set text not null, evm text not null, solana text not null,
            created bigint not null)`,
          sql`create table share (
            wallet text not null, split bigint not null, idx integer not null,
            sealed text not null, key_id text not null, primary key (wallet, split, idx)) ${end}`,
          sql`create table home (
            device text not null primary key, wallet text not null, split bigint not null,
            sealed text not null)`,
          sql`create index home_wallet on home (wallet)`,
          sql`create table counter (
            key text not null primary key, n bigint not null, until bigint not null) ${end}`,
          sql`create table audit (
            n bigint not null primary key, at bigint not null, account text not null,
            action text not null, hash text not null, previous text not null)`,
          sql`create index audit_account on audit (account, n)`,
        ),
    },
    '002-kept': {
      up: (db: Kysely<unknown>) =>
        run(db, sql`alter table wallet add column kept integer not null default 1`),
    },
    '003-login': { up: addLogins },
    ...later(engine),
  }
}

const later = (engine: Engine): Record<string, Migration> => {
  const end = sql.raw(engine.clustered)
  return {
    '004-email-change': {
      up: (db: Kysely<unknown>) =>
        run(
          db,
          sql`create table email_change (
            id_hash text not null primary key, account text not null, project text not null,
            jkt text not null, handle_hash text not null, old_subject text, old_sealed text,
            new_subject text not null, new_sealed text not null, origin text not null,
            agent text not null, lang text not null, stage text not null, mac text,
            tries integer not null, created bigint not null, expires bigint not null,
            undo_hash text unique, done bigint)`,
          sql`create index email_change_account on email_change (account)`,
          sql`create index email_change_old on email_change (project, old_subject)`,
        ),
    },
    '005-proof': {
      up: (db: Kysely<unknown>) =>
        run(
          db,
          sql`create table proof (id text not null primary key, until bigint not null) ${end}`,
          sql`create index proof_until on proof (until)`,
        ),
    },
    '006-link': { up: addLinks },
    '007-untold': {
      up: (db: Kysely<unknown>) =>
        run(
          db,
          sql`create table untold (account text not null primary key, mark text not null) ${end}`,
          // Of changes before this table came it is not known whether the keeper was told.
          sql`insert into untold select distinct account, '' from email_change where done is not null`,
        ),
    },
    '008-events': {
      async up(db: Kysely<unknown>) {
        await createEventTable(db, engine)
        await addEventCounts(db, engine)
      },
    },
  }
}

export const recoveryMigrations = ({ clustered }: Engine): Record<string, Migration> => ({
  'recovery-001-tables': {
    up: (db: Kysely<unknown>) =>
      run(
        db,
        sql`create table recovery (
          wallet text not null, recovery_set text not null, kind text not null,
          sealed text not null, key_id text, salt text, credential_id text, parameters text,
          created bigint not null, primary key (wallet, recovery_set, kind))
          ${sql.raw(clustered)}`,
      ),
  },
})
