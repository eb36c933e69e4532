import { type IncomingMessage } from 'node:http'
import { compileOrigin } from '@latchkey/plugin-api/origins' // the kernel's own rule; no dependency of its own
import { RelayError } from './errors.js'
import { readToken } from './token.js'

export interface AdmissionRules {
  /** Relay URLs that a token may be made for; empty: the host that the client asked for. */
  audiences: readonly string[]
  /** Empty: any, or none. */
  projectIds: readonly string[]
  /**
   * Empty: any. `https://*.example.org` covers one label more, by the rule of a plugin's `reaches.origins`.
   * A client without an origin, such as a phone wallet, is not a page and is let in.
   */
  allowedOrigins: readonly string[]
  clockSkew: number
  tokenLifetime: number
}

/**
 * Who asks to be let in.
 * @returns the client's id, `did:key:…`
 * @throws RelayError `relay.unauthorized`, with the text that the client is told
 */
export type Admit = (request: Pick<IncomingMessage, 'url' | 'headers'>) => string

/** @param rules read once, for all who come */
export function createAdmission(rules: AdmissionRules): Admit {
  const origins = rules.allowedOrigins.map(compileOrigin)
  const audiences = rules.audiences.map(plain)
  return ({ url = '', headers }) => {
    const { origin } = headers
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    if (rules.projectIds.length > 0 && !rules.projectIds.includes(query.get('projectId') ?? ''))
      throw unauthorized('invalid key')
    if (
      origins.length > 0 &&
      origin !== undefined &&
      !origins.some((covers) => covers(origin.toLowerCase()))
    )
      throw unauthorized('origin not allowed')
    const token =
      query.get('auth') ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    const isAudience = (audience: string): boolean =>
      audiences.length > 0
        ? audiences.includes(plain(audience))
        : hostOf(audience) === headers.host?.toLowerCase()
    return readToken(token, { skew: rules.clockSkew, lifetime: rules.tokenLifetime, isAudience })
  }
}

const unauthorized = (why: string): RelayError =>
  new RelayError('relay.unauthorized', `Unauthorized: ${why}`)

const plain = (url: string): string => url.replace(/\/+$/, '')

const hostOf = (url: string): string | undefined => {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}
