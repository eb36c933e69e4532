import { createHash } from 'node:crypto'
import { type Row, textOf } from './tables.js'

/** How many rows a table has, and a sum over them that does not depend on their order. */
export interface Sum {
  rows: number
  /** The SHA-256 of all rows added up, modulo 2^256, as 64 hex digits. */
  hash: string
}

const MODULUS = 1n << 256n

/** Adds up rows as they are read. */
export async function sumOf(pages: AsyncIterable<readonly Row[]>): Promise<Sum> {
  let rows = 0
  let sum = 0n
  for await (const page of pages) {
    rows += page.length
    for (const row of page) sum += hashOf(row)
    sum %= MODULUS
  }
  return { rows, hash: sum.toString(16).padStart(64, '0') }
}

const hashOf = (row: Row): bigint =>
  BigInt(`0x${createHash('sha256').update(textOf(row)).digest('hex')}`)

export const isEqual = (one: Sum, other: Sum): boolean =>
  one.rows === other.rows && one.hash === other.hash
