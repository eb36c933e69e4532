// @noble/hashes (MIT, audited): Keccak-256, for the checksum that EIP-4361 asks of addresses.
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Whether a text is an address in the spelling of EIP-55. */
export function isEip55(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  const hash = keccak_256(new TextEncoder().encode(digits.toLowerCase()))
  return [...digits].every((digit, at) => {
    const nibble = at % 2 ? hash[at >> 1]! & 15 : hash[at >> 1]! >> 4
    return digit === (nibble > 7 ? digit.toUpperCase() : digit.toLowerCase())
  })
}
