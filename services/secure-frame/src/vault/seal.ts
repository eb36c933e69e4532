import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type KeyProvider, type WrappingKey } from './keyFile.js'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** AES-256-GCM: iv, ciphertext, tag. */
const encrypt = (key: Uint8Array, plain: Uint8Array, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws where one bit of key, bytes or context is another */
const decrypt = (key: Uint8Array, bytes: Uint8Array, context: string): Buffer => {
  const body = Buffer.from(bytes)
  const iv = body.subarray(0, IV_BYTES)
  const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(body.subarray(body.length - TAG_BYTES))
  return Buffer.concat([cipher.update(body.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()])
}

/** Keys that stand in a file. */
export function createFileProvider(keys: readonly WrappingKey[]): KeyProvider {
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  const [active] = keys
  if (!active) throw new RangeError('A provider of keys needs one at least.')
  return {
    activeId: active.id,
    has: (id) => byId.has(id),
    wrap: async (key, context) => ({
      keyId: active.id,
      wrapped: encrypt(active.key, key, `wrap ${context}`),
    }),
    async unwrap(keyId, wrapped, context) {
      const key = byId.get(keyId)
      if (!key) throw new RangeError('The wrapping key is not there.')
      return decrypt(key, wrapped, `wrap ${context}`)
    },
  }
}

/** Names what is sealed: parts cannot run into each other. */
export const contextOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

export interface Vault {
  /** Seals under a new key of the record, which the provider wraps. */
  seal(plain: Uint8Array, context: string): Promise<{ keyId: string; sealed: string }>
  /** @throws where it was sealed in another context, or a bit of it was changed */
  open(sealed: string, context: string): Promise<Buffer>
  /** The same content under a new key of the record and the active key of the provider. */
  reseal(sealed: string, context: string): Promise<{ keyId: string; sealed: string }>
}

/** The id of the wrapping key, with which sealed text begins. */
export const keyIdOf = (sealed: string): string => sealed.split('.', 1)[0] ?? ''

/** Sealed text is `keyId.wrapped.body`, the latter two in base64url. */
export function createVault(provider: KeyProvider): Vault {
  const seal: Vault['seal'] = async (plain, context) => {
    const key = randomBytes(KEY_BYTES)
    const { keyId, wrapped } = await provider.wrap(key, context)
    const body = encrypt(key, plain, context)
    key.fill(0)
    const parts = [keyId, Buffer.from(wrapped).toString('base64url'), body.toString('base64url')]
    return { keyId, sealed: parts.join('.') }
  }
  const open: Vault['open'] = async (sealed, context) => {
    const [keyId = '', wrapped = '', body = ''] = sealed.split('.')
    const key = await provider.unwrap(keyId, Buffer.from(wrapped, 'base64url'), context)
    const plain = decrypt(key, Buffer.from(body, 'base64url'), context)
    key.fill(0)
    return plain
  }
  return {
    seal,
    open,
    reseal: async (sealed, context) => seal(await open(sealed, context), context),
  }
}

const cookieKey = (cookie: string, device: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', cookie, device, 'latchkey home of a device share', KEY_BYTES))

/** Seals under a secret that only the browser's cookie holds. */
export const sealForCookie = (
  cookie: string,
  device: string,
  plain: Uint8Array,
  context: string,
): string => encrypt(cookieKey(cookie, device), plain, context).toString('base64url')

/** @throws where the cookie, the device or the context is another */
export const openForCookie = (
  cookie: string,
  device: string,
  sealed: string,
  context: string,
): Buffer => decrypt(cookieKey(cookie, device), Buffer.from(sealed, 'base64url'), context)
