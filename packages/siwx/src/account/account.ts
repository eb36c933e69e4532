// @scure/base (MIT, audited, without dependencies): base58, bech32 and bech32m, for the bytes
// behind addresses.
import { base58, bech32, bech32m, hex } from '@scure/base'
import type { Namespace } from '@latchkey/plugin-api'
import type { SignInFamilies } from '../types.js'

type Bytes = Uint8Array

const KEY_BYTES = 32
const HASH_BYTES = 20
/** A version byte, a hash of 20 bytes and four bytes of checksum. */
const BASE58CHECK_BYTES = 25
const SS58_CHECKSUM_BYTES = 2
/** No chain of the five has longer addresses: BIP-173 allows 90 characters. */
const MAX_CHARACTERS = 90

/** The result of a decoder. `undefined`: the text is not in its encoding. */
function attempt<Result>(decode: () => Result): Result | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}

/** The account id of an SS58 address, whatever its prefix. The checksum is not verified here. */
export function ss58IdOf(bytes: Bytes): Bytes | undefined {
  const first = bytes[0] ?? 255
  const prefix = first < 64 ? 1 : first < 128 ? 2 : 0
  return prefix && bytes.length === prefix + KEY_BYTES + SS58_CHECKSUM_BYTES
    ? bytes.slice(prefix, -SS58_CHECKSUM_BYTES)
    : undefined
}

/** Versions of P2PKH and P2SH, of the main network and of the test networks. */
const BITCOIN_KINDS: Readonly<Record<number, string>> = {
  0x00: 'pkh',
  0x6f: 'pkh',
  0x05: 'sh',
  0xc4: 'sh',
}

function ofBase58(text: string): string | undefined {
  const bytes = attempt(() => base58.decode(text))
  if (!bytes) return undefined
  if (bytes.length === KEY_BYTES) return `solana:${hex.encode(bytes)}`
  const kind = bytes.length === BASE58CHECK_BYTES ? BITCOIN_KINDS[bytes[0]!] : undefined
  if (kind) return `bip122:${kind}:${hex.encode(bytes.slice(1, 1 + HASH_BYTES))}`
  const id = ss58IdOf(bytes)
  return id && `polkadot:${hex.encode(id)}`
}

/** Version 0 is written in bech32, later ones in bech32m (BIP-350). */
function ofWitness(words: readonly number[], isLater: boolean): string | undefined {
  const [version = 0, ...rest] = words
  const program = attempt(() => bech32.fromWords([...rest]))
  const isProgram =
    program &&
    (isLater
      ? version > 0 && version <= 16 && program.length >= 2 && program.length <= 40
      : version === 0 && [HASH_BYTES, KEY_BYTES].includes(program.length))
  return isProgram ? `bip122:wit${version}:${hex.encode(program)}` : undefined
}

/**
 * Bitcoin's prefixes are read as Cosmos' where the words hold no witness version: some chain may
 * have the prefix `bc`.
 */
function ofBech32(text: string): string | undefined {
  const [plain, later] = [bech32, bech32m].map((coder) =>
    attempt(() => coder.decode(text as `${string}1${string}`)),
  )
  const isBitcoin = /^(?:bc|tb|bcrt)$/.test((plain ?? later)?.prefix ?? '')
  if (later) return isBitcoin ? ofWitness(later.words, true) : undefined
  if (!plain) return undefined
  const witness = isBitcoin ? ofWitness(plain.words, false) : undefined
  const bytes = attempt(() => bech32.fromWords(plain.words))
  return (
    witness ??
    (bytes && [HASH_BYTES, KEY_BYTES].includes(bytes.length)
      ? `cosmos:${hex.encode(bytes)}`
      : undefined)
  )
}

/**
 * The account behind an address: chain family and key, hash or script, the same for every spelling.
 * Keep accounts, bans and rules of one account per person by it:
 * the person who signs in chooses the spelling of an address. SS58 and bech32 have a prefix
 * (`cosmos1…` and `evil1…` of one key are one account), Bitcoin has one more for test networks,
 * hexadecimal digits have letter case.
 * P2WPKH and P2TR of one key are two accounts, as an address does not show its key. Checksums of
 * base58 are not checked here: {@link verifySession} does.
 * @returns for example `cosmos:fc72…`. `undefined`: not an address of one of the five chain families
 * that this package has
 * @example isBanned(accountKeyOf(session.accountAddress))
 */
export function accountKeyOf(address: string): string | undefined {
  if (typeof address !== 'string' || address.length > MAX_CHARACTERS) return undefined
  if (/^0x[0-9a-f]{40}$/i.test(address)) return `eip155:${address.toLowerCase()}`
  // ASCII only: a Kelvin sign becomes a k when its case is changed. Bech32 first: it has a
  // checksum, and many of its texts are 32 bytes of base58 as well.
  return /^[0-9A-Za-z]+$/.test(address) ? (ofBech32(address) ?? ofBase58(address)) : undefined
}

/**
 * Whether two addresses are of one account, however they are spelled. Texts that are not addresses
 * are the same where they are the same text.
 */
export const isSameAccount = (one: string, other: string): boolean =>
  isSameAccountIn(undefined, one, other)

/** The namespace that an address is of, and the chain families that were handed in. */
export interface AccountScope {
  namespace: Namespace
  families: SignInFamilies
}

/**
 * The account behind an address of a namespace: by the family that was handed in for it, else as
 * {@link accountKeyOf} reads it.
 * @example accountKeyIn({ namespace: 'near', families: { near } }, 'ada.near') // 'near:ada.near'
 */
export function accountKeyIn(scope: AccountScope | undefined, address: string): string | undefined {
  const { families = {}, namespace = '' } = scope ?? {}
  if (!Object.hasOwn(families, namespace)) return accountKeyOf(address)
  const { profile } = families[namespace]!
  if (typeof address !== 'string' || !profile.isAddress(address)) return undefined
  const account = profile.accountOf ? profile.accountOf(address) : address
  return account === undefined ? undefined : `${namespace}:${account}`
}

/** {@link isSameAccount} for two addresses of one namespace. */
export function isSameAccountIn(
  scope: AccountScope | undefined,
  one: string,
  other: string,
): boolean {
  if (one === other) return true
  const key = accountKeyIn(scope, one)
  return key !== undefined && key === accountKeyIn(scope, other)
}
