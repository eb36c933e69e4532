import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2pkh, p2sh, p2wpkh } from '@scure/btc-signer'
import { CompactSize } from '@scure/btc-signer/script.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { holds, isEqual, join, utf8 } from './bytes.js'

type Bytes = Uint8Array

const LENGTH = 65
/**
 * The first header byte for each kind of address (BIP-137). Each kind has four: one for each key
 * that a signature can belong to.
 */
const [UNCOMPRESSED, COMPRESSED, NESTED, SEGWIT, END] = [27, 31, 35, 39, 43] as const

/** Whether bytes have the form of a signature of bare ECDSA. */
export const isBip137 = (signature: Bytes): boolean =>
  signature.length === LENGTH && signature[0]! >= UNCOMPRESSED && signature[0]! < END

const MAGIC = utf8('\u0018Bitcoin Signed Message:\n')
const digestOf = (text: Bytes): Bytes =>
  sha256x2(join(MAGIC, CompactSize.encode(BigInt(text.length)), text))

/** The scripts for which a header may sign. Electrum uses the headers of P2PKH for all kinds. */
function scriptsOf(header: number, key: Bytes): Bytes[] {
  const [pkh, segwit, nested] = [
    () => p2pkh(key).script,
    () => p2wpkh(key).script,
    () => p2sh(p2wpkh(key)).script,
  ]
  if (header < COMPRESSED) return [pkh()]
  if (header < NESTED) return [pkh(), segwit(), nested()]
  return [header < SEGWIT ? nested() : segwit()]
}

/**
 * Verifies bare ECDSA with the number of the key in the first byte (BIP-137, Electrum), for P2PKH,
 * P2WPKH and P2SH-P2WPKH.
 */
export const verifyBip137 = (text: Bytes, signature: Bytes, script: Bytes): boolean =>
  holds(() => {
    const header = signature[0]!
    const key = secp256k1.Signature.fromBytes(signature.slice(1))
      .addRecoveryBit((header - UNCOMPRESSED) % 4)
      .recoverPublicKey(digestOf(text))
      .toBytes(header >= COMPRESSED)
    return scriptsOf(header, key).some((one) => isEqual(one, script))
  })
