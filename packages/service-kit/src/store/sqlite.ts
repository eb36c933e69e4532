import Database from 'libsql' // Its binaries come by npm; the API is that of better-sqlite3.
// One query builder for both engines.
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { type Lock, type OpenDatabase } from './engine.js'

// This is the only file that imports libsql, and queries go through Kysely alone: a lone buffer as
// a parameter would end the process, and Kysely always hands over a list.

const BUSY_MS = 5_000
/** Texts of queries whose statements are kept ready. */
const STATEMENTS = 100
/**
 * Of a connection that is not durable: a follower's, whose rows lie anywhere in the file. Pages are read
 * from the system's own cache.
 */
const WRITER_CACHE_KIB = 16_384

/** @param file of the database; `:memory:` for one that only this connection sees */
export function openSqlite<Tables>(file: string, durable: boolean): OpenDatabase<Tables> {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
  database.pragma(`busy_timeout = ${BUSY_MS}`)
  database.pragma('temp_store = MEMORY')
  if (!durable) database.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
  return {
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: withStatements(database) }) }),
    engine: {
      name: 'sqlite',
      bytes: 'blob',
      clustered: 'without rowid',
      counter: 'integer primary key',
    },
  }
}

/** Prepares each text once: preparing takes longer than most queries. */
function withStatements(database: Database.Database): SqliteDatabase {
  const ready = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = ready.get(text) ?? prepare(database, text)
      ready.delete(text)
      ready.set(text, statement)
      if (ready.size > STATEMENTS) ready.delete(ready.keys().next().value!)
      return statement
    },
  }
}

/**
 * A write takes the file before it begins. One that is refused in the middle of its statement stays
 * open in libsql, and takes the next write with it when it ends.
 */
function prepare(database: Database.Database, text: string): SqliteStatement {
  const statement = database.prepare(text) as unknown as SqliteStatement
  const isWrite = /^\s*(?:insert|update|delete)\b/i.test(text)
  // libsql looks it up each time that it is asked.
  const { reader } = statement
  return {
    reader,
    all: (parameters) => statement.all(parameters),
    iterate: (parameters) => statement.iterate(parameters),
    run(parameters) {
      if (reader || !isWrite || database.inTransaction) return statement.run(parameters)
      database.exec('begin immediate')
      try {
        const result = statement.run(parameters)
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
  }
}

/**
 * Locks a second, empty database at that path. The system takes such a lock back however its owner
 * dies.
 * @param path `:memory:` for one that nobody else can want
 * @returns `undefined` where another process has it
 */
export async function lockSqlite(path: string): Promise<Lock | undefined> {
  const lock = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new Database(path) }),
  })
  try {
    await sql`begin exclusive`.execute(lock)
  } catch {
    await lock.destroy()
    return undefined
  }
  return {
    // The system takes it back only from a process that has ended.
    isHeld: () => true,
    async release() {
      // Closing alone leaves the lock until statements are collected as garbage.
      await sql`rollback`.execute(lock)
      await lock.destroy()
    },
  }
}
