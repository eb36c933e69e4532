import { sql } from 'kysely'
import { type MainStore } from './openStore.js'

/** The ids of the wrapping keys that anything is sealed under. */
export async function keyIdsOf({
  db,
  engine,
}: Pick<MainStore, 'db' | 'engine'>): Promise<string[]> {
  const shares = await db.selectFrom('share').select('key_id').distinct().execute()
  const at = sql.raw(engine.name === 'postgres' ? 'strpos' : 'instr')
  // Sealed text names its key before the first point.
  const others = await sql<{ id: string }>`
    select distinct substr(sealed, 1, ${at}(sealed, '.') - 1) as id from (
      select sealed from identity
      union all select new_sealed from email_change
      union all select old_sealed from email_change where old_sealed is not null
      union all select sealed from attempt
      union all select sealed from link
      union all select answer from login where answer is not null
    ) as others`.execute(db)
  return [...new Set([...shares.map(({ key_id }) => key_id), ...others.rows.map(({ id }) => id)])]
}
