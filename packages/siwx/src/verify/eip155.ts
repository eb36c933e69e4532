// @noble/curves, @noble/hashes and @scure/base (MIT, audited): secp256k1 and Keccak. Loaded only
// when a signature of an EVM account is verified.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { LatchkeyError, type SignedMessage, type SignInVerifier } from '@latchkey/plugin-api'
import { decode, holds, isEqual, join, utf8 } from './bytes.js'

type Bytes = Uint8Array

/** Bytes of a key's signature: r, s, and one byte by which the key is recovered. */
const KEY_SIGNATURE_LENGTH = 65
/** The hash that `personal_sign` signs (EIP-191, version 0x45). */
const digestOf = (text: Bytes): Bytes =>
  keccak_256(join(utf8(`\u0019Ethereum Signed Message:\n${text.length}`), text))
/** The address of an uncompressed public key. Its first byte, 0x04, does not belong to the key. */
const addressOf = (key: Bytes): Bytes => keccak_256(key.slice(1)).slice(-20)

/**
 * Whether the account's own key signed. The recovery byte is 27 or 28, or 0 or 1. A signature with a
 * high s is refused (EIP-2), because it is a second spelling of another one.
 */
const isOfKey = (address: Bytes, digest: Bytes, signature: Bytes): boolean =>
  signature.length === KEY_SIGNATURE_LENGTH &&
  holds(() => {
    const recovery = signature[64]! < 27 ? signature[64]! : signature[64]! - 27
    const found = secp256k1.Signature.fromBytes(signature.slice(0, 64))
    return (
      recovery < 2 &&
      !found.hasHighS() &&
      isEqual(
        addressOf(found.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(false)),
        address,
      )
    )
  })

/**
 * The address of zeros has neither key nor code, but `ecrecover` of the EVM answers it for invalid
 * signatures: a validator on the chain would let everybody in.
 */
const isZeroAddress = (address: Bytes): boolean => address.every((byte) => byte === 0)

/**
 * Whether a contract must judge this signature: the wallet says so (CAIP-74), or its length is not
 * that of a key's signature.
 */
const isOfContract = ({ cacao }: SignedMessage, signature: Bytes): boolean =>
  signature.length !== KEY_SIGNATURE_LENGTH ||
  (cacao as { s?: { t?: unknown } } | null | undefined)?.s?.t === 'eip1271'

/**
 * Verifies the signature of an EVM account. A key's signature (EIP-191) needs no node. Otherwise the
 * account's contract is asked through the node, if there is one: a deployed contract (EIP-1271), or
 * one that is not deployed yet (EIP-6492).
 * @returns `true`: the key signed. `'contract'`: the contract accepts the signature
 * @throws `siwx.library_missing`, `siwx.node_missing`
 */
export const verifyEip155: SignInVerifier = async (signed) => {
  const { address, chainId, text, node } = signed
  const [account, signature] = [address.slice(2), signed.signature].map((each) =>
    decode(each, (digits) => hex.decode(digits.replace(/^0x/, '').toLowerCase())),
  )
  if (!account || !signature || isZeroAddress(account)) return false
  const digest = digestOf(utf8(text))
  if (isOfKey(account, digest, signature)) return true
  if (node) {
    const { askContract } = await import('../sdk/contract.js').catch((cause: unknown) => {
      throw new LatchkeyError(
        'siwx.library_missing',
        'Signatures of contract accounts are verified with viem, and it cannot be loaded: install it.',
        { context: { package: 'viem' }, cause },
      )
    })
    return (await askContract({ node, chainId, address, digest, signature })) && 'contract'
  }
  if (isOfContract(signed, signature))
    throw new LatchkeyError(
      'siwx.node_missing',
      `Only the contract of ${address} can judge this signature: pass node, a JSON-RPC request function of ${chainId}.`,
      { context: { chainId } },
    )
  return false
}
