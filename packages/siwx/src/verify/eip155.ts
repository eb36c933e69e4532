// @noble/curves, @noble/hashes and @scure/base (MIT, audited): secp256k1 and Keccak; only where a signature of an EVM account is verified.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { LatchkeyError } from '@latchkey/plugin-api'
import { decode, holds, isEqual, join, utf8 } from './bytes.js'
import type { Signed, Verifier } from './signed.js'

type Bytes = Uint8Array

const LENGTH = 65
/** EIP-191, version 0x45. */
const digestOf = (text: Bytes): Bytes =>
  keccak_256(join(utf8(`\u0019Ethereum Signed Message:\n${text.length}`), text))
const idOf = (key: Bytes): Bytes => keccak_256(key.slice(1)).slice(-20)

/** Whether the account's own key signed. Its last byte counts from 27, or from 0. */
const isOfKey = (address: Bytes, digest: Bytes, signature: Bytes): boolean =>
  signature.length === LENGTH &&
  holds(() => {
    const recovery = signature[64]! < 27 ? signature[64]! : signature[64]! - 27
    const found = secp256k1.Signature.fromBytes(signature.slice(0, 64))
    return (
      recovery < 2 &&
      !found.hasHighS() &&
      isEqual(idOf(found.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(false)), address)
    )
  })

/** No key and no code is behind it, but the EVM finds it as the signer of whatever no key signed: whoever asked a node would let everybody in. */
const isNobody = (address: Bytes): boolean => address.every((byte) => byte === 0)

/** Whether a wallet said that a contract judges this signature (CAIP-74), or its form says that no key made it. */
const isOfContract = ({ session: { cacao } }: Signed, signature: Bytes): boolean =>
  signature.length !== LENGTH ||
  (cacao as { s?: { t?: unknown } } | null | undefined)?.s?.t === 'eip1271'

/** An account with a key by EIP-191, without asking anybody; else a contract, deployed (EIP-1271) or not (EIP-6492), where there is a node to ask. */
export const verify: Verifier = async (signed) => {
  const {
    message: { accountAddress, chainId },
    session,
    node,
  } = signed
  const [address, signature] = [accountAddress.slice(2), session.signature].map((text) =>
    decode(text, (digits) => hex.decode(digits.replace(/^0x/, '').toLowerCase())),
  )
  if (!address || !signature || isNobody(address)) return false
  const digest = digestOf(utf8(session.message))
  if (isOfKey(address, digest, signature)) return true
  if (node) {
    const { askContract } = await import('../sdk/contract.js').catch((cause: unknown) => {
      throw new LatchkeyError(
        'siwx.library_missing',
        'Signatures of contract accounts are verified with viem, and it cannot be loaded: install it.',
        { context: { package: 'viem' }, cause },
      )
    })
    return (
      (await askContract({ node, chainId, address: accountAddress, digest, signature })) &&
      'contract'
    )
  }
  if (isOfContract(signed, signature))
    throw new LatchkeyError(
      'siwx.node_missing',
      `Only the contract of ${accountAddress} can judge this signature: pass node, a JSON-RPC request function of ${chainId}.`,
      { context: { chainId } },
    )
  return false
}
