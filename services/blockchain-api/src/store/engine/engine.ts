import { type Kysely } from 'kysely'
import { type Engine } from '../migrations.js'
import { type Tables } from '../schema.js'

/** Asks to be the only one that follows a chain. */
export type LeaseOf = (chain: string) => Promise<Release | undefined>

/** Gives the chain free for another follower. */
export type Release = () => Promise<void>

/** An open database. */
export interface Connection {
  db: Kysely<Tables>
  engine: Engine
  lease: LeaseOf
}
