import { type Env } from '@latchkey/service-kit'
import { isRefusal } from '@latchkey/service-kit/http'
import { SecureFrameError } from '../errors.js'
import { MAX_AT_ONCE } from '../keeper/contract.js'
import { checkOrigin, requireSettings } from '../settings.js'
import { readKeeper } from '../options.js'
import { createProjects, readProjects } from '../projects.js'
import { type RecoveryStore, openRecoveryStore, openStore } from '../store/openStore.js'
import { readKeys, readRecoveryKeys } from '../vault/keyFile.js'
import { type KeeperClient, openKeeper } from '../vault/keeperClient.js'
import { type OwnerOf } from '../vault/keptRecovery.js'
import { createMarkers, keptIn } from '../vault/markers.js'
import { createOwnerOf } from '../vault/openRecovery.js'
import { recoveryContext } from '../vault/recovery.js'
import { type Vault, createFileProvider, createVault } from '../vault/seal.js'
import { proveRecoveryKeys } from './proveKeys.js'

const failed = (message: string): SecureFrameError =>
  new SecureFrameError('secure-frame.command_failed', message)

const away = () =>
  failed(
    'The keeper does not answer. What was moved stays with it: run this again when it is back.',
  )

/** Settings of the service, which runs with the keeper already. */
const WANTED = {
  DATABASE_URL: 'the same as for the service',
  RECOVERY_DATABASE_URL: 'the database that has the shares',
  KEYS: 'the same as for the service',
  RECOVERY_KEYS: 'the keys that the shares are sealed by',
  KEEPER_KEY: 'the same as for the service',
  SERVICE_KEY: 'the same as for the service',
  PROJECTS: 'the same as for the service',
  PUBLIC_URL: 'the same as for the service',
} as const

/**
 * Moves the operator's recovery shares to a keeper, some at a time, beside a service that runs with it. A
 * share goes here only after the keeper has it. It may be run again, and goes on where it ended.
 * @returns what it says
 * @throws SecureFrameError where the keeper is away, or has fewer shares than it should
 */
export async function moveRecovery(url: string, env: Env): Promise<string> {
  const setting = requireSettings(env, WANTED)
  checkOrigin('The url', url, 'https://10.0.0.12:8790')
  const provider = createFileProvider(await readRecoveryKeys(setting('RECOVERY_KEYS')))
  const { wrapping } = await readKeys(setting('KEYS'))
  const projects = createProjects(await readProjects(setting('PROJECTS')))
  const main = await openStore(setting('DATABASE_URL'), { isReader: true })
  const ending: (() => unknown)[] = [main.close]
  try {
    const store = await openRecoveryStore(setting('RECOVERY_DATABASE_URL'))
    ending.push(store.close)
    await proveRecoveryKeys(main, store, provider)
    const access = await readKeeper(env, url)
    const markers = createMarkers(store)
    const keeper = await openKeeper({ ...access, markers, log: () => {} })
    ending.push(keeper.close)
    const identities = { store: main, vault: createVault(createFileProvider(wrapping)) }
    const ownerOf = createOwnerOf(identities, projects, setting('PUBLIC_URL'))
    const { moved, orphans } = await moveAll({
      ...{ store, keeper, ownerOf, vault: createVault(provider) },
      accountOf: async (wallet) => {
        const of = main.db.selectFrom('wallet').select('account').where('id', '=', wallet)
        return (await of.executeTakeFirst())?.account
      },
    }).catch((error: unknown) => {
      throw isRefusal(error) ? away() : error
    })
    const [here, there] = [await markers.count(), await keeper.count()]
    if (there < here)
      throw failed(`The keeper has ${there} shares of ${here}. Nothing else is moved.`)
    const left = orphans
      ? ` ${orphans} of no wallet were left: rotate-keys recovery deletes them.`
      : ''
    return `Moved ${moved} shares. The keeper has ${there}, of which ${here} are named here.${left}\n`
  } finally {
    for (const end of ending.reverse()) await end()
  }
}

interface Moving {
  store: RecoveryStore
  keeper: KeeperClient
  vault: Vault
  ownerOf: OwnerOf
  accountOf(wallet: string): Promise<string | undefined>
}

type Place = { wallet: string; set: string }

const moveAll = async (moving: Moving): Promise<{ moved: number; orphans: number }> => {
  let [moved, orphans] = [0, 0]
  let last: Place = { wallet: '', set: '' }
  for (;;) {
    const rows = await nextRows(moving.store, last)
    const end = rows.at(-1)
    if (!end) return { moved, orphans }
    last = { wallet: end.wallet, set: end.recovery_set }
    const done = await moveSome(moving, rows)
    moved += done
    orphans += rows.length - done
  }
}

const nextRows = ({ db }: RecoveryStore, { wallet, set }: Place) =>
  db
    .selectFrom('recovery')
    .selectAll()
    .where('key_id', 'is not', null)
    .where((is) =>
      is.or([
        is('wallet', '>', wallet),
        is.and([is('wallet', '=', wallet), is('recovery_set', '>', set)]),
      ]),
    )
    .orderBy('wallet')
    .orderBy('recovery_set')
    .limit(MAX_AT_ONCE)
    .execute()

type Row = Awaited<ReturnType<typeof nextRows>>[number]

/** @returns how many are with the keeper now, or were replaced meanwhile */
const moveSome = async (moving: Moving, rows: readonly Row[]): Promise<number> => {
  const { store, keeper } = moving
  const shares = (await Promise.all(rows.map((row) => shareOf(moving, row)))).filter(
    (share) => share !== undefined,
  )
  if (shares.length === 0) return 0
  const database = await keeper.keep(shares)
  const gone = await store.transact(async (db) => {
    const replaced: Place[] = []
    for (const { wallet, recovery_set, sealed } of rows) {
      if (!shares.some(({ set }) => set === recovery_set)) continue
      const { numUpdatedRows } = await db
        .updateTable('recovery')
        .set({ sealed: keptIn(database), key_id: null })
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', recovery_set)
        .where('sealed', '=', sealed)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) replaced.push({ wallet, set: recovery_set })
    }
    return replaced
  })
  // A new split has dropped it here meanwhile.
  for (const { wallet, set } of gone) await keeper.drop(wallet, [set])
  return shares.length
}

const shareOf = async ({ vault, ownerOf, accountOf }: Moving, row: Row) => {
  const { wallet, recovery_set: set, sealed, created } = row
  const account = await accountOf(wallet)
  if (account === undefined) return undefined
  const plain = await vault.open(sealed, recoveryContext({ account, wallet, set }))
  const share = plain.toString('base64url')
  return { account, wallet, set, share, created, ...(await ownerOf(account)) }
}
