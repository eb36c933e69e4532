import { type Log, type PartHealth } from '@latchkey/service-kit'
import { keepTidy } from '@latchkey/service-kit/http'
import { addressOf, readIdentities } from '../auth/identities.js'
import { SecureFrameError } from '../errors.js'
import { proveRecoveryKeys } from '../operate/proveKeys.js'
import { type SecureFrameOptions } from '../options.js'
import { type Projects } from '../projects.js'
import { type MainStore, checkpoint, openRecoveryStore } from '../store/openStore.js'
import { type RecoveryTables, type Tables } from '../store/schema.js'
import { type ServingStore, openServingStore } from '../store/servingStore.js'
import { openKeeper } from './keeperClient.js'
import { type OwnerOf, createKeptRecovery } from './keptRecovery.js'
import { createMarkers } from './markers.js'
import { type RecoveryVault, createRecoveryVault } from './recovery.js'
import { type Vault, createFileProvider, createVault } from './seal.js'
import { tellAddresses } from './untold.js'

interface Parts {
  options: SecureFrameOptions
  main: ServingStore<Tables>
  projects: Projects
  vault: Vault
  closes(close: () => unknown): void
}

export interface OpenedRecovery {
  vault: RecoveryVault
  /** The second database and the keeper, where they are used. */
  health(): readonly PartHealth[]
}

/** Opens the second store, and the way to the keeper where there is one. */
export async function openRecovery(parts: Parts): Promise<OpenedRecovery> {
  const { options, main, closes } = parts
  const { log = () => {}, databaseUrl, recoveryDatabaseUrl = databaseUrl } = options
  // It may be the first database, of which the main store tells.
  const isOwn = recoveryDatabaseUrl !== databaseUrl
  const keys = options.recovery === 'automatic' ? options.recoveryKeys : undefined
  const provider = keys && createFileProvider(keys)
  const store = await openServingStore({
    ...{ url: recoveryDatabaseUrl, setting: 'RECOVERY_DATABASE_URL', name: 'recovery' },
    log: isOwn ? log : () => {},
    open: openRecoveryStore,
    prepare: async (opened) => {
      if (provider) await proveRecoveryKeys(main, opened, provider)
      else if (options.keeper) await requireMoved(opened)
      if (!options.keeper) await requireNoKeeper(opened)
    },
  })
  closes(store.close)
  const tidied = (tidy: () => Promise<unknown>) =>
    closes(keepTidy(tidy, () => log('error', 'rows.failed')))
  tidied(() => checkpoint(store))
  const here = createRecoveryVault(store, provider && createVault(provider))
  const health = () => (isOwn ? store.health() : [])
  if (!options.keeper) return { vault: guardVault(here, store), health }
  const { vault, keeper, tell } = await openKept(parts, store, here, log)
  tidied(() => vault.tidy((options.now ?? Date.now)()))
  tidied(tell)
  return { vault: guardVault(vault, store), health: () => [...health(), keeper.health()] }
}

const openKept = async (
  { options, main, projects, vault, closes }: Parts,
  store: ServingStore<RecoveryTables>,
  here: RecoveryVault,
  log: Log,
) => {
  const { now, keeper: access, publicUrl = 'http://localhost' } = options
  const running: { tell?: () => Promise<void> } = {}
  const keeper = await openKeeper({
    ...{ ...access!, log, markers: createMarkers(store) },
    ...(now && { now }),
    // Where it is away again, it comes back again.
    onBack: () => void running.tell?.().catch(() => undefined),
  })
  closes(keeper.close)
  const ownerOf = createOwnerOf({ store: main, vault }, createSiteOf(main, projects, publicUrl))
  const recovery = createKeptRecovery({ main, store, here, keeper, ownerOf, log })
  running.tell = () => tellAddresses({ store: main, recovery }, log)
  return { keeper, vault: recovery, tell: running.tell }
}

/** The site that mails of an account name. @param fallback the one where the project names none */
export const createSiteOf =
  ({ db }: Pick<MainStore, 'db'>, projects: Projects, fallback: string) =>
  async (account: string): Promise<string> => {
    const found = await db
      .selectFrom('account')
      .select('project')
      .where('id', '=', account)
      .executeTakeFirst()
    const [origin] = projects.find(found?.project ?? '')?.origins ?? []
    return origin?.replace('*.', '') ?? fallback
  }

const createOwnerOf =
  (
    context: Parameters<typeof readIdentities>[0],
    siteOf: ReturnType<typeof createSiteOf>,
  ): OwnerOf =>
  async (account) => {
    const address = addressOf(await readIdentities(context, account))
    return { site: await siteOf(account), ...(address !== undefined && { address }) }
  }

const misplaced = (text: string): SecureFrameError =>
  new SecureFrameError('secure-frame.missing_key', text)

type Opened = Pick<ServingStore<RecoveryTables>, 'db'>

const requireMoved = async ({ db }: Opened): Promise<void> => {
  const row = await db
    .selectFrom('recovery')
    .select('wallet')
    .where('key_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (row)
    throw misplaced(
      'The database of RECOVERY_DATABASE_URL still has shares that were not moved to the keeper: set ' +
        'RECOVERY_KEYS as before until "move-recovery" has moved them.',
    )
}

const requireNoKeeper = async ({ db }: Opened): Promise<void> => {
  if ((await createMarkers({ db }).database()) === undefined) return
  throw misplaced(
    'The shares of some wallets are with a keeper: set KEEPER_URL, KEEPER_KEY and SERVICE_KEY as before.',
  )
}

type Call = (...args: unknown[]) => Promise<unknown>

/** Answers 503 while the second store is away. */
const guardVault = (vault: RecoveryVault, { guard }: ServingStore<RecoveryTables>): RecoveryVault =>
  Object.fromEntries(
    Object.entries(vault).map(([name, call]: [string, Call]) => [
      name,
      (...args: unknown[]) => guard(() => call(...args)),
    ]),
  ) as unknown as RecoveryVault
