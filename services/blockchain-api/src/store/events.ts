import { type Kysely } from 'kysely'
import { withoutNul } from './bytes.js'
import { type Tables } from './schema.js'
import { type Store } from './store.js'

export const createEvents = (db: Kysely<Tables>): Store['events'] => ({
  async add(row) {
    await db
      .insertInto('event')
      .values({
        id: withoutNul(row.id),
        project: withoutNul(row.project),
        sdk_type: withoutNul(row.sdkType),
        sdk_version: withoutNul(row.sdkVersion),
        at: row.at,
        body: withoutNul(row.body),
      })
      .execute()
  },
  async dropBefore(time) {
    const { numDeletedRows } = await db
      .deleteFrom('event')
      .where('at', '<', time)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
