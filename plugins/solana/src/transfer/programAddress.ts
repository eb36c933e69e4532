import { sha256 } from '@noble/hashes/sha2.js'
import { toKey } from '../chain/address.js'
import { toBase58 } from '../chain/base58.js'

/** The field and the curve of ed25519. */
const PRIME = 2n ** 255n - 19n
const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  for (let left = exponent, square = base; left; left >>= 1n, square = (square * square) % PRIME)
    if (left & 1n) result = (result * square) % PRIME
  return result
}
const D = /* @__PURE__ */ (() => ((PRIME - 121_665n) * power(121_666n, PRIME - 2n)) % PRIME)()

/**
 * Whether 32 bytes are a point of the curve, so that somebody may have a key for them. A point has
 * x² = (y² - 1) / (Dy² + 1): the quotient must be a square.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (let index = 31; index >= 0; index--) y = (y << 8n) | BigInt(bytes[index]!)
  y &= 2n ** 255n - 1n
  const square = (y * y) % PRIME
  const product = ((square + PRIME - 1n) * (D * square + 1n)) % PRIME
  return power(product, (PRIME - 1n) / 2n) !== PRIME - 1n
}

const MARKER = /* @__PURE__ */ new TextEncoder().encode('ProgramDerivedAddress')

/**
 * The address that a program derives from seeds: the first one, counted down from 255, that is no
 * point of the curve. Nobody has a key for it.
 */
export function findProgramAddress(seeds: readonly Uint8Array[], program: string): string {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256.create()
    for (const seed of seeds) hash.update(seed)
    const found = hash.update(Uint8Array.of(bump)).update(toKey(program)!).update(MARKER).digest()
    if (!isOnCurve(found)) return toBase58(found)
  }
  throw new RangeError('These seeds have no address.')
}
