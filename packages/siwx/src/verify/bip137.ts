import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2pkh, p2sh, p2wpkh } from '@scure/btc-signer'
import { CompactSize } from '@scure/btc-signer/script.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { holds, isEqual, join, utf8 } from './bytes.js'

type Bytes = Uint8Array

const LENGTH = 65
/** What the header byte begins at, per kind of address (BIP-137). Each has four, one for each of the keys that a signature can be of. */
const [UNCOMPRESSED, COMPRESSED, NESTED, SEGWIT, END] = [27, 31, 35, 39, 43] as const

/** Whether bytes have the form of a signature of bare ECDSA. */
export const isBip137 = (signature: Bytes): boolean =>
  signature.length === LENGTH && signature[0]! >= UNCOMPRESSED && signature[0]! < END

const MAGIC = utf8('\u0018Bitcoin Signed Message:\n')
const digestOf = (text: Bytes): Bytes =>
  sha256x2(join(MAGIC, CompactSize.encode(BigInt(text.length)), text))

/** The scripts of addresses that such a header may sign for: Electrum has that of P2PKH for all. */
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

/** A signature of bare ECDSA with its key's number in the first byte (BIP-137, Electrum), of P2PKH, P2WPKH and P2SH-P2WPKH. */
export const verifyBip137 = (text: Bytes, signature: Bytes, script: Bytes): boolean =>
  holds(() => {
    const header = signature[0]!
    const key = secp256k1.Signature.fromBytes(signature.slice(1))
      .addRecoveryBit((header - UNCOMPRESSED) % 4)
      .recoverPublicKey(digestOf(text))
      .toBytes(header >= COMPRESSED)
    return scriptsOf(header, key).some((one) => isEqual(one, script))
  })
