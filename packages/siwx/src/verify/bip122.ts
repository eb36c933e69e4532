// @noble/curves, @scure/base, @scure/btc-signer (MIT, audited): keys, addresses and transactions of
// Bitcoin. Loaded only when a Bitcoin signature is verified.
import { base64 } from '@scure/base'
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import type { SignedMessage } from '@latchkey/plugin-api'
import { isBip137, verifyBip137 } from './bip137.js'
import { verifyBip322 } from './bip322.js'
import { decode, utf8 } from './bytes.js'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
/**
 * The address formats of mainnet and regtest, by the reference of the chain: the first 32 digits of
 * its genesis hash (CAIP-4). Every other chain counts as a test network: testnet and signet share one
 * format.
 */
const NETWORKS: Readonly<Record<string, typeof NETWORK>> = {
  '000000000019d6689c085ae165831e93': NETWORK,
  '0f9188f13cb7b2c71f2a335e3a4fc328': REGTEST,
}

/** The output script that an address stands for. `undefined`: it is not an address of this chain. */
function scriptOf(address: string, reference: string): Uint8Array | undefined {
  const network = Object.hasOwn(NETWORKS, reference) ? NETWORKS[reference] : TEST_NETWORK
  return decode(address, (text) => OutScript.encode(Address(network).decode(text)))
}

/**
 * Verifies a Bitcoin signature in base64. Its form says by which standard: bare ECDSA of 65 bytes
 * (BIP-137, Electrum), or else BIP-322 (simple, with or without the prefix `smp`).
 */
export function verifyBitcoin({
  address,
  chainId,
  text,
  signature,
}: Pick<SignedMessage, 'address' | 'chainId' | 'text' | 'signature'>): boolean {
  const script = scriptOf(address, chainId.slice('bip122:'.length))
  const bytes = decode(signature, (given) => base64.decode(given.replace(/^smp/, '')))
  if (!script || !bytes) return false
  return isBip137(bytes)
    ? verifyBip137(utf8(text), bytes, script)
    : verifyBip322(utf8(text), bytes, script)
}
