import { type Compilable, type Kysely } from 'kysely'
import { type Tables } from './schema.js'

/** Asks with the parameters of one asking, in the order of the text. */
export type Ready<Row> = (...parameters: readonly unknown[]) => Promise<readonly Row[]>

/**
 * A query whose text is made once: making it takes longer than most queries themselves.
 * @param query with any parameters, which stand for those of each asking
 */
export function ready<Row>(db: Kysely<Tables>, query: Compilable<Row>): Ready<Row> {
  const compiled = query.compile()
  return async (...parameters) => (await db.executeQuery<Row>({ ...compiled, parameters })).rows
}
