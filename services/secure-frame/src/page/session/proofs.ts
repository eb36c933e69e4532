import type { ProofClaims } from '../../contract/proof.js'
import type { Database } from './database.js'

const NAME = 'proof-key'
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Bytes in base64url, without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) =>
    sign === '+' ? '-' : sign === '/' ? '_' : '',
  )
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const jsonPart = (value: unknown): string => toBase64url(encode(JSON.stringify(value)))

/**
 * The frame's key, which never leaves the browser: of its storage, or a new one for as long as the page
 * lives where it has none. There a session goes on by the device's cookie.
 */
export async function openFrameKey(database: Database): Promise<CryptoKeyPair> {
  const stored = await database.read<CryptoKeyPair>(NAME).catch(() => undefined)
  if (stored) return stored
  const made = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  await database.write(NAME, made).catch(() => undefined)
  // Of two tabs that made one at once, the later one's stays.
  return (await database.read<CryptoKeyPair>(NAME).catch(() => undefined)) ?? made
}

/** Proves that a request comes from the frame that has the key (RFC 9449). */
export type Prove = (request: {
  method: string
  url: string
  token?: string | undefined
  /** Seconds since 1970 by the service's clock. */
  time: number
}) => Promise<string>

export async function createProve({ publicKey, privateKey }: CryptoKeyPair): Promise<Prove> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const head = jsonPart({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
  return async ({ method, url, token, time }) => {
    const claims: ProofClaims = {
      jti: toBase64url(crypto.getRandomValues(new Uint8Array(16))),
      htm: method,
      htu: url,
      iat: time,
      ...(token !== undefined && {
        ath: toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(token)))),
      }),
    }
    const signed = `${head}.${jsonPart(claims)}`
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, privateKey, encode(signed))
    return `${signed}.${toBase64url(new Uint8Array(signature))}`
  }
}
