import { type Lock, type OpenDatabase } from '@latchkey/service-kit/store'
import { type Tables } from '../schema.js'

/** Asks to be the only one that follows a chain. */
export type LockOf = (chain: string) => Promise<Lock | undefined>

/** An open database. */
export interface Connection extends OpenDatabase<Tables> {
  lock: LockOf
}
