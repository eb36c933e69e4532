import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Writes an address of 20 bytes in hex with its checksum (EIP-55). @param hex in lower case, without 0x */
export function withChecksum(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  const letters = Array.from(hex, (letter, at) =>
    parseInt(hash[at]!, 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}
