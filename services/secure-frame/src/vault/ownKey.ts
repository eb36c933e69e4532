import { createPublicKey, verify } from 'node:crypto'
// The smallest maintained decoder of base58, which the page has too.
import { base58 } from '@scure/base'
import { type SplitWanted, splitStatement } from '../contract/splitStatement.js'

/** Whether the key of a wallet's address on Solana has signed a new split. */
export function isSignedByOwner(
  wallet: { id: string; solana: string },
  wanted: SplitWanted,
  signature: string,
): boolean {
  try {
    const x = Buffer.from(base58.decode(wallet.solana)).toString('base64url')
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
    const bytes = splitStatement(wallet.id, wanted)
    return verify(null, bytes, key, Buffer.from(signature, 'base64url'))
  } catch {
    // The address on record is that of no key.
    return false
  }
}
