import { type Kysely, type Migration, Migrator } from 'kysely'

/**
 * Brings the tables up to date. Processes that start together take turns or try again.
 * @param list released ones are never changed: a change is another one, at the end
 * @param history names what was done, for a second list in the same database
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  list: Readonly<Record<string, Migration>>,
  history = '',
  tries = 5,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...list }) },
    ...(history && {
      migrationTableName: `${history}_migration`,
      migrationLockTableName: `${history}_migration_lock`,
    }),
  })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  if (tries <= 1) throw error
  await new Promise((done) => setTimeout(done, 200))
  await migrate(db, list, history, tries - 1)
}
