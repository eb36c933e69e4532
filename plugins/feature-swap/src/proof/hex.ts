// The words of call data and logs (https://docs.soliditylang.org/en/latest/abi-spec.html): as much of
// the ABI as swaps need, so that no SDK is loaded for it.

const WORD = 64
/** Where a function's arguments begin: after `0x` and the selector. */
export const ARGUMENTS = 10

/** @returns the number in a word; `undefined` where the data ends before it */
export const wordAt = (data: string, at: number): bigint | undefined => {
  const word = data.slice(at, at + WORD)
  return at >= 0 && /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : undefined
}

const MAX_ADDRESS = 1n << 160n
/** The address in a word, in small letters. `undefined`: there is more in it than an address. */
export const toAddress = (word: bigint | undefined): string | undefined =>
  word === undefined || word >= MAX_ADDRESS ? undefined : `0x${word.toString(16).padStart(40, '0')}`

/** A position in characters that a word of the data names, from `base` on. */
export function offsetAt(data: string, base: number, index: number): number | undefined {
  const offset = wordAt(data, base + index * WORD)
  // An offset beyond the data leads nowhere, and must not become an inexact number.
  return offset === undefined || offset > BigInt(data.length)
    ? undefined
    : base + 2 * Number(offset)
}

/** The words of a list whose length stands at `at`. */
export function listAt(data: string, at: number | undefined): readonly bigint[] | undefined {
  const length = at === undefined ? undefined : wordAt(data, at)
  if (at === undefined || length === undefined || length * 64n > BigInt(data.length))
    return undefined
  const words = Array.from({ length: Number(length) }, (_, index) =>
    wordAt(data, at + (index + 1) * WORD),
  )
  return words.every((word) => word !== undefined) ? words : undefined
}

/** The bytes whose length stands at `at`, as hex without a prefix. */
export function bytesAt(data: string, at: number | undefined): string | undefined {
  const length = at === undefined ? undefined : wordAt(data, at)
  if (at === undefined || length === undefined || length * 2n > BigInt(data.length))
    return undefined
  const from = at + WORD
  const bytes = data.slice(from, from + 2 * Number(length))
  return bytes.length === 2 * Number(length) ? bytes.toLowerCase() : undefined
}

/** A number as a word. */
export const word = (value: bigint): string => value.toString(16).padStart(WORD, '0')
/** An address as a word. */
export const addressWord = (address: string): string => word(BigInt(address))

export const toQuantity = (value: bigint): string => `0x${value.toString(16)}`
/** A quantity of a node (EIP-1474). */
export const fromQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined

export const isSameAddress = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase()

export const SELECTORS = {
  approve: '0x095ea7b3',
  allowance: '0xdd62ed3e',
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  version: '0x54fd4d50',
  nonces: '0x7ecebe00',
  domainSeparator: '0x3644e515',
  permitTypehash: '0x30adf81f',
} as const

/** A list of bytes, each as hex with a prefix. Its place in the arguments is for the caller to name. */
export function bytesList(all: readonly string[]): string {
  const items = all.map((bytes) => {
    const length = (bytes.length - 2) / 2
    const padded = bytes.slice(2).padEnd(Math.ceil(length / 32) * WORD, '0')
    return word(BigInt(length)) + padded
  })
  let at = all.length * 32
  const offsets = items.map((item) => {
    const offset = word(BigInt(at))
    at += item.length / 2
    return offset
  })
  return word(BigInt(all.length)) + offsets.join('') + items.join('')
}

export const approveData = (spender: string, amount: bigint): string =>
  SELECTORS.approve + addressWord(spender) + word(amount)
export const balanceData = (owner: string): string => SELECTORS.balanceOf + addressWord(owner)
export const allowanceData = (owner: string, spender: string): string =>
  SELECTORS.allowance + addressWord(owner) + addressWord(spender)
