import { type Kysely, type Transaction, sql } from 'kysely'
import { isBusy } from './patience.js'

/** Runs a part of the work in a transaction: all of it is kept, or nothing. */
export type Transact<Tables> = <Answer>(
  run: (db: Transaction<Tables>) => Promise<Answer>,
) => Promise<Answer>

interface Job<Tables> {
  run(db: Transaction<Tables>): Promise<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/**
 * Transactions of a database with one writer. Those that are asked for at about the same time are one
 * transaction with a savepoint each, so that they wait for the disk once. Each is answered after all were
 * written, and fails alone. Where another process is writing the whole group is tried again by whoever
 * asked, so its parts do nothing but ask the database.
 */
export function groupTransactions<Tables>(db: Kysely<Tables>): Transact<Tables> {
  let waiting: Job<Tables>[] = []
  let isRunning = false
  const runAll = async (): Promise<void> => {
    // Each group takes all that arrived in this turn of the loop.
    for (; waiting.length > 0; await nextTurn()) {
      const jobs = waiting
      waiting = []
      await runGroup(db, jobs)
    }
    isRunning = false
  }
  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push({ run, resolve: resolve as Job<Tables>['resolve'], reject })
      if (isRunning) return
      isRunning = true
      void nextTurn().then(runAll)
    })
}

const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done))

const runGroup = async <Tables>(
  db: Kysely<Tables>,
  jobs: readonly Job<Tables>[],
): Promise<void> => {
  try {
    const ends = await db.transaction().execute(async (transaction) => {
      const ends: (() => void)[] = []
      for (const job of jobs) ends.push(await runOne(transaction, job))
      return ends
    })
    for (const end of ends) end()
  } catch (error) {
    for (const { reject } of jobs) reject(error)
  }
}

/** @returns the way to tell how it ended, for when the group is written */
const runOne = async <Tables>(
  db: Transaction<Tables>,
  { run, resolve, reject }: Job<Tables>,
): Promise<() => void> => {
  await sql`savepoint part`.execute(db)
  let end: () => void
  try {
    const answer = await run(db)
    end = () => resolve(answer)
  } catch (error) {
    if (isBusy(error)) throw error
    await sql`rollback to part`.execute(db)
    end = () => reject(error)
  }
  await sql`release part`.execute(db)
  return end
}
