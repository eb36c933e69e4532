import { type Kysely, type Migration, Migrator, sql } from 'kysely'

/** A newer version of the service has changed the tables in a way that this one does not know. */
export interface NewerSchemaError extends Error {
  readonly name: 'NewerSchemaError'
}

export const isNewerSchema = (error: unknown): error is NewerSchemaError =>
  error instanceof Error && error.name === 'NewerSchemaError'

/**
 * Brings the tables up to date. Processes that start together take turns or try again; those that serve
 * already go on meanwhile.
 * @param list released ones are never changed: a change is another one, at the end
 * @param history names what was done, for a second list in the same database
 * @throws NewerSchemaError where the list lacks something that was done
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  list: Readonly<Record<string, Migration>>,
  history = '',
  tries = 5,
): Promise<void> {
  const schema = await requireKnown(db, list, history)
  const migrator = new Migrator({
    db,
    ...(schema !== undefined && { migrationTableSchema: schema }),
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

/** @returns the schema of the tables; `undefined` where the engine has none */
const requireKnown = async <Tables>(
  db: Kysely<Tables>,
  list: Readonly<Record<string, Migration>>,
  history: string,
): Promise<string | undefined> => {
  const table = history ? `${history}_migration` : 'kysely_migration'
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  // Another program may keep a list of the same name in a schema of its own, as Ponder does.
  const own = tables.some(({ schema }) => schema !== undefined)
    ? await currentSchema(db)
    : undefined
  if (!tables.some(({ name, schema }) => name === table && schema === own)) return own
  const done = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  if (done.rows.every(({ name }) => Object.hasOwn(list, name))) return own
  throw Object.assign(new Error('a newer version has changed these tables'), {
    name: 'NewerSchemaError' as const,
  })
}

const currentSchema = async <Tables>(db: Kysely<Tables>): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}
