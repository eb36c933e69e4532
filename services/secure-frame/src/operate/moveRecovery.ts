import { type Env } from '@latchkey/service-kit'
import { isRefusal } from '@latchkey/service-kit/http'
import { addressOf, readIdentities } from '../auth/identities.js'
import { SecureFrameError } from '../errors.js'
import { type KeptShare, MAX_AT_ONCE } from '../keeper/contract.js'
import { checkOrigin, requireSettings } from '../settings.js'
import { readKeeper } from '../options.js'
import { createProjects, readProjects } from '../projects.js'
import {
  type MainStore,
  type RecoveryStore,
  openRecoveryStore,
  openStore,
} from '../store/openStore.js'
import { readKeys, readRecoveryKeys } from '../vault/keyFile.js'
import { type KeeperClient, mistakeBehind, openKeeper } from '../vault/keeperClient.js'
import { createMarkers, keptIn } from '../vault/markers.js'
import { createSiteOf } from '../vault/openRecovery.js'
import { recoveryContext } from '../vault/recovery.js'
import { type Vault, createFileProvider, createVault } from '../vault/seal.js'
import { proveKeys } from './proveKeys.js'

const failed = (message: string): SecureFrameError =>
  new SecureFrameError('secure-frame.command_failed', message)

const away = (refused: unknown) =>
  failed(
    `${mistakeBehind(refused) ?? 'The keeper does not answer.'} What was moved stays with it: run this again ` +
      'when it is back.',
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
 * @param drop wallets whose shares are deleted where they cannot be moved
 * @returns what it says
 * @throws SecureFrameError where the keeper is away, or has fewer shares than it should, or shares were left
 */
export async function moveRecovery(
  url: string,
  env: Env,
  drop: readonly string[] = [],
): Promise<string> {
  const setting = requireSettings(env, WANTED)
  checkOrigin('The url', url, 'https://10.0.0.12:8790')
  const provider = createFileProvider(await readRecoveryKeys(setting('RECOVERY_KEYS')))
  const keys = await readKeys(setting('KEYS'))
  const projects = createProjects(await readProjects(setting('PROJECTS')))
  const main = await openStore(setting('DATABASE_URL'), { isReader: true })
  const ending: (() => unknown)[] = [main.close]
  try {
    const store = await openRecoveryStore(setting('RECOVERY_DATABASE_URL'))
    ending.push(store.close)
    const access = await readKeeper(env, url)
    const markers = createMarkers(store)
    const keeper = await openKeeper({ ...access, markers, log: () => {} })
    ending.push(keeper.close)
    // By wrong keys no address would open, and all shares would move without one.
    await proveKeys(main, keys)
    const outcome = await moveAll({
      ...{ store, main, keeper, vault: createVault(provider) },
      vaultOfMain: createVault(createFileProvider(keys.wrapping)),
      siteOf: createSiteOf(main, projects, setting('PUBLIC_URL')),
    }).catch((error: unknown) => {
      throw isRefusal(error) ? away(error) : error
    })
    const [here, there] = [await markers.count(), await keeper.count()]
    if (there < here)
      throw failed(`The keeper has ${there} shares of ${here}. Nothing else is moved.`)
    const dropped = await dropLeft(store, outcome.left, new Set(drop))
    return report(outcome, dropped, { here, there })
  } finally {
    for (const end of ending.reverse()) await end()
  }
}

/** A share that cannot be moved. */
interface Left {
  row: Row
  why: 'orphan' | 'closed'
}

interface Outcome {
  moved: number
  left: Left[]
  /** Wallets whose owner's address does not open. */
  unaddressed: string[]
}

const dropLeft = async (
  store: RecoveryStore,
  left: readonly Left[],
  wallets: ReadonlySet<string>,
): Promise<ReadonlySet<Left>> => {
  const dropped = left.filter(({ row }) => wallets.has(row.wallet))
  await store.transact(async (db) => {
    for (const { wallet, recovery_set, sealed } of dropped.map(({ row }) => row))
      await db
        .deleteFrom('recovery')
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', recovery_set)
        .where('sealed', '=', sealed)
        .execute()
  })
  return new Set(dropped)
}

const WHY = {
  orphan: 'of wallets that DATABASE_URL does not have',
  closed: 'that RECOVERY_KEYS do not open',
} as const

const WAY_OUT =
  'Make sure that DATABASE_URL and RECOVERY_KEYS are those of the service, or bring these shares back from ' +
  'a backup, and run this again. Where they are lost, add --drop and these names: it deletes them. Do it ' +
  'before the service is started again.'

/** @throws SecureFrameError where shares were left */
const report = (
  { moved, left, unaddressed }: Outcome,
  dropped: ReadonlySet<Left>,
  { here, there }: { here: number; there: number },
): string => {
  const lines = [`Moved ${moved} shares. The keeper has ${there}, of which ${here} are named here.`]
  if (unaddressed.length)
    lines.push(
      `No mail goes to the owners of ${unaddressed.length} until they sign in, because KEYS do not open ` +
        `their address: ${unaddressed.join(' ')}`,
    )
  if (dropped.size)
    lines.push(`Deleted ${dropped.size}: ${[...dropped].map(({ row }) => row.wallet).join(' ')}`)
  const rest = left.filter((one) => !dropped.has(one))
  if (!rest.length) return `${lines.join('\n')}\n`
  lines.push(`The move is not finished: ${rest.length} were left.`)
  for (const why of ['orphan', 'closed'] as const) {
    const names = rest.filter((one) => one.why === why).map(({ row }) => row.wallet)
    if (names.length) lines.push(`${names.length} ${WHY[why]}: ${names.join(' ')}`)
  }
  throw failed([...lines, WAY_OUT].join('\n'))
}

interface Moving {
  store: RecoveryStore
  main: MainStore
  keeper: KeeperClient
  vault: Vault
  /** Opens addresses. */
  vaultOfMain: Vault
  siteOf(account: string): Promise<string>
}

type Place = { wallet: string; set: string }

const moveAll = async (moving: Moving): Promise<Outcome> => {
  const outcome: Outcome = { moved: 0, left: [], unaddressed: [] }
  let last: Place = { wallet: '', set: '' }
  for (;;) {
    const rows = await nextRows(moving.store, last)
    const end = rows.at(-1)
    if (!end) return outcome
    last = { wallet: end.wallet, set: end.recovery_set }
    await moveSome(moving, rows, outcome)
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

/** Those that the keeper has now, or that were replaced meanwhile, are moved. */
const moveSome = async (moving: Moving, rows: readonly Row[], outcome: Outcome): Promise<void> => {
  const { store, keeper } = moving
  const read = await Promise.all(rows.map((row) => readRow(moving, row)))
  outcome.left.push(...read.filter((one) => 'why' in one))
  const found = read.filter((one) => 'share' in one)
  if (found.length === 0) return
  const database = await keeper.keep(found.map(({ share }) => share))
  const gone = await store.transact(async (db) => {
    const replaced: Place[] = []
    for (const { wallet, recovery_set, sealed } of found.map(({ row }) => row)) {
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
  outcome.moved += found.length
  outcome.unaddressed.push(
    ...found.filter(({ isAddressed }) => !isAddressed).map(({ row }) => row.wallet),
  )
}

const readRow = async (
  moving: Moving,
  row: Row,
): Promise<Left | { row: Row; share: KeptShare; isAddressed: boolean }> => {
  const { main, vault, siteOf } = moving
  const { wallet, recovery_set: set, sealed, created } = row
  const of = main.db.selectFrom('wallet').select('account').where('id', '=', wallet)
  const account = (await of.executeTakeFirst())?.account
  if (account === undefined) return { row, why: 'orphan' }
  const plain = await vault
    .open(sealed, recoveryContext({ account, wallet, set }))
    .catch(() => undefined)
  if (!plain) return { row, why: 'closed' }
  const address = await readAddress(moving, account)
  const share = {
    ...{ account, wallet, set, created, share: plain.toString('base64url') },
    ...{ site: await siteOf(account), ...(typeof address === 'string' && { address }) },
  }
  return { row, share, isAddressed: address !== CLOSED }
}

/** An address that is there and does not open. */
const CLOSED = Symbol('closed')

const readAddress = async (
  { main, vaultOfMain }: Moving,
  account: string,
): Promise<string | typeof CLOSED | undefined> => {
  const closed = new Error('It does not open.')
  const open: Vault['open'] = (sealed, context) =>
    vaultOfMain.open(sealed, context).catch(() => {
      throw closed
    })
  try {
    return addressOf(
      await readIdentities({ store: main, vault: { ...vaultOfMain, open } }, account),
    )
  } catch (error) {
    if (error === closed) return CLOSED
    throw error
  }
}
