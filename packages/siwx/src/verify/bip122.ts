// @noble/curves, @scure/base, @scure/btc-signer (MIT, audited): keys, addresses and transactions of Bitcoin; only where one of its signatures is verified.
import { base64 } from '@scure/base'
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import { isBip137, verifyBip137 } from './bip137.js'
import { verifyBip322 } from './bip322.js'
import { decode, utf8 } from './bytes.js'
import type { Verifier } from './signed.js'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
/** Spellings of addresses, by the reference of the chain (CAIP-4). All others are test networks of the common kind. */
const NETWORKS: Readonly<Record<string, typeof NETWORK>> = {
  '000000000019d6689c085ae165831e93': NETWORK,
  '0f9188f13cb7b2c71f2a335e3a4fc328': REGTEST,
}

/** The script that an address stands for. `undefined`: it is none of this chain. */
function scriptOf(address: string, reference: string): Uint8Array | undefined {
  const network = Object.hasOwn(NETWORKS, reference) ? NETWORKS[reference] : TEST_NETWORK
  return decode(address, (text) => OutScript.encode(Address(network).decode(text)))
}

interface OnBitcoin {
  address: string
  /** Of the chain. */
  reference: string
  text: string
  signature: unknown
}

/** By the form of the signature: BIP-322 (simple, also with the prefix `smp`), or bare ECDSA (BIP-137, Electrum). */
export function verifyBitcoin({ address, reference, text, signature }: OnBitcoin): boolean {
  const script = scriptOf(address, reference)
  const bytes = decode(signature, (given) => base64.decode(given.replace(/^smp/, '')))
  if (!script || !bytes) return false
  return isBip137(bytes)
    ? verifyBip137(utf8(text), bytes, script)
    : verifyBip322(utf8(text), bytes, script)
}

export const verify: Verifier = ({ message: { accountAddress, chainId }, session }) =>
  verifyBitcoin({
    address: accountAddress,
    reference: chainId.slice('bip122:'.length),
    text: session.message,
    signature: session.signature,
  })
