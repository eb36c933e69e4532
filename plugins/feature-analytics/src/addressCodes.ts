const CODE_BYTES = 16

/** Bytes in hex. */
const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A code that is the same for the same address and key (HMAC-SHA-256).
 * @throws where the page has no https, and so no such functions
 */
export async function codeOf(address: string, key: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', secret, bytes(address)))
  return toHex(signed.subarray(0, CODE_BYTES))
}
