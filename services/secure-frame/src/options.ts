import { type Env, type Log, createEnvReader } from '@latchkey/service-kit'
import {
  type FarcasterOptions,
  type SocialOptions,
  checkSocials,
  readFarcaster,
  readSocials,
} from './auth/social/settings.js'
import { invalidOption } from './errors.js'
import { readPublicKeys, readServiceKey } from './keeper/keyFiles.js'
import { type PublicKey } from './keeper/signed.js'
import { DEFAULT_FRAME_LIMITS, type FrameLimits } from './limits.js'
import { type Transport } from './mail/sender.js'
import { type FrameProject, readProjects } from './projects.js'
import {
  type SmartAccountOptions,
  checkSmartAccounts,
  readSmartAccounts,
} from './smartAccounts/settings.js'
import { checkOrigin, requireSettings } from './settings.js'
import { isDatabaseUrl } from './store/openStore.js'
import {
  type Keys,
  type SigningKey,
  type WrappingKey,
  readKeys,
  readRecoveryKeys,
} from './vault/keyFile.js'

/** Of the machine that keeps the recovery shares. */
export interface KeeperAccess {
  url: string
  /** Its public keys. */
  keys: readonly PublicKey[]
  /** The first signs requests to it. */
  serviceKeys: readonly SigningKey[]
}

export interface SecureFrameOptions {
  /** Absent: a free one, of this machine alone. */
  port?: number
  host?: string
  /** Origin of page and service, as visitors reach it. Absent: where it listens, for tests. */
  publicUrl?: string
  /** `file:…` or `postgres://…` */
  databaseUrl: string
  /** `redis://…`, for several instances over one PostgreSQL. Absent: their waits look once a second. */
  redisUrl?: string
  keys: Keys
  /**
   * The keeper of the recovery share of a wallet. `automatic`: this service, under a second key in a second
   * store; both keys together open every wallet. `user`: the person alone; what they lose is lost.
   */
  recovery: 'automatic' | 'user'
  /** Mode `automatic`. With a keeper: for shares that were not moved to it yet. */
  recoveryKeys?: readonly WrappingKey[]
  /** Mode `automatic` without a keeper: another database. Otherwise absent means the first one. */
  recoveryDatabaseUrl?: string
  /** Mode `automatic`: another machine that keeps the recovery shares. */
  keeper?: KeeperAccess
  projects: readonly FrameProject[]
  /** `smtp://…`, or a function that sends a mail. */
  mail: string | Transport
  /** `Shop <mail@shop.example>` */
  mailFrom: string
  /** RPC urls by CAIP-2 id. */
  rpc?: Readonly<Record<string, string>>
  /** Networks with smart accounts: their bundlers, and who pays. Absent: none has them. */
  smartAccounts?: SmartAccountOptions
  /** Clients that the operator has registered at providers. */
  socials?: SocialOptions
  farcaster?: FarcasterOptions | undefined
  approvalWindow?: 'auto' | 'always'
  trustedProxies?: readonly string[]
  limits?: Partial<FrameLimits>
  /** How long a sign-in lasts. Absent: 30 days. */
  sessionDays?: number
  /**
   * Seconds in which it serves on after its end was asked for, while `/health` answers 503: balancers send
   * requests to another instance before this one stops listening. Absent: 0.
   */
  drainSeconds?: number
  /** Keeps addresses in analytics events as they came. Absent: a code of the pepper stands for each. */
  keepEventAddresses?: boolean
  /**
   * Lets whoever knows it read `GET /v1/analytics/funnel`, 16 characters at least. Absent: that path
   * answers 404.
   */
  analyticsToken?: string
  /** Folder of the built page. Absent: the one of this package. */
  pageFolder?: string
  log?: Log
  /** For tests. */
  now?: () => number
}

const DEFAULT_PORT = 8788
export const DEFAULT_SESSION_DAYS = 30
const RECOVERY_TEXT =
  'RECOVERY must be automatic or user. With automatic this service keeps the recovery share of each ' +
  'wallet under a second key, so that whoever has both keys can move the money. With user each person ' +
  'keeps it by passkey, password or kit, and a wallet whose devices and recovery are lost is lost.'

