import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { withChecksum } from './checksum.js'

/** Bytes of a wallet's secret: entropy of BIP-39, 24 words. */
export const SECRET_BYTES = 32
/** BIP-44: the first account of Ethereum. */
const EVM_PATH = "m/44'/60'/0'/0/0"
/** BIP-44 by SLIP-10, whose Ed25519 knows hardened steps only: the first account of Solana. */
const SOLANA_STEPS = [44, 501, 0, 0]
const HARDENED = 0x8000_0000

/** Two private keys of 32 bytes. Overwrite them with {@link eraseKeys} after their use. */
export interface PrivateKeys {
  /** secp256k1. */
  readonly evm: Uint8Array
  /** Seed of Ed25519 (RFC 8032). */
  readonly solana: Uint8Array
}

/** The addresses of a wallet: with checksum (EIP-55), and base58. */
export interface Addresses {
  readonly evm: string
  readonly solana: string
}

/** The 24 words of a secret (BIP-39, English). A string cannot be overwritten: make it for export only. */
export const wordsOf = (secret: Uint8Array): string => entropyToMnemonic(secret, wordlist)

/**
 * Derives a hardened key of Ed25519 from a seed (SLIP-10).
 * @param steps indices without the hardened bit
 */
export function deriveEd25519(seed: Uint8Array, steps: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const step of steps) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, step + HARDENED)
    const data = concatBytes(Uint8Array.of(0), node.subarray(0, 32), index)
    const next = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = next
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}

/** Derives both keys from a seed of BIP-39. */
export function keysOfSeed(seed: Uint8Array): PrivateKeys {
  const root = HDKey.fromMasterSeed(seed)
  const child = root.derive(EVM_PATH)
  const evm = child.privateKey!.slice()
  root.wipePrivateData()
  child.wipePrivateData()
  return { evm, solana: deriveEd25519(seed, SOLANA_STEPS) }
}

/**
 * Derives both keys from a secret, as a wallet does that imports its words without a passphrase.
 * @param secret 32 bytes; it stays as it is
 */
export async function deriveKeys(secret: Uint8Array): Promise<PrivateKeys> {
  const seed = await mnemonicToSeedWebcrypto(wordsOf(secret))
  try {
    return keysOfSeed(seed)
  } finally {
    seed.fill(0)
  }
}

export function eraseKeys({ evm, solana }: PrivateKeys): void {
  evm.fill(0)
  solana.fill(0)
}

export function addressesOf({ evm, solana }: PrivateKeys): Addresses {
  const point = secp256k1.getPublicKey(evm, false).subarray(1)
  return {
    evm: withChecksum(bytesToHex(keccak_256(point).subarray(12))),
    solana: base58.encode(ed25519.getPublicKey(solana)),
  }
}

/** Makes the curves' tables by deriving the keys of a seed of zeros, so that the next derivation is faster. */
export const warmUp = (): void => void addressesOf(keysOfSeed(new Uint8Array(64)))
