import { lockSqlite, openSqlite as open } from '@latchkey/service-kit/store/sqlite'
import { type Tables } from '../schema.js'
import { type Connection } from './engine.js'

/** @param file of the database; `:memory:` for one that only this connection sees */
export const openSqlite = (file: string, durable: boolean): Connection => ({
  ...open<Tables>(file, durable),
  lock: (chain) =>
    lockSqlite(
      file === ':memory:' ? file : `${file}.follow-${chain.replace(/[^a-zA-Z0-9]/g, '-')}`,
    ),
})