/** Settings without a default, each with an example. */
const REQUIRED = {
  PUBLIC_URL: 'https://wallet.shop.example',
  DATABASE_URL: 'file:/data/secure-frame.db',
  KEYS: 'file:/run/secrets/keys.json',
  PROJECTS: '/etc/latchkey/projects.json',
  SMTP_URL: 'smtps://user:password@mail.shop.example',
  MAIL_FROM: '"Shop <mail@shop.example>"',
} as const
const REQUIRED_AUTOMATIC = {
  RECOVERY_DATABASE_URL: 'file:/other/disk/recovery.db',
  RECOVERY_KEYS: 'file:/run/secrets/recovery-keys.json',
} as const
const REQUIRED_KEEPER = {
  KEEPER_KEY: 'file:/etc/latchkey/keeper.pub.json',
  SERVICE_KEY: 'file:/run/secrets/service-key.json',
} as const

/** Those of the recovery shares: by this service itself, or by a keeper. */
const requireRecovery = ({ RECOVERY: recovery, KEEPER_URL: keeper }: Env) => {
  if (recovery === 'automatic') return keeper ? REQUIRED_KEEPER : REQUIRED_AUTOMATIC
  return {}
}

function requireAll(env: Env): (name: string) => string {
  const { RECOVERY: recovery } = env
  const isKnown = recovery === 'automatic' || recovery === 'user'
  return requireSettings(
    env,
    { ...REQUIRED, ...requireRecovery(env) },
    isKnown ? [] : [RECOVERY_TEXT],
  )
}

async function readRecovery(env: Env) {
  const { RECOVERY: recovery, RECOVERY_KEYS: keys, RECOVERY_DATABASE_URL: url, KEEPER_URL } = env
  return {
    ...(url && { recoveryDatabaseUrl: url }),
    ...(recovery === 'automatic' && keys && { recoveryKeys: await readRecoveryKeys(keys) }),
    ...(KEEPER_URL && { keeper: await readKeeper(env, KEEPER_URL) }),
  }
}

/** @throws SecureFrameError `secure-frame.invalid_option` */
export const readKeeper = async (
  { KEEPER_KEY = '', SERVICE_KEY = '' }: Env,
  url: string,
): Promise<KeeperAccess> => ({
  url,
  keys: await readPublicKeys('KEEPER_KEY', KEEPER_KEY),
  serviceKeys: await readServiceKey(SERVICE_KEY),
})

/**
 * The options of the command line, from environment variables.
 * @throws SecureFrameError `secure-frame.invalid_option`, with sentences that say what to do
 */
export async function optionsFromEnv(env: Env): Promise<SecureFrameOptions> {
  const read = createEnvReader(env, invalidOption)
  const setting = requireAll(env)
  const recovery = env.RECOVERY as SecureFrameOptions['recovery']
  const approvalWindow = env.APPROVAL_WINDOW || 'auto'
  if (approvalWindow !== 'auto' && approvalWindow !== 'always')
    throw invalidOption(`APPROVAL_WINDOW must be auto or always. It is "${approvalWindow}".`)
  return {
    port: read.number('PORT', DEFAULT_PORT),
    host: env.HOST || '127.0.0.1',
    publicUrl: setting('PUBLIC_URL'),
    databaseUrl: setting('DATABASE_URL'),
    ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
    keys: await readKeys(setting('KEYS')),
    recovery,
    ...(await readRecovery(env)),
    projects: await readProjects(setting('PROJECTS')),
    mail: setting('SMTP_URL'),
    mailFrom: setting('MAIL_FROM'),
    rpc: readRpc(env),
    smartAccounts: readSmartAccounts(env),
    socials: await readSocials(env),
    farcaster: readFarcaster(env),
    approvalWindow,
    trustedProxies: read.words('TRUSTED_PROXIES'),
    limits: read.limits(DEFAULT_FRAME_LIMITS),
    sessionDays: read.number('SESSION_DAYS', DEFAULT_SESSION_DAYS),
    drainSeconds: read.number('DRAIN_SECONDS', 0),
    ...readAnalytics(env),
  }
}

