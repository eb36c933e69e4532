import { member } from '../listeners.js'

/** What both sides share: ECDH on P-256, then AES-GCM. The private key cannot be read out, by nobody. */
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const CIPHER = { name: 'AES-GCM', length: 256 }

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text: string): Uint8Array<ArrayBuffer> => {
  if (!/^([0-9a-f]{2}){1,512}$/i.test(text)) throw new Error('The wallet sent no public key.')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export const createKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(CURVE, false, ['deriveKey'])
export const publicKeyOf = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toHex(await crypto.subtle.exportKey('spki', publicKey))

/** The key for one wallet window, from its public key. */
export async function shareKey({ privateKey }: CryptoKeyPair, theirs: unknown): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('spki', fromHex(String(theirs)), CURVE, false, [])
  return crypto.subtle.deriveKey({ name: 'ECDH', public: key }, privateKey, CIPHER, false, [
    'encrypt',
    'decrypt',
  ])
}

export async function encrypt(
  shared: CryptoKey,
  content: unknown,
): Promise<{ iv: Uint8Array; cipherText: ArrayBuffer }> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return {
    iv,
    cipherText: await crypto.subtle.encrypt(
      { name: CIPHER.name, iv },
      shared,
      new TextEncoder().encode(JSON.stringify(content)),
    ),
  }
}

/** @throws where it was not encrypted with this key, or is no JSON */
export async function decrypt(shared: CryptoKey, encrypted: unknown): Promise<unknown> {
  const [iv, cipherText] = ['iv', 'cipherText'].map(
    (name) => member(encrypted, name) as BufferSource,
  )
  return JSON.parse(
    new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: CIPHER.name, iv: iv! }, shared, cipherText!),
    ),
  )
}
