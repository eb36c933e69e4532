import { randomUUID } from 'node:crypto'
import { type Lock } from '@latchkey/service-kit/store'
import { type Kysely, sql } from 'kysely'
import { type Tables } from '../schema.js'

/** A holder that is not heard of for so long has lost its lease: it died, hangs, or lost its network. */
const TERM_MS = 5_000
const RENEW_MS = 1_000

/**
 * Leases in a table, for PostgreSQL. A lock of the connection would outlive a process that hangs.
 * Times are those of the server. One that has lost its lease and does not know yet is refused by its
 * epoch.
 * @returns a function that asks for the lease of that name, and gives `undefined` where another has it
 */
export const leasesOf =
  (db: Kysely<Tables>) =>
  async (name: string): Promise<Lock | undefined> => {
    const holder = randomUUID()
    let heldUntil = await take(db, name, holder)
    if (heldUntil === undefined) return undefined
    const renew = async (): Promise<void> => {
      heldUntil = await take(db, name, holder)
      if (heldUntil === undefined) clearInterval(timer)
    }
    const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
    timer.unref()
    return {
      isHeld: () => heldUntil !== undefined && performance.now() < heldUntil,
      async release() {
        clearInterval(timer)
        // Where the server is away the lease runs out by itself.
        await db
          .deleteFrom('lease')
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute()
          .catch(() => undefined)
      },
    }
  }

/** @returns until when it is held, by the clock of this process; `undefined` where another has it */
const take = async (
  db: Kysely<Tables>,
  name: string,
  holder: string,
): Promise<number | undefined> => {
  const asked = performance.now()
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { rows } = await sql`
    insert into lease (name, holder, until) values (${name}, ${holder}, ${now} + ${sql.lit(TERM_MS)})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until < ${now}
    returning name`.execute(db)
  return rows.length > 0 ? asked + TERM_MS : undefined
}