const readAnalytics = ({ KEEP_EVENT_ADDRESSES: keep, ANALYTICS_TOKEN: token }: Env) => {
  if (keep && keep !== 'true' && keep !== 'false')
    throw invalidOption(`KEEP_EVENT_ADDRESSES must be true or false. It is "${keep}".`)
  return {
    ...(keep && { keepEventAddresses: keep === 'true' }),
    ...(token && { analyticsToken: token }),
  }
}

/** `RPC_1` is that of `eip155:1`, `RPC_SOLANA_<reference>` that of `solana:<reference>`. */
const readRpc = (env: Env): Record<string, string> => {
  const rpc: Record<string, string> = {}
  for (const [name, url] of Object.entries(env)) {
    const [, solana, reference] = /^RPC_(SOLANA_)?([\w-]+)$/.exec(name) ?? []
    if (reference === undefined || !url) continue
    if (!solana && !/^\d+$/.test(reference))
      throw invalidOption(
        `${name} must be like RPC_1 or RPC_SOLANA_5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp.`,
      )
    rpc[`${solana ? 'solana' : 'eip155'}:${reference}`] = url
  }
  return rpc
}

/**
 * Checks what the types cannot say, for hosts that start the service from code too.
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export function checkOptions(options: SecureFrameOptions): void {
  const { publicUrl, databaseUrl, recoveryDatabaseUrl, recovery, rpc = {} } = options
  const { redisUrl } = options
  if (publicUrl !== undefined) checkOrigin('PUBLIC_URL', publicUrl)
  const databases = { DATABASE_URL: databaseUrl, RECOVERY_DATABASE_URL: recoveryDatabaseUrl }
  for (const [name, url] of Object.entries(databases))
    if (url !== undefined && !isDatabaseUrl(url))
      throw invalidOption(`${name} must begin with file: or postgres://. It does not.`)
  if (redisUrl !== undefined && !/^(?:rediss?|unix):\/\//.test(redisUrl))
    throw invalidOption('REDIS_URL must begin with redis://, rediss:// or unix://. It does not.')
  if (recovery !== 'automatic' && recovery !== 'user') throw invalidOption(RECOVERY_TEXT)
  checkRecovery(options)
  for (const [chain, url] of Object.entries(rpc))
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw invalidOption(`The RPC url of ${chain} must begin with https:// or http://.`)
  checkSmartAccounts(options.smartAccounts ?? {}, rpc)
  checkSocials(options.socials ?? {}, options.farcaster)
  if (options.sessionDays !== undefined && !(options.sessionDays > 0))
    throw invalidOption('SESSION_DAYS must be 1 or more.')
  if (options.drainSeconds !== undefined && !(options.drainSeconds >= 0))
    throw invalidOption('DRAIN_SECONDS must be 0 or more.')
}

const checkRecovery = (options: SecureFrameOptions): void => {
  const { databaseUrl, recoveryDatabaseUrl, recovery, recoveryKeys, keeper } = options
  if (keeper) checkOrigin('KEEPER_URL', keeper.url, 'https://10.0.0.12:8790')
  if (keeper && recovery === 'user')
    throw invalidOption('KEEPER_URL is for RECOVERY=automatic: with user nobody keeps a share.')
  if (recovery === 'user') return
  if (!keeper && (!recoveryKeys?.length || recoveryDatabaseUrl === undefined))
    throw invalidOption(
      'RECOVERY=automatic needs KEEPER_URL, or RECOVERY_KEYS and RECOVERY_DATABASE_URL.',
    )
  if (!keeper && recoveryDatabaseUrl === databaseUrl)
    throw invalidOption('RECOVERY_DATABASE_URL must be another database than DATABASE_URL.')
  const shared = recoveryKeys?.some(({ key }) =>
    options.keys.wrapping.some((other) => Buffer.from(other.key).equals(Buffer.from(key))),
  )
  if (shared) throw invalidOption('RECOVERY_KEYS must hold other keys than KEYS.')
}
