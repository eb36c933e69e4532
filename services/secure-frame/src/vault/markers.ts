import { type RawBuilder, sql } from 'kysely'
import { type RecoveryStore } from '../store/openStore.js'
import { type RecoveryTables } from '../store/schema.js'
import { type RecoverySet } from './recovery.js'

/**
 * `keeping` until a wallet names the set, `keeper` from then on, `dropping` once it is about to go. A space and
 * the name of the keeper's database follow, which is empty until the keeper has answered.
 */
type State = 'keeping' | 'keeper' | 'dropping'

const startOf = (state: State): string => `${state} `

/** Rows of operators' shares that a keeper has: in the place of the share they name its database. */
export interface Markers {
  /** Notes that the keeper is about to be asked. */
  add(of: RecoverySet, now: number): Promise<void>
  /** Notes that the keeper has it. */
  keep(of: Pick<RecoverySet, 'wallet' | 'set'>, database: string): Promise<void>
  /** Notes that a wallet names it. */
  confirm(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<void>
  has(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<boolean>
  /** @param than only those from before that moment */
  setsOf(wallet: string, than?: number): Promise<string[]>
  /** Notes that they are about to go. */
  doubt(wallet: string, sets: readonly string[]): Promise<void>
  remove(wallet: string, sets: readonly string[]): Promise<void>
  /** Those that may have been left by a process that ended, from before that moment: none that is confirmed. */
  unsure(before: number): Promise<Unsure[]>
  /** How many are confirmed. */
  count(): Promise<number>
  /** Removes all, as where the keeper is lost. @returns how many */
  forget(): Promise<number>
  /** The name of the keeper's database. */
  database(): Promise<string | undefined>
}

export interface Unsure extends Pick<RecoverySet, 'wallet' | 'set'> {
  /** Whether the service itself has given it up. */
  isDropping: boolean
}

/** The row of a share that a keeper is about to have. */
const markerOf = (
  { wallet, set }: Pick<RecoverySet, 'wallet' | 'set'>,
  created: number,
): RecoveryTables['recovery'] => ({
  ...{ wallet, recovery_set: set, kind: 'automatic', sealed: startOf('keeping'), created },
  ...{ key_id: null, salt: null, credential_id: null, parameters: null },
})

/** The text of a row whose share is with the keeper of that database. */
export const keptIn = (database: string): string => `${startOf('keeper')}${database}`

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
  const inState = (state: State) => all().where('sealed', 'like', `${startOf(state)}%`)
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
    async unsure(before) {
      const of = (state: State) =>
        inState(state)
          .select(['wallet', 'recovery_set as set'])
          .where('created', '<', before)
          .execute()
      const [kept, dropped] = [await of('keeping'), await of('dropping')]
      return [
        ...kept.map((one) => ({ ...one, isDropping: false })),
        ...dropped.map((one) => ({ ...one, isDropping: true })),
      ]
    },
    async count() {
      const { n } = await inState('keeper')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async database() {
      const named = all().where('sealed', 'like', '% _%')
      const row = await named.select('sealed').limit(1).executeTakeFirst()
      return row?.sealed.split(' ')[1]
    },
  }
}

/** The text with another state; the name of the database stays. */
const inPlaceOf = (one: State, other: State, next: State): RawBuilder<string> => {
  const [a, b, then] = [one, other, next].map(startOf)
  return sql<string>`replace(replace(sealed, ${a}, ${then}), ${b}, ${then})`
}

const createWriting = (
  db: Database,
): Pick<Markers, 'add' | 'keep' | 'confirm' | 'doubt' | 'remove' | 'forget'> => {
  const set = (sealed: string | RawBuilder<string>) =>
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
      await set(`${startOf('keeping')}${database}`)
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', name)
        .execute()
    },
    async confirm({ wallet, set: name }) {
      await set(inPlaceOf('keeping', 'dropping', 'keeper'))
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', name)
        .execute()
    },
    async doubt(wallet, sets) {
      await set(inPlaceOf('keeping', 'keeper', 'dropping'))
        .where('wallet', '=', wallet)
        .where('recovery_set', 'in', sets)
        .execute()
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
