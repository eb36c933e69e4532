import { readFile } from 'node:fs/promises'
import { type Env, type Log, createEnvReader } from '@latchkey/service-kit'
import { invalidOption } from '../errors.js'
import { type Transport } from '../mail/sender.js'
import { LOOPBACK, checkOrigin, requireSettings } from '../settings.js'
import { isDatabaseUrl } from '../store/openStore.js'
import { type Keys, readKeys } from '../vault/keyFile.js'
import { readPublicKeys } from './keyFiles.js'
import { DEFAULT_KEEPER_LIMITS, type KeeperLimits } from './limits.js'
import { type PublicKey } from './signed.js'

export interface KeeperOptions {
  /** Absent: a free one. */
  port?: number
  host?: string
  /** Certificate and private key in PEM. Absent: it listens on this machine alone. */
  tls?: { cert: string; key: string }
  /** `PUBLIC_URL` of the service. */
  frameUrl: string
  /** `file:…` or `postgres://…` */
  databaseUrl: string
  /** Its own: no key of the service is among them. */
  keys: Keys
  /** Public keys of the service. */
  service: readonly PublicKey[]
  /** `smtp://…`, or a function that sends a mail. */
  mail: string | Transport
  mailFrom: string
  trustedProxies?: readonly string[]
  limits?: Partial<KeeperLimits>
  log?: Log
  /** For tests. */
  now?: () => number
}

const DEFAULT_PORT = 8790

/** Settings without a default, each with an example. */
const REQUIRED = {
  FRAME_URL: 'https://wallet.shop.example',
  DATABASE_URL: 'file:/var/lib/latchkey/keeper.db',
  KEYS: 'file:/etc/latchkey/keys.json',
  SERVICE_KEY: 'file:/etc/latchkey/service.pub.json',
  SMTP_URL: 'smtps://user:password@mail.shop.example',
  MAIL_FROM: '"Shop <mail@shop.example>"',
} as const

/** @throws SecureFrameError `secure-frame.invalid_option`, with a line for all that is missing */
export async function keeperOptionsFromEnv(env: Env): Promise<KeeperOptions> {
  const read = createEnvReader(env, invalidOption)
  const setting = requireSettings(env, REQUIRED)
  const { TLS_CERT: cert, TLS_KEY: key } = env
  if (!cert !== !key) throw invalidOption('TLS_CERT and TLS_KEY go together. One is missing.')
  return {
    port: read.number('PORT', DEFAULT_PORT),
    host: env.HOST || '127.0.0.1',
    ...(cert &&
      key && {
        tls: { cert: await readPem('TLS_CERT', cert), key: await readPem('TLS_KEY', key) },
      }),
    frameUrl: setting('FRAME_URL'),
    databaseUrl: setting('DATABASE_URL'),
    keys: await readKeys(setting('KEYS')),
    service: await readPublicKeys('SERVICE_KEY', setting('SERVICE_KEY')),
    mail: setting('SMTP_URL'),
    mailFrom: setting('MAIL_FROM'),
    trustedProxies: read.words('TRUSTED_PROXIES'),
    limits: read.limits(DEFAULT_KEEPER_LIMITS),
  }
}

const readPem = (name: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw invalidOption(`${name} names a file that cannot be read: ${path}`)
  })

/** @throws SecureFrameError `secure-frame.invalid_option` */
export function checkKeeperOptions(options: KeeperOptions): void {
  const { frameUrl, databaseUrl, host = '127.0.0.1', tls, service, keys } = options
  checkOrigin('FRAME_URL', frameUrl)
  if (!isDatabaseUrl(databaseUrl))
    throw invalidOption('DATABASE_URL must begin with file: or postgres://. It does not.')
  if (!tls && !LOOPBACK.test(host.includes(':') ? `[${host}]` : host))
    throw invalidOption(
      `Without TLS_CERT and TLS_KEY a keeper listens on this machine alone. HOST is "${host}".`,
    )
  if (service.length === 0) throw invalidOption('SERVICE_KEY has no key.')
  if (service.some(({ x }) => keys.signing.some((own) => own.x === x)))
    throw invalidOption('SERVICE_KEY has a key of this keeper. It must be that of the service.')
}
