// @noble/hashes and @scure/base (MIT, audited): SHA-256, base58check, bech32 and bech32m; only where an address is checked.
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { chainOf, type Chain } from '../chains.js'
import { NAMESPACE } from '../networks.js'

const base58check = createBase58check(sha256)

type Kind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'
export interface Decoded {
  /** The canonical spelling. */
  address: string
  kind: Kind
  chains: readonly Chain[]
}

const TESTS: readonly Chain[] = ['testnet', 'signet', 'regtest']
const VERSIONS: Readonly<Record<number, readonly [Kind, readonly Chain[]]>> = { 0x00: ['p2pkh', ['mainnet']], 0x05: ['p2sh', ['mainnet']], 0x6f: ['p2pkh', TESTS], 0xc4: ['p2sh', TESTS] }
const PREFIXES: Readonly<Record<string, readonly Chain[]>> = { bc: ['mainnet'], tb: ['testnet', 'signet'], bcrt: ['regtest'] }

function decodeBase58(text: string): Decoded | undefined {
  const bytes = base58check.decode(text)
  const known = bytes.length === 21 ? VERSIONS[bytes[0]!] : undefined
  return known && { address: text, kind: known[0], chains: known[1] }
}

/** BIP-173 and BIP-350: version 0 by bech32, taproot by bech32m. Later versions have no rules yet, whoever pays them may pay everybody: none is taken. */
function decodeSegwit(text: string): Decoded | undefined {
  const version = text.slice(text.lastIndexOf('1') + 1)[0]?.toLowerCase()
  const coder = version === 'q' ? bech32 : version === 'p' ? bech32m : undefined
  const { prefix, words } = coder?.decode(text as `${string}1${string}`) ?? {}
  const chains = prefix !== undefined && Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined
  if (!coder || !chains || !words) return undefined
  const { length } = coder.fromWords(words.slice(1))
  const kind = coder === bech32m ? (length === 32 ? 'p2tr' : undefined) : length === 20 ? 'p2wpkh' : length === 32 ? 'p2wsh' : undefined
  return kind && { address: text.toLowerCase(), kind, chains }
}

/** What an address is. `undefined`: none of Bitcoin's, or its checksum is wrong. */
export function decodeAddress(text: unknown): Decoded | undefined {
  // ASCII only: a Kelvin sign becomes a k when its case is changed.
  if (typeof text !== 'string' || text.length > 90 || !/^[!-~]+$/.test(text)) return undefined
  try {
    return /^(bc|tb|bcrt)1/i.test(text) ? decodeSegwit(text) : decodeBase58(text)
  } catch {
    return undefined
  }
}

/** The canonical spelling of an address with a valid checksum, of that network where one is named. @throws `adapter.invalid_address` */
export function parseAddress(text: unknown, network?: Network): string {
  const decoded = decodeAddress(text)
  if (decoded && (!network || decoded.chains.includes(chainOf(network)))) return decoded.address
  const input = String(typeof text === 'string' ? text : typeof text).slice(0, 90)
  const expected = decoded ? `an address of ${network!.name}` : 'base58check (1…, 3…), bech32 (bc1q…) or bech32m (bc1p…) with a valid checksum'
  throw new LatchkeyError('adapter.invalid_address', `Invalid Bitcoin address: ${input}. Expected ${expected}.`, { context: { input, namespace: NAMESPACE } })
}
