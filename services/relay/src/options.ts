import { RelayError } from './errors.js'
import { type AdmissionRules } from './socket/admission.js'
import { DEFAULT_LIMITS, type Limits } from './bounds/limits.js'
import { type Env, type Log, createEnvReader } from '@latchkey/service-kit'
import { type Mailbox } from './store/mailbox.js'

export interface RelayOptions extends Partial<Omit<AdmissionRules, 'clockSkew' | 'tokenLifetime'>> {
  /** 0 or absent: a free port. */
  port?: number
  /** Absent: 127.0.0.1 */
  host?: string
  /**
   * `redis://…`: several relays with the same one act as one. Absent: messages wait in this
   * process.
   */
  redisUrl?: string
  /** Another place where messages wait. The caller closes it. */
  mailbox?: Mailbox
  limits?: Partial<Limits>
  /** Absent: silent. */
  log?: Log
  /** Called for each request that is carried out. For tests. */
  onRequest?(request: {
    clientId: string
    method: string
    params: Readonly<Record<string, unknown>>
  }): void
}

/**
 * The options of the command line, from environment variables.
 * @throws RelayError `relay.invalid_option`
 */
export function optionsFromEnv(env: Env): RelayOptions {
  const read = createEnvReader(env, (message) => new RelayError('relay.invalid_option', message))
  return {
    port: read.number('PORT', 5555),
    host: env.HOST || '127.0.0.1',
    ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
    audiences: read.words('RELAY_URLS'),
    projectIds: read.words('PROJECT_IDS'),
    allowedOrigins: read.words('ALLOWED_ORIGINS'),
    limits: read.limits(DEFAULT_LIMITS),
  }
}
