import { readSafely } from '../wallet/readSafely.js'
import { readItems } from './features.js'

/** Longest copy of a wallet's bytes: more would hold up the page. */
const MAX_BYTES = 10_000_000

/** One result of a feature of the Wallet Standard. Its members are untrusted and may throw. */
export type StandardResult = Readonly<Record<string, unknown>>

/**
 * A copy of bytes that a wallet gave. They may be of another realm (an extension's content script),
 * where `instanceof Uint8Array` is false.
 * @returns `undefined` for anything that is not a view of bytes, or has more than `max`
 */
export const copyBytes = (value: unknown, max = MAX_BYTES): Uint8Array<ArrayBuffer> | undefined =>
  readSafely(() =>
    ArrayBuffer.isView(value) && value.byteLength <= max
      ? new Uint8Array(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
      : undefined,
  )

/**
 * Reads the answer of a feature such as `solana:signMessage`: a list with one result for each input.
 * @param count how many inputs the feature got
 * @returns `undefined` for another number of results, or one that is not an object
 */
export function readResults(answer: unknown, count: number): readonly StandardResult[] | undefined {
  // One more is read than is wanted, so that a longer list is noticed.
  const results = readItems(answer, count + 1)
  return results?.length === count &&
    results.every((item) => typeof item === 'object' && item !== null)
    ? (results as readonly StandardResult[])
    : undefined
}
