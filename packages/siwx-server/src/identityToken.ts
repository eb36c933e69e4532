// jose (MIT, no dependency): the field's standard for JOSE.
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** Codes of jose for a token that is not a good one. Its other errors are of keys that did not come. */
const OF_TOKEN =
  /^ERR_(?:JWT_|JWS_|JOSE_ALG_NOT_ALLOWED$|JOSE_NOT_SUPPORTED$|JWKS_NO_MATCHING_KEY$)/

/** The secure frame's word on who signed in, as {@link createIdentityVerifier} read it. */
export interface EmbeddedIdentity {
  /** The person, the same for each sign-in to this project. */
  userId: string
  /** Addresses by namespace; none before the person has a wallet. */
  accounts: Readonly<Record<string, string>>
  /** The verified address. Only where the project asks for it. */
  email?: string
  /** When the person signed in, in milliseconds since 1970. */
  signedInAt: number
  /** When this token is over, in milliseconds since 1970. */
  expiresAt: number
}

export interface IdentityVerifierOptions {
  /** Origin of the secure frame: `https://wallet.shop.example`. */
  issuer: string
  /** The project's id. A token for another project is refused. */
  projectId: string
  /** Keys of the issuer. Absent: those at its `/.well-known/jwks.json`, fetched when first needed. */
  keys?: JWTVerifyGetKey
  /** Milliseconds since 1970. Absent: `Date.now`. */
  clock?: () => number
}

/**
 * Verifies identity tokens of the secure frame: ES256, its issuer, its project and its five minutes.
 * A site's server trusts the frame's operator with this. Where only the wallet should be trusted, use
 * a sign-in message.
 * @returns a function that reads a token, and answers `undefined` where it is not a good one. `nonce`
 * is what your server handed to the page before: without it a token may be shown twice.
 * @throws what `fetch` or jose threw, where the keys could not be fetched
 * @example
 * const verify = createIdentityVerifier({ issuer: 'https://wallet.shop.example', projectId: 'shop' })
 * const person = await verify(token, { nonce })
 */
export function createIdentityVerifier({
  issuer,
  projectId,
  keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', issuer)),
  clock = Date.now,
}: IdentityVerifierOptions): (
  token: string,
  expected?: { nonce?: string },
) => Promise<EmbeddedIdentity | undefined> {
  return async (token, { nonce } = {}) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['ES256'],
        issuer,
        audience: projectId,
        currentDate: new Date(clock()),
        requiredClaims: ['sub', 'exp', 'iat', 'auth_time', 'accounts'],
      })
      const { sub, exp, auth_time: time, email } = payload
      const accounts = readAccounts(payload['accounts'])
      const isWhole = sub && exp && typeof time === 'number' && accounts
      if (!isWhole || (nonce !== undefined && payload['nonce'] !== nonce)) return undefined
      return {
        userId: sub,
        accounts,
        ...(typeof email === 'string' && payload['email_verified'] === true && { email }),
        signedInAt: time * 1000,
        expiresAt: exp * 1000,
      }
    } catch (error) {
      if (error instanceof errors.JOSEError && OF_TOKEN.test(error.code)) return undefined
      throw error
    }
  }
}

const readAccounts = (value: unknown): Record<string, string> | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value)
  const areTexts = entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
  return areTexts ? Object.fromEntries(entries as [string, string][]) : undefined
}
