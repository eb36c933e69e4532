import { SignJWT, importJWK } from 'jose'
import { type User } from '../contract/index.js'
import { type SigningKey } from '../vault/keyFile.js'

const LIFETIME_SECONDS = 5 * 60

export interface IdentityTokens {
  issue(asked: {
    user: User
    audience: string
    /** Whether the project asks for the verified address. */
    withEmail: boolean
    nonce: string | undefined
  }): Promise<{ token: string; expiresAt: number }>
  /** The public keys, after RFC 7517. */
  readonly jwks: { keys: readonly object[] }
}

/** Short-lived tokens that tell a site's server who signed in. */
export function createIdentityTokens(
  issuer: string,
  signing: readonly SigningKey[],
  now: () => number,
): IdentityTokens {
  const [active] = signing
  if (!active) throw new RangeError('A key that signs is needed.')
  const key = importJWK({ ...active }, 'ES256')
  return {
    async issue({ user, audience, withEmail, nonce }) {
      const seconds = Math.floor(now() / 1000)
      const { wallet } = user
      const accounts = wallet ? { eip155: wallet.evm, solana: wallet.solana } : {}
      const token = await new SignJWT({
        accounts,
        auth_time: Math.floor(user.signedInAt / 1000),
        ...(withEmail && user.email !== undefined && { email: user.email, email_verified: true }),
        ...(nonce !== undefined && { nonce }),
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: active.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(user.id)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME_SECONDS)
        .sign(await key)
      return { token, expiresAt: (seconds + LIFETIME_SECONDS) * 1000 }
    },
    jwks: {
      keys: signing.map(({ kid, kty, crv, x, y }) => ({
        kid,
        kty,
        crv,
        x,
        y,
        alg: 'ES256',
        use: 'sig',
      })),
    },
  }
}
