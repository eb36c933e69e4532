import { type PostgresOptions, openPostgres as open } from '@latchkey/service-kit/store/postgres'
import { type Tables } from '../schema.js'
import { type Connection } from './engine.js'
import { leasesOf } from './lease.js'

export { WAIT_MS, watchPostgres } from '@latchkey/service-kit/store/postgres'

/** @param url of the database, `postgres://…` */
export const openPostgres = (url: string, options?: PostgresOptions): Connection => {
  const opened = open<Tables>(url, options)
  return { ...opened, lock: leasesOf(opened.db) }
}
