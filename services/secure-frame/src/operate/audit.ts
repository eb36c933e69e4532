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

export interface Entry {
  at: number
  account: string
  action: AuditAction
}

export interface Audit {
  /**
   * Adds entries in the transaction of what they tell, as its last step: in PostgreSQL others that add
   * wait from here until the transaction has ended.
   */
  add(db: Kysely<Tables>, ...entries: readonly Entry[]): Promise<void>
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

const readLast = (db: Kysely<Tables>) =>
  db.selectFrom('audit').select(['n', 'hash']).orderBy('n', 'desc').limit(1).executeTakeFirst()

/** @param pepper without it nobody can continue the chain or write another one */
export function createAudit(engine: Engine, pepper: Buffer): Audit {
  const hashOfRow = ({ n, at, account, action }: Row, previous: string): string =>
    keyedHash(pepper, 'audit', String(n), String(at), account, action, previous)
  return {
    async add(db, ...entries) {
      // SQLite has one writer.
      if (engine.name === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtextextended('latchkey audit', 0))`.execute(db)
      let { n, hash } = (await readLast(db)) ?? { n: 0, hash: START }
      const rows = entries.map((entry) => {
        const previous = hash
        const row = { n: (n += 1), ...entry }
        hash = hashOfRow(row, previous)
        return { ...row, hash, previous }
      })
      await db.insertInto('audit').values(rows).execute()
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
