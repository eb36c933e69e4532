import { type IncomingMessage } from 'node:http'
import { RelayError } from './errors.js'
import { isOriginAllowed } from './origins.js'
import { readToken } from './token.js'

export interface AdmissionRules {
  /** Relay URLs that a token may be made for; empty: the host that the client asked for. */
  audiences: readonly string[]
  /** Empty: any, or none. */
  projectIds: readonly string[]
  /** Empty: any. A client without an origin, such as a phone wallet, is not a page and is let in. */
  allowedOrigins: readonly string[]
  clockSkew: number
}

/**
 * Who asks to be let in.
 * @returns the client's id, `did:key:…`
 * @throws RelayError `relay.unauthorized`, with the text that the client is told
 */
export function admit({ url = '', headers }: IncomingMessage, rules: AdmissionRules): string {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  if (rules.projectIds.length > 0 && !rules.projectIds.includes(query.get('projectId') ?? '')) throw unauthorized('invalid key')
  if (rules.allowedOrigins.length > 0 && headers.origin !== undefined && !isOriginAllowed(headers.origin, rules.allowedOrigins)) throw unauthorized('origin not allowed')
  const token = query.get('auth') ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const isAudience = (audience: string): boolean => (rules.audiences.length > 0
    ? rules.audiences.some((known) => plain(known) === plain(audience)) : hostOf(audience) === headers.host?.toLowerCase())
  return readToken(token, { skew: rules.clockSkew, isAudience })
}

const unauthorized = (why: string): RelayError => new RelayError('relay.unauthorized', `Unauthorized: ${why}`)

const plain = (url: string): string => url.replace(/\/+$/, '')

const hostOf = (url: string): string | undefined => {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}
