import { type Header } from '../store/follower.js'
import { LATEST } from '../store/entryText.js'
import { malformed } from './errors.js'

// Answers of nodes as they come in. Each field is checked: a node may be broken, or an enemy.

/** A transaction, with addresses and hashes in small letters. */
export interface Tx {
  hash: string
  from: string
  /** null where it makes a contract. */
  to: string | null
  value: bigint
  nonce: number
  /** Absent on some chains. */
  gasPrice: bigint | undefined
  /** The first four bytes of its data, or less. */
  selector: string
}

export interface Block {
  header: Header
  /** Hashes in their order. */
  hashes: readonly string[]
  /** Empty where only hashes were asked for. */
  txs: readonly Tx[]
}

export interface Log {
  block: number
  blockHash: string
  index: number
  txHash: string
  token: string
  topics: readonly string[]
  data: string
}

export interface Receipt {
  txHash: string
  blockHash: string
  success: boolean
  gasUsed: bigint
  /** `effectiveGasPrice`, in wei. Old nodes name the price in the transaction alone. */
  gasPrice: bigint | undefined
  /** In wei: a rollup of the OP Stack pays it to the chain below. */
  l1Fee: bigint
  /** Of a contract that it made. */
  contract: string | null
}

type Fields = Readonly<Record<string, unknown>>

const fields = (value: unknown, what: string): Fields => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw malformed(`no ${what}`)
}
const text = (value: unknown, pattern: RegExp, what: string): string => {
  if (typeof value === 'string' && pattern.test(value)) return value.toLowerCase()
  throw malformed(`a wrong ${what}`)
}
const list = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value as readonly unknown[]
  throw malformed(`no list of ${what}`)
}
const hash = (value: unknown) => text(value, /^0x[0-9a-f]{64}$/i, 'hash')
const address = (value: unknown) => text(value, /^0x[0-9a-f]{40}$/i, 'address')
const hex = (value: unknown) => text(value, /^0x(?:[0-9a-f]{2})*$/i, 'field of bytes')
const big = (value: unknown) => BigInt(text(value, /^0x[0-9a-f]{1,64}$/i, 'number'))
const optional = (value: unknown) =>
  value === undefined || value === null ? undefined : big(value)

/** A number below 2^53. */
export const count = (value: unknown): number => {
  const number = Number(text(value, /^0x[0-9a-f]{1,14}$/i, 'number'))
  if (Number.isSafeInteger(number)) return number
  throw malformed('a number beyond 2^53')
}
export const quantity = (value: number): string => `0x${value.toString(16)}`

const time = (value: unknown): number => {
  const at = count(value) * 1000
  if (at <= LATEST) return at
  throw malformed('a time after the year 9999')
}

const headerOf = (block: Fields): Header => ({
  number: count(block.number),
  hash: hash(block.hash),
  parent: hash(block.parentHash),
  at: time(block.timestamp),
})
export const readHeader = (value: unknown): Header => headerOf(fields(value, 'block'))

/** @param number the one that was asked for */
export function readBlock(value: unknown, number: number): Block {
  const block = fields(value, 'block')
  const header = headerOf(block)
  if (header.number !== number) throw malformed('another block than it was asked for')
  const inside = list(block.transactions, 'transactions')
  const txs = inside.filter((tx) => typeof tx !== 'string').map(readTx)
  return { header, hashes: inside.map((tx, at) => txs[at]?.hash ?? hash(tx)), txs }
}

export function readTx(value: unknown): Tx {
  const tx = fields(value, 'transaction')
  return {
    hash: hash(tx.hash),
    from: address(tx.from),
    to: tx.to === null || tx.to === undefined ? null : address(tx.to),
    value: big(tx.value),
    nonce: count(tx.nonce),
    gasPrice: optional(tx.gasPrice),
    selector: hex(tx.input).slice(0, 10),
  }
}

export const readLogs = (value: unknown): readonly Log[] =>
  list(value, 'logs').map((each) => {
    const log = fields(each, 'log')
    if (log.removed === true) throw malformed('a log that was removed')
    return {
      block: count(log.blockNumber),
      blockHash: hash(log.blockHash),
      index: count(log.logIndex),
      txHash: hash(log.transactionHash),
      token: address(log.address),
      topics: list(log.topics, 'topics').map(hash),
      data: hex(log.data),
    }
  })

export const readReceipts = (value: unknown): readonly Receipt[] =>
  list(value, 'receipts').map(readReceipt)

export function readReceipt(value: unknown): Receipt {
  const receipt = fields(value, 'receipt')
  return {
    txHash: hash(receipt.transactionHash),
    blockHash: hash(receipt.blockHash),
    // Before Byzantium (EIP-658) receipts had no status.
    success: (optional(receipt.status) ?? 1n) === 1n,
    gasUsed: big(receipt.gasUsed),
    gasPrice: optional(receipt.effectiveGasPrice),
    l1Fee: optional(receipt.l1Fee) ?? 0n,
    contract: receipt.contractAddress ? address(receipt.contractAddress) : null,
  }
}
