import { toCaip10 } from '@latchkey/plugin-api'
// jose (MIT, no dependency): the field's standard for JOSE.
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Carrier } from './carrier.js'
import { demandOption } from '../errors.js'
import type { JwtKey, JwtSession, Settings } from '../options.js'
import { digest, isSecret, randomSecret } from '../session/secrets.js'

const SECRET_BYTES = 32
const ASYMMETRIC = /^((ES|RS|PS)(256|384|512)|Ed25519|EdDSA)$/

function readKeys({ secret, keys }: JwtSession): {
  algorithm: string
  signs: JwtKey | Uint8Array
  verifies: JwtKey | Uint8Array
} {
  if (keys) {
    demandOption(secret === undefined, 'session.secret', 'left out beside session.keys')
    demandOption(
      ASYMMETRIC.test(keys.algorithm),
      'session.keys.algorithm',
      'one of key pairs, such as ES256 or EdDSA',
    )
    return { algorithm: keys.algorithm, signs: keys.privateKey, verifies: keys.publicKey }
  }
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
  demandOption(
    bytes && bytes.length >= SECRET_BYTES,
    'session.secret',
    `at least ${SECRET_BYTES} random bytes, or session.keys be given`,
  )
  return { algorithm: 'HS256', signs: bytes, verifies: bytes }
}

/**
 * Tokens in `Authorization: Bearer`. Only the algorithm of the key is accepted, whatever algorithm a
 * token names; and a token is worthless without its record in the store, so that it can be revoked.
 * @throws `siwx.invalid_option`
 */
export function jwtCarrier(session: JwtSession, { domains, clock }: Settings): Carrier {
  const { algorithm, signs, verifies } = readKeys(session)
  const issuer = session.issuer ?? `https://${domains[0]}`
  const audience = session.audience ?? issuer
  const idOf = async (token: string): Promise<string | undefined> => {
    try {
      const { payload } = await jwtVerify(token, verifies, {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'jti', 'sub'],
      })
      return isSecret(payload.jti) ? payload.jti : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      // The host configured a key that does not fit its algorithm: `onError` reports it.
      throw error
    }
  }
  return {
    isAmbient: false,
    async read(request) {
      const [, token] =
        /^Bearer +([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      const id = token && (await idOf(token))
      return id ? [{ id }] : []
    },
    create: async () => ({ id: await digest(randomSecret()) }),
    async write(_carried, _until, latest) {
      if (!latest) return { cookies: [] }
      const claims = new SignJWT({ account: latest.accountKey })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(latest.id)
        .setSubject(toCaip10(latest.chainId, latest.accountAddress))
        .setIssuedAt(new Date(latest.signedInAt))
        .setExpirationTime(new Date(latest.expirationTime))
      return { cookies: [], token: await claims.sign(signs) }
    },
    browserMarks: () => [],
    markBrowser: () => ({ cookies: [] }),
  }
}
