// MIT, audited. `viem/utils` has the same by 11 MB more in the thread that follows chains.
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Addresses whose spelling is at hand: most come again and again. */
const KEPT = 8_192

/** Spells an address of `0x` and 40 hex digits after EIP-55. */
export const checksum = createChecksum()

function createChecksum(): (address: string) => string {
  const known = new Map<string, string>()
  return (address) => {
    const digits = address.slice(2).toLowerCase()
    const found = known.get(digits)
    if (found) return found
    const hash = keccak_256(Buffer.from(digits))
    const nibble = (at: number) => (at % 2 ? hash[at >> 1]! & 15 : hash[at >> 1]! >> 4)
    const spelled = [...digits].map((digit, at) => (nibble(at) > 7 ? digit.toUpperCase() : digit))
    if (known.size >= KEPT) known.clear()
    known.set(digits, `0x${spelled.join('')}`)
    return known.get(digits)!
  }
}
