/** Longest text that is decoded. A transaction has at most 1,232 bytes; a message may have more. */
const MAX_TEXT_LENGTH = 400_000

export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** @returns `undefined` for anything that is not base64 */
export function fromBase64(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (
    typeof text !== 'string' ||
    text.length > MAX_TEXT_LENGTH ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(text)
  )
    return undefined
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
