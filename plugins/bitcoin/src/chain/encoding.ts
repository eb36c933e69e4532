/** Bytes as hex without prefix. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Bytes as base64. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/**
 * The bytes of a text in hex, with or without prefix, or in base64. `undefined` for anything else.
 */
export function toBytes(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  const hex = text.startsWith('0x') ? text.slice(2) : text
  if (hex.length % 2 === 0 && /^[0-9a-f]+$/i.test(hex))
    return Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16))
  try {
    return text ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
