import { parseArgs } from 'node:util'
import { type Env } from '@latchkey/service-kit'
import { invalidOption } from '../errors.js'
import { moveStore } from './moveStore.js'

const USE =
  'latchkey-blockchain-api move --from blockchain-api.db --to postgres://… ' +
  '(absent --to: DATABASE_URL, so that no password stands in the list of processes)'

/**
 * The command `move`: moves the database from a file into PostgreSQL.
 * @param args behind `move`
 * @param write takes lines of progress
 * @returns what each table has, a line each
 * @throws BlockchainApiError `blockchain-api.invalid_option`; ApiStoreError as moveStore
 */
export async function moveCommand(
  args: readonly string[],
  env: Env,
  write: (line: string) => void,
): Promise<string> {
  const { from, to = env.DATABASE_URL } = readFlags(args)
  if (!from || !to || !/^postgres(?:ql)?:/.test(to)) throw invalidOption(`Use: ${USE}`)
  const sums = await moveStore({
    from,
    to,
    onProgress: (table, rows) => write(`${table}: ${rows}\n`),
  })
  const lines = [...sums].map(([table, { rows, hash }]) => `${table}: ${rows} rows, ${hash}\n`)
  return `Both sides are the same.\n${lines.join('')}`
}

const readFlags = (args: readonly string[]) => {
  const flag = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { from: flag, to: flag } }).values
  } catch {
    throw invalidOption(`Use: ${USE}`)
  }
}
