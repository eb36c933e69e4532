/**
 * A nonce for one message: 128 bits from the platform's random source, as 32 hexadecimal digits.
 */
export const randomNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
