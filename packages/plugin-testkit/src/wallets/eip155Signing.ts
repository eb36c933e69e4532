import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bigEndian, fromHex, join, toHex, utf8 } from './bytes.js'

/** Address of a key, with its checksum (EIP-55). */
export function addressOf(secret: Uint8Array): string {
  const hex = toHex(keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(-20)).slice(2)
  const hash = toHex(keccak_256(utf8(hex))).slice(2)
  return `0x${[...hex].map((letter, at) => (parseInt(hash[at]!, 16) > 7 ? letter.toUpperCase() : letter)).join('')}`
}

/** r, s and the parity of y. */
function signHash(
  hash: Uint8Array,
  secret: Uint8Array,
): { r: Uint8Array; s: Uint8Array; parity: number } {
  const [parity, ...bytes] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  return {
    r: Uint8Array.from(bytes.slice(0, 32)),
    s: Uint8Array.from(bytes.slice(32)),
    parity: parity!,
  }
}
const signed = (hash: Uint8Array, secret: Uint8Array): string => {
  const { r, s, parity } = signHash(hash, secret)
  return toHex(join(r, s, [27 + parity]))
}

/** `personal_sign` (EIP-191, version E). */
export const signMessage = (message: Uint8Array, secret: Uint8Array): string =>
  signed(keccak_256(join(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message)), secret)

interface Field {
  name: string
  type: string
}
/** A document of `eth_signTypedData_v4`. */
export interface TypedData {
  types: Readonly<Record<string, readonly Field[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}
type Types = TypedData['types']

const word = (value: bigint): Uint8Array =>
  fromHex(`0x${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`)
function encodeType(types: Types, primary: string): string {
  const found = new Set<string>()
  const look = (name: string): void => {
    if (found.has(name) || !types[name]) return
    found.add(name)
    for (const { type } of types[name]) look(type.replace(/\[.*$/, ''))
  }
  look(primary)
  const [, ...others] = [...found]
  return [primary, ...others.sort()]
    .map(
      (name) =>
        `${name}(${types[name]!.map(({ name: field, type }) => `${type} ${field}`).join()})`,
    )
    .join('')
}
function encodeValue(types: Types, type: string, value: unknown): Uint8Array {
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list)
    return keccak_256(
      join(...(value as readonly unknown[]).map((each) => encodeValue(types, list[1]!, each))),
    )
  if (types[type]) return hashStruct(types, type, value as Readonly<Record<string, unknown>>)
  if (type === 'string') return keccak_256(utf8(value as string))
  if (type === 'bytes') return keccak_256(fromHex(value))
  if (type.startsWith('bytes'))
    return join(fromHex(value), new Uint8Array(32 - fromHex(value).length))
  return word(type === 'bool' ? BigInt(Boolean(value)) : BigInt(value as string))
}
const hashStruct = (
  types: Types,
  primary: string,
  data: Readonly<Record<string, unknown>>,
): Uint8Array =>
  keccak_256(
    join(
      keccak_256(utf8(encodeType(types, primary))),
      ...types[primary]!.map(({ name, type }) => encodeValue(types, type, data[name])),
    ),
  )

const DOMAIN: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** `eth_signTypedData_v4` (EIP-712). */
export function signTypedData(
  { types, primaryType, domain, message }: TypedData,
  secret: Uint8Array,
): string {
  const all = { EIP712Domain: DOMAIN.filter(({ name }) => name in domain), ...types }
  return signed(
    keccak_256(
      join(
        [0x19, 0x01],
        hashStruct(all, 'EIP712Domain', domain),
        ...(primaryType === 'EIP712Domain' ? [] : [hashStruct(all, primaryType, message)]),
      ),
    ),
    secret,
  )
}

type Item = Uint8Array | readonly Item[]
function rlp(item: Item): Uint8Array {
  const payload = item instanceof Uint8Array ? item : join(...item.map(rlp))
  if (item instanceof Uint8Array && payload.length === 1 && payload[0]! < 0x80) return payload
  const offset = item instanceof Uint8Array ? 0x80 : 0xc0
  const size = bigEndian(BigInt(payload.length))
  return payload.length < 56
    ? join([offset + payload.length], payload)
    : join([offset + 55 + size.length], size, payload)
}

/**
 * A transaction of type 2 (EIP-1559), all quantities as hexadecimal texts; what is missing counts
 * as 0.
 */
export interface Transaction {
  chainId: string
  nonce?: string
  maxPriorityFeePerGas?: string
  maxFeePerGas?: string
  gas?: string
  to?: string
  value?: string
  data?: string
}
const quantity = (text: string | undefined): Uint8Array => bigEndian(BigInt(text ?? 0))

/** The raw transaction, ready to be sent. */
export function signTransaction(
  { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, value, data }: Transaction,
  secret: Uint8Array,
): string {
  const fields: readonly Item[] = [
    quantity(chainId),
    quantity(nonce),
    quantity(maxPriorityFeePerGas),
    quantity(maxFeePerGas),
    quantity(gas),
    to ? fromHex(to) : new Uint8Array(),
    quantity(value),
    fromHex(data ?? '0x'),
    [],
  ]
  const { r, s, parity } = signHash(keccak_256(join([2], rlp(fields))), secret)
  const short = (bytes: Uint8Array): Uint8Array => bigEndian(BigInt(toHex(bytes)))
  return toHex(join([2], rlp([...fields, quantity(`0x${parity}`), short(r), short(s)])))
}
/** Hash by which a chain knows a raw transaction. */
export const transactionHash = (raw: string): string => toHex(keccak_256(fromHex(raw)))
