import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { SecureFrameError, invalidOption } from '../errors.js'

/** Wraps the keys of records. A KMS is another one of these. */
export interface KeyProvider {
  /** The key that wraps now. */
  readonly activeId: string
  has(id: string): boolean
  /** @param context is bound to the result: `unwrap` needs the same */
  wrap(key: Uint8Array, context: string): Promise<{ keyId: string; wrapped: Uint8Array }>
  /** @throws where the key, the bytes or the context is another */
  unwrap(keyId: string, wrapped: Uint8Array, context: string): Promise<Uint8Array>
}

/** A private P-256 key with its id, as a JWK. */
export interface SigningKey {
  kid: string
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  d: string
}

/** The wrapping keys, of which the first is active: older ones open what was wrapped by them. */
export interface WrappingKey {
  id: string
  /** 32 bytes. */
  key: Uint8Array
}

export interface Keys {
  wrapping: readonly WrappingKey[]
  /** Keys the hashes of codes and addresses, 32 bytes or more. */
  pepper: Buffer
  /** The first signs identity tokens; all are published. */
  signing: readonly SigningKey[]
}

const KEY_BYTES = 32
const wrapping = v.pipe(
  v.array(v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/)), key: v.string() })),
  v.minLength(1),
)
/** A coordinate of P-256, 32 bytes in base64url. */
export const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
/** Private keys that sign. */
export const signingSchema = v.pipe(
  v.array(
    v.object({
      kid: v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/)),
      kty: v.literal('EC'),
      crv: v.literal('P-256'),
      x: coordinate,
      y: coordinate,
      d: coordinate,
    }),
  ),
  v.minLength(1),
)
const keysSchema = v.object({ wrapping, pepper: v.string(), signing: signingSchema })
const recoveryKeysSchema = v.object({ wrapping })

const MADE_BY = 'Make one by "latchkey-secure-frame keys".'

/** @throws SecureFrameError `secure-frame.invalid_option` */
export async function readKeys(setting: string): Promise<Keys> {
  const found = v.safeParse(keysSchema, await readJson('KEYS', setting))
  if (!found.success) throw invalidOption(`KEYS names a file that is not one of keys. ${MADE_BY}`)
  const pepper = Buffer.from(found.output.pepper, 'base64')
  if (pepper.length < KEY_BYTES)
    throw invalidOption(`The pepper in KEYS must be ${KEY_BYTES} bytes or more in base64.`)
  for (const key of found.output.signing) checkSigning('KEYS', key)
  return {
    wrapping: readWrapping('KEYS', found.output.wrapping),
    pepper,
    signing: found.output.signing,
  }
}

/** @throws SecureFrameError `secure-frame.invalid_option` */
export async function readRecoveryKeys(setting: string): Promise<readonly WrappingKey[]> {
  const found = v.safeParse(recoveryKeysSchema, await readJson('RECOVERY_KEYS', setting))
  if (!found.success)
    throw invalidOption(
      'RECOVERY_KEYS names a file that is not one of keys. Make one by ' +
        '"latchkey-secure-frame keys recovery".',
    )
  return readWrapping('RECOVERY_KEYS', found.output.wrapping)
}

/** A new file of keys, as JSON. */
export function newKeys(id: string): string {
  return toJson({
    wrapping: [newWrapping(id)],
    pepper: randomBytes(KEY_BYTES).toString('base64'),
    signing: [newSigning(id)],
  })
}

/** A new private key that signs. */
export function newSigning(id: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' })
  return { kid: id, kty: 'EC', crv: 'P-256', x, y, d }
}

/** A new file of the second key, as JSON. */
export const newRecoveryKeys = (id: string): string => toJson({ wrapping: [newWrapping(id)] })

const newWrapping = (id: string) => ({ id, key: randomBytes(KEY_BYTES).toString('base64') })
export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** @throws SecureFrameError where the setting names no file of JSON */
export const readJson = async (name: string, setting: string): Promise<unknown> => {
  if (!setting.startsWith('file:'))
    throw invalidOption(`${name} must be like file:/run/secrets/keys.json. It does not begin so.`)
  const text = await readFile(setting.slice('file:'.length), 'utf8').catch(() => {
    throw invalidOption(`${name} names a file that cannot be read. ${MADE_BY}`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw invalidOption(`${name} names a file that is not JSON. ${MADE_BY}`)
  }
}

const readWrapping = (
  name: string,
  list: readonly { id: string; key: string }[],
): readonly WrappingKey[] => {
  if (new Set(list.map(({ id }) => id)).size !== list.length)
    throw invalidOption(`Two keys in ${name} have the same id. Give each its own.`)
  return list.map(({ id, key }) => {
    const bytes = Buffer.from(key, 'base64')
    if (bytes.length !== KEY_BYTES)
      throw invalidOption(
        `The key "${id}" in ${name} has ${bytes.length} bytes. It must have ${KEY_BYTES}, in base64.`,
      )
    return { id, key: bytes }
  })
}

/** @throws SecureFrameError where it is not a key */
export const checkSigning = (name: string, key: SigningKey): void => {
  try {
    createPrivateKey({ key: { ...key }, format: 'jwk' })
  } catch {
    throw invalidOption(`The signing key "${key.kid}" in ${name} is not a P-256 key. ${MADE_BY}`)
  }
}

/**
 * A database that needs keys which are not there would fail at the first sign-in: it is told at the
 * start.
 * @throws SecureFrameError `secure-frame.missing_key`
 */
export function requireKeys(name: string, provider: KeyProvider, wanted: readonly string[]): void {
  const missing = wanted.find((id) => !provider.has(id))
  if (missing !== undefined)
    throw new SecureFrameError(
      'secure-frame.missing_key',
      `The database holds shares or addresses under the key "${missing}", which ${name} does not have: ` +
        'start with the file of keys that belongs to it.',
    )
}
