import { type IncomingMessage } from 'node:http'
import { createAccess } from '@latchkey/service-kit'
import { RelayError } from '../errors.js'
import { readToken } from './token.js'

export interface AdmissionRules {
  /** Relay URLs that a token may be made for. Empty: the host that the client asked for. */
  audiences: readonly string[]
  /** Empty: any project id, or none. */
  projectIds: readonly string[]
  /**
   * Empty: any. `https://*.example.org` covers one label more, by the rule of a plugin's
   * `reaches.origins`.
   * A client without an origin, such as a phone wallet, is not a page and is let in.
   */
  allowedOrigins: readonly string[]
  clockSkew: number
  tokenLifetime: number
}

/**
 * Reads who asks to be let in.
 * @returns the client's id, `did:key:…`
 * @throws RelayError `relay.unauthorized`, with the text that the client is told
 */
export type Admit = (request: Pick<IncomingMessage, 'url' | 'headers'>) => string

/** @param rules read once, for all clients */
export function createAdmission(rules: AdmissionRules): Admit {
  const access = createAccess({
    projects: rules.projectIds.map((id) => ({ id })),
    origins: rules.allowedOrigins,
  })
  const audiences = rules.audiences.map(withoutTrailingSlash)
  return ({ url = '', headers }) => {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    const refusal = access.refusalOf(query.get('projectId') ?? undefined, headers.origin)
    if (refusal) throw new RelayError('relay.unauthorized', refusal)
    const token =
      query.get('auth') ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    const isAudience = (audience: string): boolean =>
      audiences.length > 0
        ? audiences.includes(withoutTrailingSlash(audience))
        : hostOf(audience) === headers.host?.toLowerCase()
    return readToken(token, { skew: rules.clockSkew, lifetime: rules.tokenLifetime, isAudience })
  }
}

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

const hostOf = (url: string): string | undefined => {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}
