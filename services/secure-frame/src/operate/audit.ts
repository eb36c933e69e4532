import { type Engine } from '@latchkey/service-kit/store'
import { type Kysely, sql } from 'kysely'
import { keyedHash } from '../secrets.js'
import { type Tables } from '../store/schema.js'

/** Fixed words: what a person or the operator may read of what was done. */
export type AuditAction =
  | 'account.created'
  | 'account.deleted'
  | 'signed_in'
  | 'signed_in_on_new_device'
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'sign_in.confirmed'
  | 'sign_in.added'
  | 'sign_in.removed'
  | 'device.removed'
  | 'email.changed'
  | 'email.change_undone'
  | 'wallet.created'
  | 'wallet.new_split'
  | 'wallet.exported'
  | 'recovery.changed'
  | 'recovery.released'
  | 'identity_token.issued'
  // Of a keeper.
  | 'share.dropped'
  | 'address.changed'

interface Row {
  n: number
  at: number
  account: string
  action: string
}

export interface Audit {
  /** Adds an entry in the transaction of what it tells. */
  add(
    db: Kysely<Tables>,
    entry: { at: number; account: string; action: AuditAction },
  ): Promise<void>
  /** Whether one of the newest entries was written with this pepper; `undefined` where there is none. */
  isOwn(db: Kysely<Tables>): Promise<boolean | undefined>
  ofAccount(db: Kysely<Tables>, account: string, limit: number): Promise<Omit<Row, 'n'>[]>
  /**
   * Reads the whole log. An end that was cut off shows only beside a count and a hash that were noted
   * before.
   */
  verify(db: Kysely<Tables>): Promise<{ entries: number; head: string; brokenAt?: number }>
}

const START = ''
const PAGE = 1000
/** Entries that are tried: one that was damaged must not keep the service from starting. */
const TRIES = 10

/** @param pepper without it nobody can continue the chain or write another one */
export function createAudit(engine: Engine, pepper: Buffer): Audit {
  const hashOfRow = ({ n, at, account, action }: Row, previous: string): string =>
    keyedHash(pepper, 'audit', String(n), String(at), account, action, previous)
  return {
    async add(db, { at, account, action }) {
      // SQLite has one writer. In PostgreSQL those that add take turns until their transaction ends.
      if (engine.name === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtextextended('latchkey audit', 0))`.execute(db)
      const last = await db
        .selectFrom('audit')
        .select(['n', 'hash'])
        .orderBy('n', 'desc')
        .limit(1)
        .executeTakeFirst()
      const previous = last?.hash ?? START
      const row = { n: (last?.n ?? 0) + 1, at, account, action }
      await db
        .insertInto('audit')
        .values({ ...row, hash: hashOfRow(row, previous), previous })
        .execute()
    },
    async isOwn(db) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .orderBy('n', 'desc')
        .limit(TRIES)
        .execute()
      return rows.length ? rows.some((row) => row.hash === hashOfRow(row, row.previous)) : undefined
    },
    ofAccount: (db, account, limit) =>
      db
        .selectFrom('audit')
        .select(['at', 'account', 'action'])
        .where('account', '=', account)
        .orderBy('n', 'desc')
        .limit(limit)
        .execute(),
    async verify(db) {
      let previous = START
      let n = 0
      for (;;) {
        const rows = await db
          .selectFrom('audit')
          .selectAll()
          .where('n', '>', n)
          .orderBy('n')
          .limit(PAGE)
          .execute()
        for (const row of rows) {
          const isNext = row.n === n + 1 && row.previous === previous
          if (!isNext || row.hash !== hashOfRow(row, previous))
            return { entries: n, head: previous, brokenAt: row.n }
          previous = row.hash
          n = row.n
        }
        if (rows.length < PAGE) return { entries: n, head: previous }
      }
    },
  }
}
