import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { base58, bech32 } from '@scure/base'

// Before the 32 bytes of an ed25519 key in PKCS #8, RFC 8410.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/** @param {Uint8Array} bytes */
const hash160 = (bytes) =>
  createHash('ripemd160').update(createHash('sha256').update(bytes).digest()).digest()

/**
 * @type {typeof import('./index.d.mts').addressesOf}
 */
export function addressesOf(privateKey) {
  const secret = Buffer.from(privateKey.slice(2), 'hex')
  const ed25519 = createPublicKey(
    createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' }),
  )
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(secret)
  const words = bech32.toWords(hash160(ecdh.getPublicKey(null, 'compressed')))
  return {
    solana: base58.encode(ed25519),
    bitcoin: bech32.encode('bcrt', [0, ...words]),
    cosmos: bech32.encode('cosmos', words),
  }
}
