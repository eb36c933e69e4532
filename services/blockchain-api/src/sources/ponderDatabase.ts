import { type Kysely } from 'kysely'
import { invalidOption } from '../errors.js'
import { createQueue } from '../queue.js'
import { type PonderTables } from './ponderTables.js'

export interface PonderDatabase {
  /** Reads the tables of a project; told to stop, it does not wait for the database. */
  ask<Answer>(
    read: (db: Kysely<PonderTables>) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>
  close(): Promise<void>
}

/** Ponder takes no other names. */
const SCHEMA = /^[a-z_]\w{0,44}$/i
/** A query has less time than a source. */
const SESSION = '-c default_transaction_read_only=on -c statement_timeout=2000'
/** As many as the driver has connections. */
const QUERIES = { running: 10, waiting: 200 }

/**
 * Opens a database to read it. The driver is loaded and connects with the first query, so that a service
 * without Ponder does not load it here.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export function openPonder(databaseUrl: string, schema: string): PonderDatabase {
  const url = readUrl(databaseUrl)
  if (!SCHEMA.test(schema))
    throw invalidOption(
      `The schema of ponder must be letters, digits and _, 45 at most. It is "${schema}".`,
    )
  const queue = createQueue(QUERIES)
  let opening: Promise<Kysely<PonderTables>> | undefined
  const open = async () => {
    const { openPostgres } = await import('@latchkey/service-kit/store/postgres')
    return openPostgres<PonderTables>(url).db
  }
  return {
    ask: (read, signal) =>
      queue.run(async () => read((await (opening ??= open())).withSchema(schema)), signal),
    close: async () => (await opening)?.destroy(),
  }
}

const readUrl = (databaseUrl: string): string => {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw invalidOption('The databaseUrl of ponder must be like postgres://user@host/name.')
  const own = url.searchParams.get('options')
  url.searchParams.set('options', own === null ? SESSION : `${own} ${SESSION}`)
  return url.href
}
