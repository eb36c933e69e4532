import { createPublicKey, verify } from 'node:crypto'
import { RelayError } from './errors.js'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MAX_LENGTH = 2048

export interface TokenRules {
  /** Seconds that the two clocks may differ. */
  skew: number
  /** Seconds that a token may live. */
  lifetime: number
  isAudience(audience: string): boolean
  /** ms since 1970 */
  now?: number
}

const refuse = (why: string, cause?: unknown): RelayError =>
  new RelayError('relay.unauthorized', `JWT validation error: ${why}`, { cause })

/**
 * The client that a token (JWT, EdDSA, issued by a did:key) stands for.
 * @returns the issuer, `did:key:z6Mk…`
 * @throws RelayError `relay.unauthorized`
 */
export function readToken(
  token: string,
  { skew, lifetime, isAudience, now = Date.now() }: TokenRules,
): string {
  const [head, body, signature, ...rest] = token.split('.')
  if (token.length > MAX_LENGTH || !head || !body || !signature || rest.length > 0)
    throw refuse('JWT Token is malformed')
  const header = decode(head)
  const { iss, aud, exp, iat } = decode(body)
  if (header.alg !== 'EdDSA') throw refuse('JWT Token is not signed by EdDSA')
  if (typeof iss !== 'string' || typeof aud !== 'string' || !isTime(exp) || !isTime(iat))
    throw refuse('JWT Token lacks a claim')
  if (!isSigned(`${head}.${body}`, signature, publicKey(iss)))
    throw refuse('JWT Token has a wrong signature')
  const seconds = now / 1000
  if (iat > seconds + skew) throw refuse('JWT Token is not yet valid')
  if (exp < seconds - skew || exp < iat) throw refuse('JWT Token is expired')
  if (exp - iat > lifetime) throw refuse('JWT Token lives too long')
  if (!isAudience(aud)) throw refuse('JWT Token is for another audience')
  return iss
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

const decode = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (cause) {
    throw refuse('JWT Token is malformed', cause)
  }
  throw refuse('JWT Token is malformed')
}

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

/** did:key of an Ed25519 key: multibase base58btc of the multicodec 0xed01 and 32 bytes. */
const publicKey = (issuer: string): Buffer => {
  const [, encoded] = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,50})$/.exec(issuer) ?? []
  const bytes = encoded ? base58(encoded) : undefined
  if (bytes?.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 0x01)
    throw refuse('JWT Token has no Ed25519 issuer')
  return bytes.subarray(2)
}

const base58 = (text: string): Buffer => {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(ALPHABET.indexOf(letter))
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}
