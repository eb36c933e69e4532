import { member } from '../listeners.js'

/**
 * Page and window agree on a key by ECDH on P-256, and encrypt with AES-GCM. The private key is not
 * extractable.
 */
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const CIPHER = { name: 'AES-GCM', length: 256 }

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text: string): Uint8Array<ArrayBuffer> => {
  if (!/^([0-9a-f]{2}){1,512}$/i.test(text)) throw new Error('The wallet sent no public key.')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

/** Makes this page's key pair. Its private key cannot be extracted. */
export const createKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(CURVE, false, ['deriveKey'])
/** The public key in hex (SPKI). */
export const publicKeyOf = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toHex(await crypto.subtle.exportKey('spki', publicKey))

/** Derives the key that this page shares with a wallet window, from the window's public key. */
export async function shareKey({ privateKey }: CryptoKeyPair, theirs: unknown): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('spki', fromHex(String(theirs)), CURVE, false, [])
  return crypto.subtle.deriveKey({ name: 'ECDH', public: key }, privateKey, CIPHER, false, [
    'encrypt',
    'decrypt',
  ])
}

/** Encrypts a value as JSON. */
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

/** Decrypts JSON. @throws where it was encrypted with another key, or is not JSON */
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
