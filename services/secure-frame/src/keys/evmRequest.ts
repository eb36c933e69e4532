import { getAddress, isAddress, isHex, type AccessList, type Address, type Hex } from 'viem'
import { refuse } from './errors.js'
import type { EvmTransaction } from './evm.js'

/** The part of a transaction that a page decides. Nonce and fees are the wallet's own. */
export interface EvmRequest {
  to?: Address
  value: bigint
  data: Hex
  /** Units of gas that the page asks for. */
  gas?: bigint
  /** The number that the page takes for the next one. */
  nonce?: number
  accessList?: AccessList
}

/** The part that the wallet decides. Fees are in wei. */
export interface OwnFields {
  nonce: number
  gas: bigint
  fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint }
}

/** Fields of `eth_sendTransaction` (EIP-1474, 1559, 2930). Fees are read and not used. */
const FIELDS = [
  'from',
  'to',
  'value',
  'data',
  'input',
  'gas',
  'nonce',
  'chainId',
  'type',
  'accessList',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
]
const TYPES = ['0x0', '0x1', '0x2']
/** More than any network takes in one transaction. */
const MAX_GAS = 100_000_000n
/** EIP-3860 bounds code at 49,152 bytes; nodes take transactions of 128 kB at most. */
const MAX_DATA_LENGTH = 2 + 2 * 131_072

function quantity(name: string, value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)
    ? BigInt(value)
    : refuse(`The transaction's ${name} is not a number in hex.`)
}

const address = (name: string, value: unknown): Address =>
  typeof value === 'string' && isAddress(value, { strict: false })
    ? getAddress(value)
    : refuse(`The transaction's ${name} is not an address.`)

function dataOf({ data, input }: Readonly<Record<string, unknown>>): Hex {
  if (data !== undefined && input !== undefined && data !== input)
    refuse('The transaction has data and another input.')
  const bytes = data ?? input ?? '0x'
  if (typeof bytes !== 'string' || !isHex(bytes) || bytes.length % 2 === 1)
    return refuse("The transaction's data is not bytes in hex.")
  return bytes.length > MAX_DATA_LENGTH ? refuse('The transaction has too much data.') : bytes
}

function accessListOf(value: unknown): AccessList {
  const isEntry = (entry: unknown): boolean => {
    const { address: at, storageKeys } = { ...(entry as Record<string, unknown>) }
    return (
      typeof at === 'string' &&
      isAddress(at, { strict: false }) &&
      Array.isArray(storageKeys) &&
      storageKeys.every((key) => typeof key === 'string' && /^0x[\da-f]{64}$/i.test(key))
    )
  }
  return Array.isArray(value) && value.every(isEntry)
    ? (value as AccessList)
    : refuse("The transaction's access list cannot be read.")
}

/**
 * Reads the parameter of `eth_sendTransaction`.
 * @param own address and chain id of the wallet
 * @throws KeysError `refused` where sender or chain is not the wallet's, or a field is unknown: a list of
 * authorizations (EIP-7702) would hand over the account
 */
export function readTransaction(
  value: unknown,
  own: { address: string; chainId: number },
): EvmRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('A transaction is an object.')
  const fields = Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined && field !== null),
  )
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) refuse(`The transaction has an unknown field: ${unknown.slice(0, 40)}`)
  const { from, to, value: wei, gas, nonce, chainId, type, accessList } = fields
  if (from !== undefined && address('sender', from) !== own.address)
    refuse('The transaction is of another account.')
  if (chainId !== undefined && quantity('chain id', chainId) !== BigInt(own.chainId))
    refuse('The transaction is for another network.')
  if (type !== undefined && !TYPES.includes(type as string))
    refuse('The transaction has an unknown type.')
  const data = dataOf(fields)
  if (to === undefined && data === '0x') refuse('The transaction has no recipient.')
  const units = gas === undefined ? undefined : quantity('gas', gas)
  if (units !== undefined && units > MAX_GAS) refuse('The transaction asks for too much gas.')
  return {
    value: wei === undefined ? 0n : quantity('amount', wei),
    data,
    ...(to !== undefined && { to: address('recipient', to) }),
    ...(units !== undefined && { gas: units }),
    ...(nonce !== undefined && { nonce: Number(quantity('nonce', nonce)) }),
    ...(accessList !== undefined && { accessList: accessListOf(accessList) }),
  }
}

/**
 * The whole transaction: of type 2, or of type 0 where the network has no base fee.
 * @throws KeysError `refused` where the page names another nonce than the account's next one
 */
export function toTransaction(
  { gas: asked, nonce: named, ...request }: EvmRequest,
  chainId: number,
  { nonce, gas, fees }: OwnFields,
): EvmTransaction {
  if (named !== undefined && named !== nonce)
    refuse("The transaction's nonce is not the account's next one.")
  const common = { ...request, chainId, nonce, gas: asked ?? gas }
  if (!('gasPrice' in fees)) return { type: 'eip1559', ...common, ...fees }
  const { accessList, ...rest } = common
  return accessList?.length
    ? refuse('This network takes no access lists.')
    : { type: 'legacy', ...rest, ...fees }
}

/** The most that a transaction can cost for gas, in wei. */
export const highestFee = (transaction: EvmTransaction): bigint =>
  (transaction.gas ?? 0n) * (transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n)
