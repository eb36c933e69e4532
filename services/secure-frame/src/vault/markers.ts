import { type RecoveryStore } from '../store/openStore.js'
import { type RecoveryTables } from '../store/schema.js'
import { type RecoverySet } from './recovery.js'

/** `keeping` until the keeper has answered, `dropping` once it is no longer wanted there. */
type Doubt = 'keeping' | 'dropping'

const KEPT = 'keeper '

/** Rows of operators' shares that a keeper has: in the place of the share they name its database. */
export interface Markers {
  /** Notes that the keeper is about to be asked. */
  add(of: RecoverySet, now: number): Promise<void>
  /** Notes that the keeper has it. */
  keep(of: Pick<RecoverySet, 'wallet' | 'set'>, database: string): Promise<void>
  has(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<boolean>
  /** @param than only those from before that moment */
  setsOf(wallet: string, than?: number): Promise<string[]>
  mark(wallet: string, sets: readonly string[], doubt: Doubt): Promise<void>
  remove(wallet: string, sets: readonly string[]): Promise<void>
  /** Those that may have been left by a process that ended, from before that moment. */
  unsure(before: number): Promise<Pick<RecoverySet, 'wallet' | 'set'>[]>
  count(): Promise<number>
  /** Removes all, as where the keeper is lost. @returns how many */
  forget(): Promise<number>
  /** The name of the keeper's database. */
  database(): Promise<string | undefined>
}

const WEEK_MS = 7 * 24 * 60 * 60_000

/** The row of a share that a keeper is about to have. */
const markerOf = (
  { wallet, set }: Pick<RecoverySet, 'wallet' | 'set'>,
  created: number,
): RecoveryTables['recovery'] => ({
  ...{ wallet, recovery_set: set, kind: 'automatic', sealed: 'keeping', created },
  ...{ key_id: null, salt: null, credential_id: null, parameters: null },
})

/** The text of a row whose share is with the keeper of that database. */
export const keptIn = (database: string): string => `${KEPT}${database}`

type Database = Pick<RecoveryStore, 'db'>['db']

export const createMarkers = ({ db }: Pick<RecoveryStore, 'db'>): Markers => ({
  ...createReading(db),
  ...createWriting(db),
})

const createReading = (
  db: Database,
): Pick<Markers, 'has' | 'setsOf' | 'unsure' | 'count' | 'database'> => {
  const all = () =>
    db.selectFrom('recovery').where('kind', '=', 'automatic').where('key_id', 'is', null)
  const kept = () => all().where('sealed', 'like', `${KEPT}%`)
  return {
    async has({ wallet, set }) {
      const row = await all()
        .select('wallet')
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', set)
        .executeTakeFirst()
      return row !== undefined
    },
    async setsOf(wallet, than = Number.MAX_SAFE_INTEGER) {
      const rows = await all()
        .select('recovery_set')
        .where('wallet', '=', wallet)
        .where('created', '<', than)
        .execute()
      return rows.map(({ recovery_set }) => recovery_set)
    },
    unsure: (before) =>
      all()
        .select(['wallet', 'recovery_set as set'])
        .where('created', '<', before)
        .where((is) =>
          is.or([
            is('created', '>', before - WEEK_MS),
            is('sealed', 'in', ['keeping', 'dropping'] satisfies Doubt[]),
          ]),
        )
        .execute(),
    async count() {
      const { n } = await kept()
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async database() {
      const row = await kept().select('sealed').limit(1).executeTakeFirst()
      return row?.sealed.slice(KEPT.length)
    },
  }
}

const createWriting = (
  db: Database,
): Pick<Markers, 'add' | 'keep' | 'mark' | 'remove' | 'forget'> => {
  const set = (sealed: string) =>
    db
      .updateTable('recovery')
      .set({ sealed })
      .where('kind', '=', 'automatic')
      .where('key_id', 'is', null)
  const drop = () =>
    db.deleteFrom('recovery').where('kind', '=', 'automatic').where('key_id', 'is', null)
  return {
    async add(of, now) {
      const row = markerOf(of, now)
      await db
        .insertInto('recovery')
        .values(row)
        .onConflict((on) => on.columns(['wallet', 'recovery_set', 'kind']).doUpdateSet(row))
        .execute()
    },
    async keep({ wallet, set: name }, database) {
      await set(keptIn(database))
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', name)
        .execute()
    },
    async mark(wallet, sets, doubt) {
      await set(doubt).where('wallet', '=', wallet).where('recovery_set', 'in', sets).execute()
    },
    async remove(wallet, sets) {
      await drop().where('wallet', '=', wallet).where('recovery_set', 'in', sets).execute()
    },
    async forget() {
      const { numDeletedRows } = await drop().executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
