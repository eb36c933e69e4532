// Checksums of addresses (BIP-173): audited, without dependencies, 2 kB.
import { bech32 } from '@scure/base'
import { LatchkeyError } from '@latchkey/plugin-api'
import { NAMESPACE } from './chain.js'

export interface Decoded {
  prefix: string
  /** 20 bytes of a key or module, 32 of a contract or group. */
  bytes: Uint8Array
}
const LENGTHS: readonly number[] = [20, 32]
/** Longest text that is looked at; the standard's own limit is 90. */
const MOST = 128

function decode(text: unknown): Decoded | undefined {
  // ASCII only: a Kelvin sign becomes a k when its case is changed.
  if (typeof text !== 'string' || text.length > MOST || !/^[!-~]+$/.test(text)) return undefined
  try {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, MOST)
    const bytes = bech32.fromWords(words)
    return LENGTHS.includes(bytes.length) ? { prefix, bytes } : undefined
  } catch {
    return undefined
  }
}

/** @throws `adapter.invalid_address` unless it is bech32 with a valid checksum, and of that prefix where one is given */
export function parse(text: unknown, prefix?: string): Decoded {
  const decoded = decode(text)
  if (decoded && (prefix === undefined || decoded.prefix === prefix)) return decoded
  // What is no text may resist being turned into one.
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

/** The same account in the spelling of a prefix. */
export const spell = ({ bytes }: Decoded, prefix: string): string =>
  bech32.encode(prefix, bech32.toWords(bytes), MOST)
