import { type Kysely } from 'kysely'

/** The differences between the two engines. */
export interface Engine {
  name: 'sqlite' | 'postgres'
  /** The type of bytes. */
  bytes: 'blob' | 'bytea'
  /** Ends a table whose rows are kept in the order of its key, where the engine can do so. */
  clustered: string
  /** A column that counts by itself. */
  counter: string
}

/** An open database. */
export interface OpenDatabase<Tables> {
  db: Kysely<Tables>
  engine: Engine
}

/** Held by one process at a time. */
export interface Lock {
  /** Whether it was not lost, as with the connection that had it. */
  isHeld(): boolean
  /** Gives it free for another process. */
  release(): Promise<void>
}
