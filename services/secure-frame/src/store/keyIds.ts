import { sql } from 'kysely'
import { type MainStore } from './openStore.js'

/** The ids of the wrapping keys that shares and addresses are sealed under. */
export async function keyIdsOf({
  db,
  engine,
}: Pick<MainStore, 'db' | 'engine'>): Promise<string[]> {
  const shares = await db.selectFrom('share').select('key_id').distinct().execute()
  const at = sql.raw(engine.name === 'postgres' ? 'strpos' : 'instr')
  // Sealed text names its key before the first point.
  const addresses = await sql<{ id: string }>`
    select distinct substr(sealed, 1, ${at}(sealed, '.') - 1) as id from (
      select sealed from identity
      union all select new_sealed from email_change
      union all select old_sealed from email_change where old_sealed is not null
    ) as addresses`.execute(db)
  return [
    ...new Set([...shares.map(({ key_id }) => key_id), ...addresses.rows.map(({ id }) => id)]),
  ]
}
