import { lockPostgres, openPostgres as open } from '@latchkey/service-kit/store/postgres'
import { type Tables } from '../schema.js'
import { type Connection } from './engine.js'

/** @param url of the database, `postgres://…` */
export const openPostgres = (url: string): Connection => ({
  ...open<Tables>(url),
  // A follower that has lost the lock is refused by its epoch.
  lock: (chain) => lockPostgres(url, `latchkey follows ${chain}`),
})
