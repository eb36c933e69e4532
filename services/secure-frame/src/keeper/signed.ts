// MIT, no dependencies: signed tokens (RFC 7515)
import { SignJWT, importJWK, jwtVerify } from 'jose'
import * as v from 'valibot'
import { type SigningKey } from '../vault/keyFile.js'

/** A public P-256 key with its id. */
export type PublicKey = Omit<SigningKey, 'd'>

/** A token of one kind is never taken for one of the other. */
export type TokenType = 'latchkey-keeper-request+jwt' | 'latchkey-keeper-answer+jwt'

/** Signs claims by the first of the keys. */
export type Sign = (claims: Readonly<Record<string, unknown>>) => Promise<string>

export function createSign(type: TokenType, [active]: readonly SigningKey[]): Sign {
  if (!active) throw new RangeError('A key that signs is needed.')
  const key = importJWK({ ...active }, 'ES256')
  const header = { alg: 'ES256', typ: type, kid: active.kid }
  return async (claims) => new SignJWT({ ...claims }).setProtectedHeader(header).sign(await key)
}

/** @returns the claims @throws where the token is of no such key, of another kind or form */
export type Verify<Schema extends v.GenericSchema> = (
  token: string,
) => Promise<v.InferOutput<Schema>>

export function createVerify<Schema extends v.GenericSchema>(
  type: TokenType,
  keys: readonly PublicKey[],
  schema: Schema,
): Verify<Schema> {
  const byId = new Map(keys.map((key) => [key.kid, importJWK({ ...key }, 'ES256')]))
  return async (token) => {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '' }) => {
        const key = await byId.get(kid)
        if (!key) throw new Error('There is no such key.')
        return key
      },
      { algorithms: ['ES256'], typ: type },
    )
    return v.parse(schema, payload)
  }
}
