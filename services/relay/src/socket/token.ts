import { createPublicKey, verify } from 'node:crypto'
import { RelayError } from '../errors.js'

const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MAX_TOKEN_LENGTH = 2048

/** The conditions under which a token is valid. */
export interface TokenRules {
  /** Seconds by which the clocks of client and relay may differ. */
  skew: number
  /** Most seconds between the issue and the end of a token. */
  lifetime: number
  /** Whether a token's audience (`aud`) is this relay: its URL as clients write it. */
  isAudience(audience: string): boolean
  /** ms since 1970 */
  now?: number
}

const unauthorised = (why: string, cause?: unknown): RelayError =>
  new RelayError('relay.unauthorized', `JWT validation error: ${why}`, { cause })

/**
 * Verifies the token by which a client proves its id: a JWT (RFC 7519) that the client issued and
 * signed itself, by the Ed25519 key in its did:key.
 * @returns the client's id, which is the issuer: `did:key:z6Mk…`
 * @throws RelayError `relay.unauthorized`
 */
export function readToken(
  token: string,
  { skew, lifetime, isAudience, now = Date.now() }: TokenRules,
): string {
  const [head, body, signature, ...rest] = token.split('.')
  if (token.length > MAX_TOKEN_LENGTH || !head || !body || !signature || rest.length > 0)
    throw unauthorised('JWT Token is malformed')
  const header = decode(head)
  const { iss, aud, exp, iat } = decode(body)
  if (header.alg !== 'EdDSA') throw unauthorised('JWT Token is not signed by EdDSA')
  if (typeof iss !== 'string' || typeof aud !== 'string' || !isTime(exp) || !isTime(iat))
    throw unauthorised('JWT Token lacks a claim')
  if (!isSigned(`${head}.${body}`, signature, publicKey(iss)))
    throw unauthorised('JWT Token has a wrong signature')
  const seconds = now / 1000
  if (iat > seconds + skew) throw unauthorised('JWT Token is not yet valid')
  if (exp < seconds - skew || exp < iat) throw unauthorised('JWT Token is expired')
  if (exp - iat > lifetime) throw unauthorised('JWT Token lives too long')
  if (!isAudience(aud)) throw unauthorised('JWT Token is for another audience')
  return iss
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** The JSON object in a part of a token. @throws RelayError `relay.unauthorized` */
const decode = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (cause) {
    throw unauthorised('JWT Token is malformed', cause)
  }
  throw unauthorised('JWT Token is malformed')
}

/** Whether this Ed25519 key has signed the data. A malformed key or signature counts as wrong. */
const isSigned = (data: string, signature: string, key: Buffer): boolean => {
  try {
    const publicKeyObject = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') },
      format: 'jwk',
    })
    return verify(null, Buffer.from(data), publicKeyObject, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/**
 * The 32 bytes of the Ed25519 key in a did:key. Their spelling is `z` (base58btc) and the base58 of
 * 0xed01 (Ed25519) before the key.
 * @throws RelayError `relay.unauthorized`
 */
const publicKey = (issuer: string): Buffer => {
  const [, encoded] = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,50})$/.exec(issuer) ?? []
  const bytes = encoded ? base58(encoded) : undefined
  if (bytes?.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 0x01)
    throw unauthorised('JWT Token has no Ed25519 issuer')
  return bytes.subarray(2)
}

/** The bytes of a number in base58. Leading zeros are lost; a did:key has none. */
const base58 = (text: string): Buffer => {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(BASE58_ALPHABET.indexOf(letter))
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}
