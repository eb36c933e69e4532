import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript, p2pkh, p2sh, p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'
import { equalBytes, hash160, sha256, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { holds, join } from './bytes.js'

type Bytes = Uint8Array

const [SIGHASH_DEFAULT, SIGHASH_ALL] = [0, 1] as const
const ZERO = [0, 0, 0, 0]

/**
 * The transaction `to_sign` of BIP-322: it spends a virtual transaction that pays nothing to the
 * address and holds the hash of the message.
 */
export function toSign(text: Bytes, script: Bytes): Transaction {
  const hash = tagSchnorr('BIP0322-signed-message', text)
  const toSpend = join(
    ZERO,
    [1],
    new Uint8Array(32),
    [255, 255, 255, 255],
    [34, 0, 32],
    hash,
    ZERO,
    [1],
    new Uint8Array(8),
    [script.length],
    script,
    ZERO,
  )
  const transaction = new Transaction({ version: 0, lockTime: 0, allowUnknownOutputs: true })
  transaction.addInput({ txid: sha256x2(toSpend).reverse(), index: 0, sequence: 0 })
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return transaction
}

/** Verifies a signature whose hash type must be `SIGHASH_ALL`. */
const isEcdsa = (signature: Bytes, digest: Bytes, key: Bytes): boolean =>
  signature.at(-1) === SIGHASH_ALL &&
  secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der' })

function verifyKeyHash(
  transaction: Transaction,
  [signature, key, ...rest]: readonly Bytes[],
  hash: Bytes,
): boolean {
  if (!signature || key?.length !== 33 || rest.length || !equalBytes(hash160(key), hash))
    return false
  return isEcdsa(
    signature,
    transaction.preimageWitnessV0(0, p2pkh(key).script, SIGHASH_ALL, 0n),
    key,
  )
}

/** m of n keys: the signatures must be in the order of their keys, without surplus. */
function verifyMultisig(
  transaction: Transaction,
  [empty, ...rest]: readonly Bytes[],
  hash: Bytes,
): boolean {
  const script = rest.at(-1)
  if (!script || empty?.length !== 0 || !equalBytes(sha256(script), hash)) return false
  const found = OutScript.decode(script)
  if (found.type !== 'ms') return false
  const signatures = rest.slice(0, -1)
  const digest = transaction.preimageWitnessV0(0, script, SIGHASH_ALL, 0n)
  let next = 0
  for (const key of found.pubkeys)
    if (signatures[next] && holds(() => isEcdsa(signatures[next]!, digest, key))) next++
  return signatures.length === found.m && next === found.m
}

/** Verifies a spend by the key path. */
function verifyTaproot(
  transaction: Transaction,
  [signature, ...rest]: readonly Bytes[],
  script: Bytes,
  key: Bytes,
): boolean {
  const type = signature?.length === 64 ? SIGHASH_DEFAULT : SIGHASH_ALL
  if (
    !signature ||
    rest.length ||
    (type === SIGHASH_ALL && (signature.length !== 65 || signature[64] !== SIGHASH_ALL))
  )
    return false
  return schnorr.verify(
    signature.slice(0, 64),
    transaction.preimageWitnessV1(0, [script], type, [0n]),
    key,
  )
}

/**
 * Verifies a simple signature of BIP-322: the witness of P2WPKH, P2SH-P2WPKH, P2TR by its key, or
 * P2WSH of m of n keys. Other scripts are not supported: `false`.
 */
export const verifyBip322 = (text: Bytes, signature: Bytes, script: Bytes): boolean =>
  holds(() => {
    const witness = RawWitness.decode(signature)
    const transaction = toSign(text, script)
    const out = OutScript.decode(script)
    if (out.type === 'wpkh') return verifyKeyHash(transaction, witness, out.hash)
    if (out.type === 'sh')
      return (
        witness[1]?.length === 33 &&
        equalBytes(p2sh(p2wpkh(witness[1])).script, script) &&
        verifyKeyHash(transaction, witness, hash160(witness[1]))
      )
    if (out.type === 'wsh') return verifyMultisig(transaction, witness, out.hash)
    return out.type === 'tr' && verifyTaproot(transaction, witness, script, out.pubkey)
  })
