// @noble/curves, @noble/hashes and @scure/base (MIT, audited): secp256k1, hashes, bech32. Loaded
// only when a Cosmos signature is verified.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base64, bech32, hex } from '@scure/base'
import type { SignedMessage } from '@latchkey/plugin-api'
import { decode, holds, isEqual, utf8 } from './bytes.js'

type Bytes = Uint8Array

/** The kinds of keys: the hash that they sign, and the address that they have. */
const KINDS: ReadonlyArray<{ hash: (bytes: Bytes) => Bytes; idOf: (key: Bytes) => Bytes }> = [
  { hash: sha256, idOf: (key) => ripemd160(sha256(key)) },
  // eth_secp256k1, of Ethermint chains.
  {
    hash: keccak_256,
    idOf: (key) => keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).slice(1)).slice(-20),
  },
]

/** The document that ADR-36 signs in place of a text, as it is signed: sorted JSON. */
const documentOf = (signer: string, text: string): string =>
  `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[` +
  `{"type":"sign/MsgSignData","value":{"data":"${base64.encode(utf8(text))}",` +
  `"signer":"${signer}"}}],"sequence":"0"}`

/**
 * The keys that may have signed: the named one, or the two that can be recovered from the
 * signature.
 */
const keysOf = (publicKey: string | undefined, signature: Bytes, hash: Bytes): Bytes[] =>
  publicKey === undefined
    ? [0, 1].map((recovery) =>
        secp256k1.Signature.fromBytes(signature)
          .addRecoveryBit(recovery)
          .recoverPublicKey(hash)
          .toBytes(true),
      )
    : [hex.decode(publicKey.replace(/^0x/, '').toLowerCase())]

/** Verifies ADR-36 over secp256k1 or eth_secp256k1. The key must be that of the address. */
export function verifyAdr36({
  address,
  text,
  signature,
  publicKey,
}: Pick<SignedMessage, 'address' | 'text' | 'signature' | 'publicKey'>): boolean {
  const id = decode(address, (given) =>
    bech32.fromWords(bech32.decode(given as `${string}1${string}`).words),
  )
  const bytes = decode(signature, base64.decode)
  if (!id || bytes?.length !== 64) return false
  const document = utf8(documentOf(address, text))
  return KINDS.some(({ hash, idOf }) =>
    holds(() => {
      const digest = hash(document)
      return keysOf(publicKey, bytes, digest).some(
        (key) => isEqual(idOf(key), id) && secp256k1.verify(bytes, digest, key, { prehash: false }),
      )
    }),
  )
}
