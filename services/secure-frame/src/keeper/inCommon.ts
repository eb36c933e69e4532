import { type Kysely } from 'kysely'
import { type KeeperTables, type Tables } from '../store/schema.js'

/**
 * The store of a keeper for functions that ask only for what it has in common with that of a service: the
 * tables `counter`, `proof` and `audit`. Their types are the same; kysely's are not told so.
 */
export const inCommon = (db: Kysely<KeeperTables>): Kysely<Tables> =>
  db as unknown as Kysely<Tables>
