// The parts that sources of other companies have in common.
import { getAddress, isAddressEqual, type Hex } from 'viem'
import * as v from 'valibot'
import { invalidOption } from '../errors.js'
import { type Call, NATIVE, type Quote, type SwapRequest } from './quoteSource.js'

export const ADDRESS = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{40}$/i),
  v.transform((text) => getAddress(text.toLowerCase())),
)
export const UNITS = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
)
/** Decimal text or hexadecimal, as `transactionRequest` has it. */
export const QUANTITY = v.pipe(
  v.string(),
  v.regex(/^(?:\d{1,78}|0x[\da-f]{1,64})$/i),
  v.transform((text) => BigInt(text)),
)
export const DATA = v.pipe(
  v.string(),
  v.maxLength(200_000),
  v.regex(/^0x(?:[\da-f]{2})+$/i),
  v.transform((text) => text as Hex),
)

/** The number of an eip155 chain. */
export const numberOf = (chain: string): string => chain.slice('eip155:'.length)

/** @throws BlockchainApiError `blockchain-api.invalid_option` */
export function readChainIds(source: string, chains: readonly string[]): readonly string[] {
  for (const id of chains)
    if (!/^eip155:[1-9]\d{0,15}$/.test(id))
      throw invalidOption(`${source} is on chains of eip155, named like eip155:1. It has "${id}".`)
  return chains
}

/** The least that a slippage in percent leaves, in the smallest unit. */
export const minimumOf = (amount: bigint, slippage: number): bigint =>
  (amount * (WHOLE - BigInt(Math.round(slippage * 10_000)))) / WHOLE
/** Slippage counts to a ten-thousandth of a percent. */
const WHOLE = 1_000_000n

/** A quote that is a transaction already. */
export interface MadeQuote {
  quote: Quote & { minimum: bigint }
  call: Call
}

/**
 * Refuses a transaction that does not fit its quote: a minimum below the slippage that was asked for, a
 * payment beyond the amount, or a spender that nobody named.
 */
export function isSound(
  { from, amount, slippage }: SwapRequest,
  { quote, call }: MadeQuote,
  spenders: readonly string[],
): boolean {
  const { minimum, toAmount, spender } = quote
  const isNative = from === NATIVE
  return (
    toAmount > 0n &&
    minimum <= toAmount &&
    minimum >= minimumOf(toAmount, slippage) &&
    call.value === (isNative ? amount : 0n) &&
    (isNative || spenders.some((one) => spender && isAddressEqual(one as Hex, spender)))
  )
}
