import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
// MIT, without dependencies; the house signs its own tokens with it too
import { SignJWT } from 'jose'
import { invalidOption } from '../errors.js'

export interface CoinbaseKey {
  /** `organizations/…/apiKeys/…`, or the id of the key. */
  keyName: string
  /** PEM of an EC key (ES256), or base64 of 64 bytes (Ed25519, EdDSA). */
  secret: string
}

const LIFETIME_S = 120
const SEED_BYTES = 32

/** @throws BlockchainApiError `blockchain-api.invalid_option`, without a word of the secret */
function readKey(secret: string): { key: KeyObject; alg: 'ES256' | 'EdDSA' } {
  try {
    if (secret.includes('-----BEGIN')) {
      // Environment variables often have the line ends written out.
      const key = createPrivateKey(secret.replaceAll('\\n', '\n'))
      if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { key, alg: 'ES256' }
      if (key.asymmetricKeyType === 'ed25519') return { key, alg: 'EdDSA' }
    }
    const bytes = Buffer.from(secret, 'base64')
    if (bytes.length === 2 * SEED_BYTES) {
      const d = bytes.subarray(0, SEED_BYTES).toString('base64url')
      const x = bytes.subarray(SEED_BYTES).toString('base64url')
      const jwk = { kty: 'OKP', crv: 'Ed25519', d, x }
      return { key: createPrivateKey({ key: jwk, format: 'jwk' }), alg: 'EdDSA' }
    }
  } catch {
    // Below: Node's own words may repeat the key.
  }
  throw invalidOption(
    'The secret of coinbase() must be the PEM of an ES256 key, or the 64 bytes of an Ed25519 key in base64.',
  )
}

/**
 * Makes a function that signs a bearer token for one request of Coinbase's Developer Platform. A token is
 * good for that method and path, for two minutes.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export function createCoinbaseToken({ keyName, secret }: CoinbaseKey, now: () => number) {
  const { key, alg } = readKey(secret)
  return (method: string, url: URL): Promise<string> => {
    const seconds = Math.floor(now() / 1000)
    return new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
      .setProtectedHeader({ alg, kid: keyName, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyName)
      .setNotBefore(seconds)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_S)
      .sign(key)
  }
}
