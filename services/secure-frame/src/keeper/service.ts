import { createClientAddress, createMetrics } from '@latchkey/service-kit'
import { type HttpApp, keepTidy } from '@latchkey/service-kit/http'
import { createEnding } from '../ending.js'
import { invalidOption } from '../errors.js'
import { dropProofs } from '../http/usedProofs.js'
import { createMailer, readSender, smtpTransport } from '../mail/sender.js'
import { createAudit } from '../operate/audit.js'
import { serveHttp } from '../serve.js'
import { type KeeperStore, checkpoint, openKeeperStore } from '../store/openStore.js'
import { openServingStore } from '../store/servingStore.js'
import { createFileProvider, createVault } from '../vault/seal.js'
import { createKeeperApp } from './app.js'
import { KEEPER_COUNTERS, type KeeperContext } from './context.js'
import { inCommon } from './inCommon.js'
import { DEFAULT_KEEPER_LIMITS } from './limits.js'
import { type KeeperOptions, checkKeeperOptions } from './options.js'
import { proveKeeperKeys } from './keys.js'

export interface Keeper {
  url: string
  port: number
  /** Answers what is under way, sends the mails that wait and closes the store. */
  close(): Promise<void>
}

/**
 * Starts a keeper of recovery shares.
 * @throws SecureFrameError with one sentence that says what to do
 */
export async function startKeeper(options: KeeperOptions): Promise<Keeper> {
  const { host = '127.0.0.1', port = 0, log = () => {}, tls } = options
  checkKeeperOptions(options)
  const ending = createEnding()
  try {
    const context = await createContext(options, ending.closes, ending.isClosing)
    const app: HttpApp = createKeeperApp(context)
    const { isClosing } = ending
    const listening = await serveHttp({
      ...{ host, port, tls, isClosing },
      limits: context.limits,
      app: () => app,
    })
    ending.closes(listening.close)
    log('info', 'keeper.started', { host, port: listening.port })
    return {
      url: `${tls ? 'https' : 'http'}://${listening.authority}`,
      port: listening.port,
      close: () => ending.close(() => log('info', 'keeper.stopped')),
    }
  } catch (error) {
    await ending.closeAll()
    throw error
  }
}

/** Opens the store and makes the parts. Each one that has an end is handed to `closes`. */
async function createContext(
  options: KeeperOptions,
  closes: (close: () => unknown) => void,
  isClosing: () => boolean,
): Promise<KeeperContext> {
  const { keys, log = () => {}, now = Date.now } = options
  const vault = createVault(createFileProvider(keys.wrapping))
  const mailFrom = readSender('MAIL_FROM', options.mailFrom)
  const clientAddress = createClientAddress(options.trustedProxies ?? [], invalidOption)
  const store = await openServingStore({
    ...{ url: options.databaseUrl, setting: 'DATABASE_URL', name: 'postgres', log },
    open: openKeeperStore,
    prepare: (opened) => proveKeeperKeys(opened, keys),
  })
  closes(store.close)
  closes(
    keepTidy(
      () => dropOld(store, now()),
      () => log('error', 'rows.failed'),
    ),
  )
  const { transport, close } =
    typeof options.mail === 'string'
      ? smtpTransport(options.mail)
      : { transport: options.mail, close: () => undefined }
  closes(close)
  const mailer = createMailer(transport, log)
  closes(mailer.close)
  return {
    ...{ store, vault, mailer, mailFrom, clientAddress, isClosing, now, log },
    frameUrl: options.frameUrl,
    service: options.service,
    signing: keys.signing,
    pepper: keys.pepper,
    limits: { ...DEFAULT_KEEPER_LIMITS, ...options.limits },
    audit: createAudit(store.engine, keys.pepper),
    metrics: createMetrics('latchkey_keeper', KEEPER_COUNTERS),
    servers: store.health,
  }
}

/** Proofs are judged by the service's clock, which may be behind by as much as a request may. */
const CLOCKS_MS = 120_000

const dropOld = async (store: KeeperStore, now: number): Promise<void> => {
  await store.transact(async (db) => {
    await dropProofs(inCommon(db), now - CLOCKS_MS)
    await db.deleteFrom('counter').where('until', '<', now).execute()
  })
  await checkpoint(store)
}
