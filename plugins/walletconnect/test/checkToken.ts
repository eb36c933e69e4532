import { createPublicKey, verify } from 'node:crypto'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const fromBase58 = (text: string): Buffer =>
  Buffer.from(
    [...text]
      .reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n)
      .toString(16),
    'hex',
  )

/** Whether a signature is that of the Ed25519 key which a did:key names. */
export function checkToken(iss: string, text: string, signature: string): boolean {
  // multicodec 0xed 0x01, then the key.
  const key = fromBase58(iss.replace('did:key:z', '')).subarray(2)
  return verify(
    null,
    Buffer.from(text),
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') },
      format: 'jwk',
    }),
    Buffer.from(signature, 'base64url'),
  )
}
