// Parts that histories of providers have in common: an entry is made of the movements of one transaction.
import * as v from 'valibot'
import { providerError } from '../askJson.js'
import { MOST_TOLD, operationOf } from '../follow/entries.js'
import { type HistoryItem, type HistoryTransfer } from './source.js'

export const HASH = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i), v.toLowerCase())
/** The name or symbol of a token, in a stranger's words. */
export const TOKEN_NAME = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text.slice(0, 128)),
)
/** @returns a number that fits a place on a chain, or a time */
export const SAFE = v.pipe(v.number(), v.integer(), v.minValue(0), v.safeInteger())

/** The decimals of a token; more than 77 do not fit 256 bits. */
export const DECIMALS = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77))

export type Movement = Omit<HistoryTransfer, 'direction'>

/**
 * All addresses have their checksums.
 * @throws ProviderError where the account takes no part: the row is another's
 */
export function requirePart(own: string, ends: readonly (string | null)[]): void {
  if (!ends.includes(own)) throw providerError()
}

export interface Transaction extends Pick<HistoryItem, 'hash' | 'at' | 'sentFrom' | 'sentTo'> {
  nonce?: number
  fee?: string
  /** `approve` and `setApprovalForAll` have names of their own. */
  selector?: string
  isFailed?: boolean
  movements: readonly Movement[]
}

/** The entry of an account for one transaction. */
export function toItem(own: string, transaction: Transaction): HistoryItem {
  const { hash, at, sentFrom, sentTo, nonce, fee, selector = '', isFailed = false } = transaction
  const moved = isFailed ? [] : transaction.movements
  const transfers = moved.map((movement) => ({
    direction: directionOf(own, movement),
    ...movement,
  }))
  return {
    ...{ hash, at, sentFrom, sentTo },
    operationType: operationOf(own, { from: sentFrom, to: sentTo, selector }, transfers),
    status: isFailed ? 'failed' : 'confirmed',
    ...(nonce !== undefined && { nonce }),
    ...(fee !== undefined && sentFrom === own && { fee }),
    transfers: transfers.slice(0, MOST_TOLD),
    ...(transfers.length > MOST_TOLD && { more: transfers.length - MOST_TOLD }),
  }
}

const directionOf = (own: string, { from, to }: Movement): HistoryTransfer['direction'] => {
  if (from === to) return 'self'
  return from === own ? 'out' : 'in'
}
