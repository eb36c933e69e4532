// @noble/hashes and @scure/base (MIT, audited): SHA-256, base58check, bech32 and bech32m. They are
// loaded only where an address is checked.
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { toHex } from '@latchkey/plugin-api/describe'
import { chainOf, type Chain } from '../chain/chains.js'
import { NAMESPACE } from '../chain/networks.js'

const base58check = createBase58check(sha256)

type Kind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'
export interface Decoded {
  /** The canonical spelling. */
  address: string
  kind: Kind
  chains: readonly Chain[]
}

const TEST_CHAINS: readonly Chain[] = ['testnet', 'signet', 'regtest']
const BASE58_VERSIONS: Readonly<Record<number, readonly [Kind, readonly Chain[]]>> = {
  0x00: ['p2pkh', ['mainnet']],
  0x05: ['p2sh', ['mainnet']],
  0x6f: ['p2pkh', TEST_CHAINS],
  0xc4: ['p2sh', TEST_CHAINS],
}
const SEGWIT_PREFIXES: Readonly<Record<string, readonly Chain[]>> = {
  bc: ['mainnet'],
  tb: ['testnet', 'signet'],
  bcrt: ['regtest'],
}

function decodeBase58(text: string): Decoded | undefined {
  const bytes = base58check.decode(text)
  const known = bytes.length === 21 ? BASE58_VERSIONS[bytes[0]!] : undefined
  return known && { address: text, kind: known[0], chains: known[1] }
}

/** The parts of a SegWit address. */
export interface Witness {
  prefix: string
  /** 0 to 16. */
  version: number
  /** Hash or key, 2 to 40 bytes. */
  program: Uint8Array
}

/**
 * Reads any SegWit address by BIP-173 and BIP-350: version 0 in bech32, later ones in bech32m.
 * @returns `undefined` for another text, where it does not throw
 */
export function decodeWitness(text: string): Witness | undefined {
  const isFirst = /^[^1]*1q/i.test(text)
  const {
    prefix,
    words: [version = 17, ...words],
  } = (isFirst ? bech32 : bech32m).decode(text as `${string}1${string}`)
  const program = (isFirst ? bech32 : bech32m).fromWords(words)
  const isRight =
    version === 0
      ? [20, 32].includes(program.length)
      : version <= 16 && program.length >= 2 && program.length <= 40
  return isRight && Object.hasOwn(SEGWIT_PREFIXES, prefix)
    ? { prefix, version, program }
    : undefined
}

/** The prime of secp256k1's field. */
const FIELD_PRIME = 2n ** 256n - 2n ** 32n - 977n
/**
 * Whether a taproot key is the x of a point on the curve (BIP-340). Half of all numbers are not, so
 * that nobody can have their key, and what is paid to them is lost.
 * It uses Euler's criterion, because a curve library would weigh 12 kB for it.
 */
export function isPoint(x: Uint8Array): boolean {
  const value = BigInt(`0x${toHex(x)}`)
  if (value >= FIELD_PRIME) return false
  let [power, base] = [1n, (value ** 3n + 7n) % FIELD_PRIME]
  for (let rest = (FIELD_PRIME - 1n) / 2n; rest; rest >>= 1n) {
    if (rest & 1n) power = (power * base) % FIELD_PRIME
    base = (base * base) % FIELD_PRIME
  }
  return power === 1n
}

/**
 * Reads the versions that have rules. A payment to another version can be taken by anybody who
 * finds a block, until that version has rules: docs/adr/0027.
 */
function decodeSegwit(text: string): Decoded | undefined {
  const { prefix = '', version, program } = decodeWitness(text) ?? {}
  if (!program) return undefined
  const kind =
    version === 0
      ? program.length === 20
        ? 'p2wpkh'
        : 'p2wsh'
      : version === 1 && program.length === 32 && isPoint(program)
        ? 'p2tr'
        : undefined
  return kind && { address: text.toLowerCase(), kind, chains: SEGWIT_PREFIXES[prefix]! }
}

/** Says what is wrong with a text that is not an address to pay to. */
function explainInvalid(text: unknown): string {
  try {
    const witness = typeof text === 'string' ? decodeWitness(text) : undefined
    if (witness?.version === 1 && witness.program.length === 32)
      return 'a taproot address whose key is a point of secp256k1: nobody can spend what is paid to this one'
    if (witness)
      return (
        'a witness version with rules (0, or 1 with 32 bytes): what is paid to version ' +
        `${witness.version} with ${witness.program.length} bytes can be taken by anybody`
      )
  } catch {
    // It is not a SegWit address.
  }
  return 'base58check (1…, 3…), bech32 (bc1q…) or bech32m (bc1p…) with a valid checksum'
}

/** Decodes an address. `undefined`: it is not one of Bitcoin's, or its checksum is wrong. */
export function decodeAddress(text: unknown): Decoded | undefined {
  // Only ASCII is read, because a Kelvin sign becomes a k when its case is changed.
  if (typeof text !== 'string' || text.length > 90 || !/^[!-~]+$/.test(text)) return undefined
  try {
    return /^(bc|tb|bcrt)1/i.test(text) ? decodeSegwit(text) : decodeBase58(text)
  } catch {
    return undefined
  }
}

/**
 * The canonical spelling of an address with a valid checksum.
 * @param network the network that it must be of, if given
 * @throws `adapter.invalid_address`
 */
export function parseAddress(text: unknown, network?: Network): string {
  const decoded = decodeAddress(text)
  if (decoded && (!network || decoded.chains.includes(chainOf(network)))) return decoded.address
  const input = String(typeof text === 'string' ? text : typeof text).slice(0, 90)
  const expected = decoded ? `an address of ${network!.name}` : explainInvalid(input)
  throw new LatchkeyError(
    'adapter.invalid_address',
    `Invalid Bitcoin address: ${input}. Expected ${expected}.`,
    { context: { input, namespace: NAMESPACE } },
  )
}
