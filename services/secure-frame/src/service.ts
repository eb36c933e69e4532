import { type Log, createClientAddress, createMetrics } from '@latchkey/service-kit'
import { keepTidy } from '@latchkey/service-kit/http'
import { type SharedRedis } from '@latchkey/service-kit/shared'
import { startAnalytics } from './analytics.js'
import { dropAttempts } from './auth/attempts.js'
import { dropEmailChanges } from './auth/emailUndo.js'
import { createSocials } from './auth/social/exchange.js'
import { dropLinks } from './auth/linking/questions.js'
import { dropLogins } from './auth/social/logins.js'
import { createWaits } from './auth/waits.js'
import { readPage } from './builtPage.js'
import { COUNTERS, type FrameContext } from './context.js'
import { createEnding } from './ending.js'
import { invalidOption } from './errors.js'
import { type FrameApp, createFrameApp } from './http/app.js'
import { dropProofs } from './http/usedProofs.js'
import { DEFAULT_FRAME_LIMITS } from './limits.js'
import { createMailer, readSender, smtpTransport } from './mail/sender.js'
import { createAudit } from './operate/audit.js'
import { proveKeys } from './operate/proveKeys.js'
import { DEFAULT_SESSION_DAYS, type SecureFrameOptions, checkOptions } from './options.js'
import { createProjects } from './projects.js'
import { prefixOf } from './redisKeys.js'
import { serveHttp } from './serve.js'
import { openSmartAccounts } from './smartAccounts/enabled.js'
import { type MainStore, checkpoint, openStore } from './store/openStore.js'
import { openServingStore } from './store/servingStore.js'
import { openRecovery } from './vault/openRecovery.js'
import { createFileProvider, createVault } from './vault/seal.js'

export interface SecureFrame {
  /** Origin of page and service. */
  url: string
  port: number
  /** Answers what is under way, sends the mails that wait and closes the stores. */
  close(): Promise<void>
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Starts the service.
 * @throws SecureFrameError with one sentence that says what to do
 */
export async function startSecureFrame(options: SecureFrameOptions): Promise<SecureFrame> {
  const { host = '127.0.0.1', port = 0, log = () => {} } = options
  checkOptions(options)
  const ending = createEnding((options.drainSeconds ?? 0) * 1_000)
  const { closes, isClosing } = ending
  try {
    // The address where it listens may be a part of the application's own.
    const running: { app?: FrameApp } = {}
    const limits = { ...DEFAULT_FRAME_LIMITS, ...options.limits }
    const context = await createContext(options, closes, isClosing)
    const app = () => running.app!
    const listening = await serveHttp({ host, port, limits, app, isClosing })
    closes(listening.close)
    closes(() => context.waits.close())
    const publicUrl = options.publicUrl ?? `http://${listening.authority}`
    running.app = createFrameApp({ ...context, publicUrl })
    if (!context.page) log('warn', 'page.not_built')
    log('info', 'secure-frame.started', { host, port: listening.port, recovery: options.recovery })
    const close = () => ending.close(() => log('info', 'secure-frame.stopped'))
    return { url: publicUrl, port: listening.port, close }
  } catch (error) {
    await ending.closeAll()
    throw error
  }
}

/** Opens the stores and makes the parts. Each one that has an end is handed to `closes`. */
async function createContext(
  options: SecureFrameOptions,
  closes: (close: () => unknown) => void,
  isClosing: () => boolean,
): Promise<Omit<FrameContext, 'publicUrl'>> {
  const { keys, log = () => {}, now = Date.now } = options
  const provider = createFileProvider(keys.wrapping)
  const projects = createProjects(options.projects)
  const mailFrom = readSender('MAIL_FROM', options.mailFrom)
  for (const { id, from } of options.projects) if (from) readSender(`The sender of "${id}"`, from)
  const clientAddress = createClientAddress(options.trustedProxies ?? [], invalidOption)
  const page = await readPage(options.pageFolder)
  const redis = options.redisUrl ? await openRedis(options.redisUrl, log) : undefined
  closes(() => redis?.close())
  const store = await openMain(options)
  closes(store.close)
  closes(keepRowsTidy(store, now, log))
  const metrics = createMetrics('latchkey_secure_frame', COUNTERS)
  const analytics = startAnalytics({ options, store, metrics, closes })
  const vault = createVault(provider)
  const recovery = await openRecovery({ options, main: store, projects, vault, closes })
  const smartAccounts = await openSmartAccounts(options)
  closes(smartAccounts.close)
  const transport = openTransport(options.mail)
  closes(transport.close)
  const mailer = createMailer(transport.transport, log)
  closes(mailer.close)
  return {
    projects,
    recoveryMode: options.recovery,
    approvalWindow: options.approvalWindow ?? 'auto',
    rpc: options.rpc ?? {},
    smartAccounts,
    limits: { ...DEFAULT_FRAME_LIMITS, ...options.limits },
    sessionMs: (options.sessionDays ?? DEFAULT_SESSION_DAYS) * DAY_MS,
    store,
    vault,
    recovery: recovery.vault,
    redis,
    servers: () => [...store.health(), ...recovery.health(), ...(redis ? [redis.health()] : [])],
    keys,
    audit: createAudit(store.engine, keys.pepper),
    mailer,
    mailFrom,
    waits: openWaits(options, store, redis),
    socials: createSocials(
      options.socials ?? {},
      1_000 * (options.limits?.provider ?? DEFAULT_FRAME_LIMITS.provider),
    ),
    farcaster: options.farcaster,
    ...{ metrics, analytics },
    clientAddress,
    page,
    isClosing,
    now,
    log,
  }
}

const openWaits = (
  { keys }: SecureFrameOptions,
  { isShared }: MainStore,
  redis: SharedRedis | undefined,
) => createWaits({ isShared, redis, channel: `${prefixOf(keys.pepper)}:wake` })

const openTransport = (mail: SecureFrameOptions['mail']) =>
  typeof mail === 'string' ? smtpTransport(mail) : { transport: mail, close: () => undefined }

const openMain = ({ databaseUrl, keys, log = () => {} }: SecureFrameOptions) =>
  openServingStore({
    ...{ url: databaseUrl, setting: 'DATABASE_URL', name: 'postgres', log },
    open: openStore,
    prepare: (store) => proveKeys(store, keys),
  })

const openRedis = async (url: string, log: Log): Promise<SharedRedis> => {
  const { connectRedis } = await import('@latchkey/service-kit/shared/redis')
  return connectRedis(
    url,
    log,
    'Redis does not answer. Each instance counts requests for itself, and waits look once a second.',
  )
}

const keepRowsTidy = (store: MainStore, now: () => number, log: Log): (() => void) =>
  keepTidy(
    async () => {
      await dropOld(store, now())
      await checkpoint(store)
    },
    () => log('error', 'rows.failed'),
  )

const dropOld = (store: MainStore, now: number): Promise<unknown> =>
  store.transact(async (db) => {
    await dropAttempts(db, now)
    await dropProofs(db, now)
    await dropEmailChanges(db, now)
    await dropLogins(db, now)
    await dropLinks(db, now)
    await db.deleteFrom('counter').where('until', '<', now).execute()
    await db.deleteFrom('session').where('expires', '<', now).execute()
  })
