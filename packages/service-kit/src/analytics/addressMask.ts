import { createHmac } from 'node:crypto'

/**
 * Addresses and what is as long: hexadecimal ones, also in words of 32 bytes, bech32 and base58 ones.
 * They need not begin a word, for `%3A0x…` and `address_0x…` hold one too; the rest of the word goes.
 */
const ADDRESS =
  /(?:(?:0x)?[\da-f]{40}|[a-z]{2,83}1[02-9ac-hj-np-z]{38}|[1-9A-HJ-NP-Za-km-z]{32})[a-z\d]*/gi

/** CAIP-2. Genesis hashes of Solana and Polkadot look like addresses. */
const NETWORK = /^[-a-z\d]{3,8}:[-\w]{1,32}$/

/**
 * Puts a code (HMAC-SHA-256) in the place of every address in a JSON value, and of every text that is named
 * `address`, whatever its form. A text that is named `network` stays where it is a CAIP-2 id. The same address
 * has the same code as long as the key is the same.
 */
export function createAddressMask(key: Uint8Array): (value: unknown) => unknown {
  const code = (address: string): string =>
    `#${createHmac('sha256', key).update(address.toLowerCase()).digest('hex').slice(0, 16)}`
  const maskNamed = (name: string, part: unknown): unknown => {
    if (typeof part !== 'string') return mask(part)
    if (name === 'address') return code(part)
    return name === 'network' && NETWORK.test(part) ? part : mask(part)
  }
  const maskPart = ([name, part]: [string, unknown]): [string, unknown] => [
    name.replace(ADDRESS, code),
    maskNamed(name, part),
  ]
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(ADDRESS, code)
    if (Array.isArray(value)) return value.map(mask)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(maskPart))
  }
  return mask
}
