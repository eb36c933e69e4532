import { type Kysely } from 'kysely'
import { type Engine } from '../migrations.js'
import { type Tables } from '../schema.js'

/** Asks to be the only one that follows a chain. */
export type LockOf = (chain: string) => Promise<Lock | undefined>

export interface Lock {
  /** Whether it was not lost, as with the connection that had it. */
  isHeld(): boolean
  /** Gives the chain free for another follower. */
  release(): Promise<void>
}

/** An open database. */
export interface Connection {
  db: Kysely<Tables>
  engine: Engine
  lock: LockOf
}
