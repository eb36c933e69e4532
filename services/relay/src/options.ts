import { RelayError } from './errors.js'
import { type AdmissionRules } from './admission.js'
import { DEFAULT_LIMITS, type Limits } from './limits.js'
import { type Log } from './log.js'
import { type Mailbox } from './mailbox.js'

export interface RelayOptions extends Partial<Omit<AdmissionRules, 'clockSkew' | 'tokenLifetime'>> {
  /** 0 or absent: a free one. */
  port?: number
  /** Absent: 127.0.0.1 */
  host?: string
  /** `redis://…`: several relays with the same one act as one. Absent: messages wait in this process. */
  redisUrl?: string
  /** Where messages wait, instead; whoever made it closes it. */
  mailbox?: Mailbox
  limits?: Partial<Limits>
  /** Absent: silent. */
  log?: Log
  /** Sees every request that is carried out; for tests. */
  onRequest?(request: {
    clientId: string
    method: string
    params: Readonly<Record<string, unknown>>
  }): void
}

/** LIMIT_FRAME_BYTES and the like, one for each limit. */
const limitName = (limit: string): string => `LIMIT_${limit.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/**
 * The options of the command line, from its environment.
 * @throws RelayError `relay.invalid_option`
 */
export function optionsFromEnv(env: Readonly<Record<string, string | undefined>>): RelayOptions {
  const limits = Object.fromEntries(
    Object.keys(DEFAULT_LIMITS)
      .map((limit) => [limit, limitName(limit)] as const)
      .filter(([, name]) => env[name])
      .map(([limit, name]) => [limit, readNumber(env, name)]),
  )
  return {
    port: env.PORT ? readNumber(env, 'PORT') : 5555,
    host: env.HOST || '127.0.0.1',
    ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
    audiences: readWords(env.RELAY_URLS),
    projectIds: readWords(env.PROJECT_IDS),
    allowedOrigins: readWords(env.ALLOWED_ORIGINS),
    limits,
  }
}

const readWords = (text = ''): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

const readNumber = (env: Readonly<Record<string, string | undefined>>, name: string): number => {
  const value = Number(env[name])
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RelayError(
    'relay.invalid_option',
    `${name} must be a whole number, for example ${name}=5555. It is "${env[name]}".`,
  )
}
