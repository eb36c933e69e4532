// Bech32 (BIP-173) of an audited library without dependencies, 2 kB.
import { bech32 } from '@scure/base'
import { LatchkeyError } from '@latchkey/plugin-api'
import { NAMESPACE } from './chains.js'

/** A decoded address whose checksum is right. */
export interface Decoded {
  prefix: string
  /** 20 bytes of a key or module, or 32 of a contract or group. */
  bytes: Uint8Array
}
const LENGTHS: readonly number[] = [20, 32]
/** Longest text that is decoded, in characters. BIP-173 allows 90. */
const MAX_LENGTH = 128

function decode(text: unknown): Decoded | undefined {
  // ASCII only: the Kelvin sign becomes a k in lower case.
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !/^[!-~]+$/.test(text))
    return undefined
  try {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, MAX_LENGTH)
    const bytes = bech32.fromWords(words)
    return LENGTHS.includes(bytes.length) ? { prefix, bytes } : undefined
  } catch {
    return undefined
  }
}

/**
 * Decodes an address and checks its checksum, and its prefix where one is given.
 * @throws `adapter.invalid_address`
 */
export function parse(text: unknown, prefix?: string): Decoded {
  const decoded = decode(text)
  if (decoded && (prefix === undefined || decoded.prefix === prefix)) return decoded
  // A non-string input may throw when stringified.
  const input = typeof text === 'string' ? text.slice(0, 80) : `a value of type ${typeof text}`
  const wanted =
    prefix === undefined
      ? 'a bech32 address with a valid checksum'
      : `an address that starts with ${prefix}1, with a valid checksum`
  throw new LatchkeyError(
    'adapter.invalid_address',
    `Invalid Cosmos address: ${input}. Expected ${wanted}.`,
    { context: { input, namespace: NAMESPACE } },
  )
}

/** Encodes the same account with a prefix. */
export const spell = ({ bytes }: Decoded, prefix: string): string =>
  bech32.encode(prefix, bech32.toWords(bytes), MAX_LENGTH)
