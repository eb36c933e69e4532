// How the framework's enforcers write their terms: addresses of 20 bytes and numbers of 32 after each other.
import { concatHex, numberToHex, size, slice, type Address, type Hex } from 'viem'
import type { EnforcerName } from '../contracts/addresses.js'
import type { Allowance, Erc20Permission, NativePermission } from './types.js'

const WORD_BYTES = 32
const ADDRESS_BYTES = 20

export const word = (value: bigint | number): Hex => numberToHex(value, { size: WORD_BYTES })
const halfWord = (value: number): Hex => numberToHex(value, { size: WORD_BYTES / 2 })

/** The numbers of an allowance, in the order of the enforcers. */
const allowanceWords = (allowance: Allowance): Hex => {
  switch (allowance.kind) {
    case 'total':
      return word(allowance.amount)
    case 'period':
      return concatHex([allowance.amount, allowance.period, allowance.start].map(word))
    case 'stream':
      return concatHex(
        [allowance.initial, allowance.maximum, allowance.perSecond, allowance.start].map(word),
      )
  }
}

/** The terms of an allowance: for tokens, their address stands before the numbers. */
export const allowanceTerms = (permission: NativePermission | Erc20Permission): Hex => {
  const words = allowanceWords(permission.allowance)
  return permission.type === 'erc20' ? concatHex([permission.token, words]) : words
}

/** Each enforcer of allowances, by the kind of what is allowed. */
export const ALLOWANCE_ENFORCERS: Record<
  'native' | 'erc20',
  Record<Allowance['kind'], EnforcerName>
> = {
  native: { total: 'nativeTotal', period: 'nativePeriod', stream: 'nativeStream' },
  erc20: { total: 'erc20Total', period: 'erc20Period', stream: 'erc20Stream' },
}

/**
 * The framework compares the block's time as later than the first and earlier than the second; 0 stands for no such
 * limit.
 */
export const timestampTerms = (notBefore: number | undefined, expiry: number): Hex =>
  concatHex([halfWord(notBefore === undefined ? 0 : notBefore - 1), halfWord(expiry)])

/** The terms in pieces of so many bytes. @returns `undefined` if they do not come out even */
export function piecesOf(terms: Hex, bytes: number): Hex[] | undefined {
  const length = size(terms)
  if (length % bytes !== 0) return undefined
  return Array.from({ length: length / bytes }, (_, index) =>
    slice(terms, index * bytes, (index + 1) * bytes),
  )
}

export const numbersOf = (terms: Hex, count: number): bigint[] | undefined => {
  const pieces = piecesOf(terms, WORD_BYTES)
  return pieces?.length === count ? pieces.map(BigInt) : undefined
}

/** The token before the numbers of an ERC-20 allowance, and the numbers. */
export const splitToken = (terms: Hex): { token: Address; rest: Hex } | undefined =>
  size(terms) > ADDRESS_BYTES
    ? { token: slice(terms, 0, ADDRESS_BYTES), rest: slice(terms, ADDRESS_BYTES) }
    : undefined

const WORDS: Record<Allowance['kind'], number> = { total: 1, period: 3, stream: 4 }

/** Times beyond this are refused elsewhere; a number that JavaScript cannot count with becomes one of them. */
export const timeOf = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)

/** The allowance in an enforcer's numbers. */
export function allowanceOf(kind: Allowance['kind'], terms: Hex): Allowance | undefined {
  const numbers = numbersOf(terms, WORDS[kind])
  if (!numbers) return undefined
  const [first = 0n, second = 0n, third = 0n, fourth = 0n] = numbers
  switch (kind) {
    case 'total':
      return { kind, amount: first }
    case 'period':
      return { kind, amount: first, period: timeOf(second), start: timeOf(third) }
    case 'stream':
      return { kind, initial: first, maximum: second, perSecond: third, start: timeOf(fourth) }
  }
}
