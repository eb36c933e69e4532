/** Longest text that is decoded: a transaction has at most 1,232 bytes, a message may have more. */
const MOST_TEXT = 400_000

export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** @returns `undefined` for what is no base64 */
export function fromBase64(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || text.length > MOST_TEXT || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return undefined
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** A copy of bytes that a wallet gave: of another realm perhaps, or a plain list of them. `undefined` for anything else. */
export function copyBytes(value: unknown, most = MOST_TEXT): Uint8Array<ArrayBuffer> | undefined {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > most) return undefined
    return new Uint8Array(
      value.buffer,
      value.byteOffset,
      value.byteLength,
    ).slice() as Uint8Array<ArrayBuffer>
  } catch {
    return undefined
  }
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
