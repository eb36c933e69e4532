import { type Kysely } from 'kysely'
import { type Store } from '../store/openStore.js'

/** Rows of one transaction: sign-ins beside it wait for little. */
export const STEP_ROWS = 100

/** Seals rows anew, some in a transaction. @returns how many */
export async function inSteps<Row, Of>(
  store: Store<Of>,
  rows: readonly Row[],
  seal: (row: Row) => Promise<(db: Kysely<Of>) => Promise<unknown>>,
): Promise<number> {
  for (let at = 0; at < rows.length; at += STEP_ROWS) {
    const writes = await Promise.all(rows.slice(at, at + STEP_ROWS).map(seal))
    await store.transact(async (db) => {
      for (const write of writes) await write(db)
    })
  }
  return rows.length
}
